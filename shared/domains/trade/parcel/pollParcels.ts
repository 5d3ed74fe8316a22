import { checkpoint, hasTimeLeft } from "#shared/kernel/request/context.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { log } from "#shared/kernel/observability/log.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { pollParcelJob, subscribeParcelJob } from "../trade.jobs.js";
import { findParcel, nextPollOf, ParcelModel, type ParcelDoc } from "./parcel.model.js";
import { refreshParcel } from "./refreshParcel.js";
import { trackersInUse } from "./trackers.js";

const BATCH = 200;
/** A provider that did not answer is queried again after this. */
const RETRY_MS = minutes(10);

/** Enqueues a job for every parcel that is due for a poll. */
export async function pollParcels(): Promise<void> {
  if (trackersInUse().length === 0) return;
  const now = clock.now();
  let after = 0;
  for (;;) {
    checkpoint();
    const due = await ParcelModel.find({ nextPollAt: { $ne: null, $lte: now }, _id: { $gt: after } }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Pick<ParcelDoc, "_id">[]>();
    for (const { _id } of due) await enqueue(pollParcelJob, { parcelId: _id });
    if (due.length < BATCH || !hasTimeLeft()) return;
    after = due.at(-1)!._id;
  }
}

/**
 * Polls a due parcel and sets its next time. A recent push replaces the query. A missing subscription is tried again,
 * and one at a provider that is no longer in use (EXPRESS_PROVIDERS, keys) is replaced. A provider that did not answer
 * is queried again in ten minutes. TooManyCalls of a provider pauses the queue, and the parcel stays due.
 */
export async function pollParcel(parcelId: number): Promise<void> {
  const parcel = await findParcel(parcelId);
  const now = clock.now();
  if (!parcel?.nextPollAt || parcel.nextPollAt > now) return;
  const next = nextPollOf(parcel, now);
  const { modifiedCount } = await ParcelModel.updateOne(
    { _id: parcelId, nextPollAt: parcel.nextPollAt },
    { $set: { nextPollAt: next } },
  );
  if (modifiedCount === 0) return;
  const isReleased = await releaseUnused(parcel);
  if (isReleased || (!parcel.subscribedAt && parcel.subscribeRefusal === null))
    await enqueue(subscribeParcelJob, { parcelId });
  const isPushed = parcel.toldAt !== null && next !== null && +now - +parcel.toldAt < +next - +now;
  if (isPushed) return;
  try {
    await refreshParcel(parcelId);
  } catch (error) {
    if (error instanceof TooManyCalls) {
      const { nextPollAt } = parcel;
      await ParcelModel.updateOne({ _id: parcelId, nextPollAt: next }, { $set: { nextPollAt } });
      throw error;
    }
    log.warn({ err: error, parcelId }, "a parcel could not be queried");
    await ParcelModel.updateOne(
      { _id: parcelId, nextPollAt: next },
      { $set: { nextPollAt: next && clock.after(RETRY_MS) } },
    );
  }
}

/** Releases a parcel from a provider that is no longer in use, so that another one can take it; true if it did. */
async function releaseUnused({ _id, provider }: ParcelDoc): Promise<boolean> {
  const inUse = trackersInUse();
  if (!provider || inUse.length === 0 || inUse.some((tracker) => tracker.provider === provider)) return false;
  const free = { provider: null, subscribedAt: null, subscribeRefusal: null };
  const { modifiedCount } = await ParcelModel.updateOne({ _id, provider }, { $set: free });
  return modifiedCount > 0;
}
