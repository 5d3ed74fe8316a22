import type { Deployment } from "../deployment.js";
import { control } from "../shoppers.js";

const callsOf = (deployment: Deployment, provider: string) =>
  control<{ id: number }[]>(deployment, "GET", `/calls?platform=${provider}`);

/** The id of the last call of a provider; 0: none. The sandbox forgets old calls, so their number says nothing. */
export const lastCall = async (deployment: Deployment, provider: string): Promise<number> =>
  (await callsOf(deployment, provider))[0]?.id ?? 0;

/** How many calls a provider got since the one with this id. */
export const countCallsSince = async (deployment: Deployment, provider: string, last: number): Promise<number> =>
  (await callsOf(deployment, provider)).filter(({ id }) => id > last).length;
