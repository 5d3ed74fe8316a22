import { errors } from "../request/errors.js";
import { config } from "./config.js";
import { hasKeys, providerNames, socialGroups, trackerGroups, type ProviderGroup } from "./providerGroups.js";

/** What a feature stands on: one provider, or any one of several. Undefined: none. */
export type Needs = ProviderGroup | readonly ProviderGroup[] | undefined;

/** Whether this shop uses a provider: its keys are set (rules: Providers). Read at each call. */
export const isOn = (group: ProviderGroup): boolean => hasKeys(config, group);

const listOf = (needs: Needs): readonly ProviderGroup[] => (typeof needs === "string" ? [needs] : (needs ?? []));

/** Whether one of the providers is used. */
export const isOffered = (needs: Needs): boolean => needs === undefined || listOf(needs).some(isOn);

/** NotOffered (1001009003) if none of the providers is used. */
export function refuseIfOff(needs: Needs): void {
  if (!isOffered(needs)) throw errors.NotOffered({ provider: listOf(needs).join(", ") });
}

export const providersOff = (): ProviderGroup[] => providerNames.filter((group) => !isOn(group));
/** What every process says at its start. */
export const providersAtBoot = () => ({ providersOn: providerNames.filter(isOn), providersOff: providersOff() });

/** Queues on which nothing is ever put while their providers are off. */
const queueNeeds: Readonly<Record<string, Needs>> = {
  sms: "sms",
  mail: "mail",
  social: [...socialGroups, "captcha"],
  im: "chat",
  vod: ["vod", "live"],
  logistics: trackerGroups,
};
export const isQueueUsed = (queue: string): boolean => isOffered(queueNeeds[queue]);
