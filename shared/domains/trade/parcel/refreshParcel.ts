import { ExpressRefused, type ParcelFound } from "#shared/providers/express/port.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { tradeErrors } from "../trade.errors.js";
import { findParcel, ParcelModel, type ParcelDoc } from "./parcel.model.js";
import { storeTracks } from "./storeTracks.js";
import { trackersFor } from "./trackers.js";

/**
 * Asks the provider where a parcel is and keeps the answer; one that was signed for is not asked for again. A provider
 * that refuses by name leaves the parcel to the next one, if that knows it; one that is away does not: it comes back.
 * NoExpressPlatform, ExpressPlatformFailed (no proper answer), ExpressQueryRefused (in the words of the first),
 * TooManyCalls.
 */
export async function refreshParcel(parcelId: number): Promise<void> {
  const parcel = await findParcel(parcelId);
  if (!parcel || parcel.signedAt) return;
  try {
    await storeTracks(parcelId, await found(parcel), "query");
  } catch (error) {
    if (error instanceof ExpressRefused) throw tradeErrors.ExpressQueryRefused({ reason: error.message });
    if (error instanceof OutboundFailed && !(error instanceof TooManyCalls)) throw tradeErrors.ExpressPlatformFailed();
    throw error;
  }
}

async function found(parcel: ParcelDoc): Promise<ParcelFound> {
  const [first, ...others] = trackersFor(parcel);
  if (!first) throw tradeErrors.NoExpressPlatform();
  try {
    return await first.query(parcel);
  } catch (refusal) {
    if (!(refusal instanceof ExpressRefused)) throw refusal;
    for (const other of others) {
      const told = await other.query(parcel).catch((error: unknown) => {
        if (error instanceof ExpressRefused) return undefined;
        throw error;
      });
      if (!told) continue;
      // It is to push from now on as well, and the first one may not speak for this parcel any more.
      if (told.tracks.length > 0) await moveTo(parcel, other.provider);
      return told;
    }
    throw refusal;
  }
}

/** The next poll subscribes at the new provider. */
async function moveTo({ _id, provider }: ParcelDoc, to: ParcelDoc["provider"]): Promise<void> {
  await ParcelModel.updateOne(
    { _id, provider: provider ?? null },
    { $set: { provider: to, subscribedAt: null, subscribeRefusal: null } },
  );
}
