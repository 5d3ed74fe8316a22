import { ExpressRefused } from "#shared/integrations/express/index.js";
import { clock } from "#shared/platform/clock.js";
import { config } from "#shared/platform/config.js";
import { log } from "#shared/platform/log.js";
import { findParcel, ParcelModel } from "./parcel.model.js";
import { tracker } from "./tracker.js";

/**
 * Has the platform push what it learns of a parcel. One that is subscribed, refused or signed for is left alone; the
 * platform itself takes a second subscription as the first. Without an answer it throws, to be tried again.
 */
export async function subscribeParcel(parcelId: number): Promise<void> {
  const parcel = await findParcel(parcelId);
  if (!parcel || parcel.subscribedAt || parcel.subscribeRefusal !== null || parcel.signedAt) return;
  if (!tracker.isConfigured()) return;
  try {
    await tracker.subscribe(parcel, `${config.PUBLIC_URL}/callback/express`);
  } catch (error) {
    if (!(error instanceof ExpressRefused)) throw error;
    // Polling goes on without it, so nobody has to act.
    log.warn({ parcelId, code: error.code }, "the tracking platform refuses to push this parcel");
    await ParcelModel.updateOne({ _id: parcelId }, { $set: { subscribeRefusal: error.message } });
    return;
  }
  await ParcelModel.updateOne({ _id: parcelId, subscribedAt: null }, { $set: { subscribedAt: clock.now() } });
}
