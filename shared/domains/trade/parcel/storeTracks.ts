import type { ParcelFound } from "#shared/providers/express/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { RECEIVE_AFTER_SIGNED_MS } from "../order/receiveOrder.js";
import { receiveSignedOrdersJob } from "../trade.jobs.js";
import { ParcelModel } from "./parcel.model.js";

/**
 * Adds reported tracks, unique by time and content. A parcel once signed for stays so, and its orders count as received
 * some days later (receiveSignedOrders).
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
      // Oldest first, so that later reported tracks are stored later.
      $addToSet: { tracks: { $each: tracks.toReversed().map(({ at, content }) => ({ at, content })) } },
      $set: by === "query" ? { askedAt: now } : { toldAt: now },
    },
  );
  if (isSigned) await signFor(parcelId, tracks);
}

async function signFor(parcelId: number, tracks: ParcelFound["tracks"]): Promise<void> {
  const now = clock.ms();
  const last = Math.max(...tracks.map(({ at }) => at.getTime()));
  // A provider's clock that is ahead of ours must not delay the receipt.
  const signedAt = Number.isFinite(last) ? Math.min(last, now) : now;
  await inTransaction(async () => {
    const { modifiedCount } = await ParcelModel.updateOne(
      { _id: parcelId, signedAt: null },
      { $set: { signedAt: new Date(signedAt), nextPollAt: null } },
    );
    if (modifiedCount === 0) return;
    const delayMs = Math.max(0, signedAt + RECEIVE_AFTER_SIGNED_MS - now);
    await enqueue(receiveSignedOrdersJob, { parcelId }, { delayMs });
  });
}
