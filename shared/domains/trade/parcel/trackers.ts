import { kdniao } from "#shared/providers/express/kdniao/client.js";
import { kuaidi100 } from "#shared/providers/express/kuaidi100/client.js";
import type { ExpressClient, ExpressProvider } from "#shared/providers/express/port.js";
import { config } from "#shared/kernel/config/config.js";
import type { ParcelDoc } from "./parcel.model.js";

/** The providers that report where parcels are, called: for workers. */
const trackers: Record<ExpressProvider, ExpressClient> = { kuaidi100, kdniao };

/** Those whose keys are set, the preferred first (EXPRESS_PROVIDERS). */
export function trackersInUse(): ExpressClient[] {
  return config.EXPRESS_PROVIDERS.map((provider) => trackers[provider]).filter((tracker) => tracker.isConfigured());
}

/**
 * Whom to ask about a parcel, one after the other: the provider that has told of it or taken its subscription, then the
 * rest. A parcel stays with one provider, because two of them tell the same event in different words.
 */
export function trackersFor({ provider }: Pick<ParcelDoc, "provider">): ExpressClient[] {
  const inUse = trackersInUse();
  return [
    ...inUse.filter((tracker) => tracker.provider === provider),
    ...inUse.filter((tracker) => tracker.provider !== provider),
  ];
}
