import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

type Ports = typeof import("#scripts/services/ports.mjs");
type Services = typeof import("#scripts/services/index.mjs");
export type Stores = Awaited<ReturnType<Services["startServices"]>>;

/** From the checkout: the services are plain scripts, which the build does not copy. */
export const fromCheckout = async <M>(file: string): Promise<M> =>
  (await import(pathToFileURL(resolve("scripts/services", file)).href)) as M;

export const services = (): Promise<Services> => fromCheckout("index.mjs");

/** Ports that no process listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const { freePorts: find } = await fromCheckout<Ports>("ports.mjs");
  return find(Array.from({ length: count }, () => undefined));
}

export const freePort = async (): Promise<number> => (await freePorts(1))[0]!;
