import { ExpressRefused } from "#shared/providers/express/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";
import { findParcel, ParcelModel } from "./parcel.model.js";
import { trackersFor } from "./trackers.js";

/**
 * Subscribes a parcel's tracks at the preferred provider, or at the next one that does not refuse. No-op when it is
 * subscribed, refused by all or signed for; providers ignore a second subscription. Throws without a response, to be
 * retried.
 */
export async function subscribeParcel(parcelId: number): Promise<void> {
  const parcel = await findParcel(parcelId);
  if (!parcel || parcel.subscribedAt || parcel.subscribeRefusal !== null || parcel.signedAt) return;
  let refusal: ExpressRefused | undefined;
  for (const tracker of trackersFor(parcel)) {
    try {
      await tracker.subscribe(parcel, `${config.PUBLIC_URL}/callback/express`);
    } catch (error) {
      if (!(error instanceof ExpressRefused)) throw error;
      refusal ??= error;
      log.warn({ parcelId, provider: tracker.provider, refusal: error.code }, "a provider refuses to push this parcel");
      continue;
    }
    const subscribed = { subscribedAt: clock.now(), provider: tracker.provider };
    await ParcelModel.updateOne({ _id: parcelId, subscribedAt: null }, { $set: subscribed });
    return;
  }
  // Polling works without it, so nobody has to act.
  if (refusal) await ParcelModel.updateOne({ _id: parcelId }, { $set: { subscribeRefusal: refusal.message } });
}
