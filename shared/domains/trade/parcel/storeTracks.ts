import type { ParcelFound } from "#shared/integrations/express/index.js";
import { clock } from "#shared/platform/clock.js";
import { ParcelModel } from "./parcel.model.js";

/**
 * Adds what the platform told: the same time and content is one track, whoever told it and however often. What was
 * signed for stays signed for.
 */
export async function storeTracks(
  parcelId: number,
  { tracks, isSigned }: ParcelFound,
  by: "query" | "push",
): Promise<void> {
  const now = clock.now();
  await ParcelModel.updateOne(
    { _id: parcelId },
    {
      $addToSet: { tracks: { $each: tracks.map(({ at, content }) => ({ at, content })) } },
      $set: by === "query" ? { askedAt: now } : { toldAt: now },
    },
  );
  if (!isSigned) return;
  const last = Math.max(...tracks.map(({ at }) => at.getTime()));
  await ParcelModel.updateOne(
    { _id: parcelId, signedAt: null },
    { $set: { signedAt: Number.isFinite(last) ? new Date(last) : now, nextPollAt: null } },
  );
}
