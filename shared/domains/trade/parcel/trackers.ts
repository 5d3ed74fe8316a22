import { kdniao, kuaidi100, type ExpressProvider, type ExpressTracker } from "#shared/providers/express/index.js";
import { config } from "#shared/kernel/config/config.js";
import type { ParcelDoc } from "./parcel.model.js";

/** The platforms that tell where parcels are. */
const trackers: Record<ExpressProvider, ExpressTracker> = { kuaidi100, kdniao };

/** Those whose keys are set, the preferred first (EXPRESS_PROVIDERS). */
export function trackersInUse(): ExpressTracker[] {
  return config.EXPRESS_PROVIDERS.map((provider) => trackers[provider]).filter((tracker) => tracker.isConfigured());
}

/**
 * Whom to ask about a parcel, one after the other: the platform that has told of it or taken its subscription, then the
 * rest. A parcel stays with one platform, because two of them tell the same event in different words.
 */
export function trackersFor({ provider }: Pick<ParcelDoc, "provider">): ExpressTracker[] {
  const inUse = trackersInUse();
  return [
    ...inUse.filter((tracker) => tracker.provider === provider),
    ...inUse.filter((tracker) => tracker.provider !== provider),
  ];
}

/** The platform in whose form a push is; without one in use, the preferred answers in its words. */
export function trackerOfForm(form: URLSearchParams): ExpressTracker {
  const inUse = trackersInUse();
  return inUse.find((tracker) => tracker.isPushForm(form)) ?? inUse[0] ?? kuaidi100;
}

export const trackerNamed = (provider: ExpressProvider): ExpressTracker => trackers[provider];
