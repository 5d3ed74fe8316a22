import { kdniao } from "#shared/providers/express/kdniao/client.js";
import { kuaidi100 } from "#shared/providers/express/kuaidi100/client.js";
import type { ExpressClient, ExpressProvider } from "#shared/providers/express/port.js";
import { config } from "#shared/kernel/config/config.js";
import type { ParcelDoc } from "./parcel.model.js";

/** The clients of the tracking providers; for workers. */
const trackers: Record<ExpressProvider, ExpressClient> = { kuaidi100, kdniao };

/** The configured ones, preferred first (EXPRESS_PROVIDERS). */
export function trackersInUse(): ExpressClient[] {
  return config.EXPRESS_PROVIDERS.map((provider) => trackers[provider]).filter((tracker) => tracker.isConfigured());
}

/**
 * The providers to query for a parcel, in this order: the one that reported it or accepted its subscription, then the
 * rest. A parcel stays with one provider, as two of them report the same event in different words.
 */
export function trackersFor({ provider }: Pick<ParcelDoc, "provider">): ExpressClient[] {
  const inUse = trackersInUse();
  return [
    ...inUse.filter((tracker) => tracker.provider === provider),
    ...inUse.filter((tracker) => tracker.provider !== provider),
  ];
}
