import { ExpressRefused, type ParcelFound } from "#shared/providers/express/port.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { deliveryErrors } from "../delivery/delivery.errors.js";
import { findParcel, ParcelModel, type ParcelDoc } from "./parcel.model.js";
import { storeTracks } from "./storeTracks.js";
import { trackersFor } from "./trackers.js";

/**
 * Queries the provider for a parcel's tracks and stores them, until it is signed for. If the provider refuses
 * explicitly, the next one that knows the parcel takes it over; an unreachable one keeps it, as it recovers. Throws
 * NoExpressPlatform, ExpressPlatformFailed (no valid response), ExpressQueryRefused (with the first refusal's text),
 * TooManyCalls.
 */
export async function refreshParcel(parcelId: number): Promise<void> {
  const parcel = await findParcel(parcelId);
  if (!parcel || parcel.signedAt) return;
  try {
    await storeTracks(parcelId, await queryTrackers(parcel), "query");
  } catch (error) {
    if (error instanceof ExpressRefused) throw deliveryErrors.ExpressQueryRefused({ reason: error.message });
    if (error instanceof OutboundFailed && !(error instanceof TooManyCalls))
      throw deliveryErrors.ExpressPlatformFailed();
    throw error;
  }
}

async function queryTrackers(parcel: ParcelDoc): Promise<ParcelFound> {
  const [first, ...others] = trackersFor(parcel);
  if (!first) throw deliveryErrors.NoExpressPlatform();
  try {
    return await first.query(parcel);
  } catch (refusal) {
    if (!(refusal instanceof ExpressRefused)) throw refusal;
    for (const other of others) {
      const result = await other.query(parcel).catch((error: unknown) => {
        if (error instanceof ExpressRefused) return undefined;
        throw error;
      });
      if (!result) continue;
      // From now on this provider also pushes, and pushes of the first one are ignored.
      if (result.tracks.length > 0) await moveTo(parcel, other.provider);
      return result;
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
