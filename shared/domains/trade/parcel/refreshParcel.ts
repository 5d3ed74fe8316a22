import { ExpressRefused } from "#shared/integrations/express/index.js";
import { OutboundFailed } from "#shared/platform/http.js";
import { tradeErrors } from "../trade.errors.js";
import { findParcel } from "./parcel.model.js";
import { storeTracks } from "./storeTracks.js";
import { tracker } from "./tracker.js";

/**
 * Asks the platform where a parcel is and keeps the answer; one that was signed for is not asked for again.
 * NoExpressPlatform, ExpressPlatformFailed (no proper answer), ExpressQueryRefused.
 */
export async function refreshParcel(parcelId: number): Promise<void> {
  const parcel = await findParcel(parcelId);
  if (!parcel || parcel.signedAt) return;
  if (!tracker.isConfigured()) throw tradeErrors.NoExpressPlatform();
  try {
    await storeTracks(parcelId, await tracker.query(parcel), "query");
  } catch (error) {
    if (error instanceof ExpressRefused) throw tradeErrors.ExpressQueryRefused({ reason: error.message });
    if (error instanceof OutboundFailed) throw tradeErrors.ExpressPlatformFailed();
    throw error;
  }
}
