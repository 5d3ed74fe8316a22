import { clock, minutes } from "#shared/platform/clock.js";
import { log } from "#shared/platform/log.js";
import { enqueue } from "#shared/platform/outbox.js";
import { pollParcelJob, subscribeParcelJob } from "../trade.jobs.js";
import { findParcel, nextPollOf, ParcelModel, type ParcelDoc } from "./parcel.model.js";
import { refreshParcel } from "./refreshParcel.js";
import { tracker } from "./tracker.js";

const BATCH = 200;
/** A platform that did not answer is asked again after this. */
const AGAIN_MS = minutes(10);

/** A job for every parcel whose time to be asked for has come. */
export async function pollParcels(): Promise<void> {
  if (!tracker.isConfigured()) return;
  const now = clock.now();
  let after = 0;
  for (;;) {
    const due = await ParcelModel.find({ nextPollAt: { $ne: null, $lte: now }, _id: { $gt: after } }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Pick<ParcelDoc, "_id">[]>();
    for (const { _id } of due) await enqueue(pollParcelJob, { parcelId: _id });
    if (due.length < BATCH) return;
    after = due.at(-1)!._id;
  }
}

/**
 * Asks for one parcel that is due and sets its next time. What was pushed since the last time need not be asked for; a
 * subscription that never came about is tried again.
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
  if (!parcel.subscribedAt && parcel.subscribeRefusal === null) await enqueue(subscribeParcelJob, { parcelId });
  const isTold = parcel.toldAt !== null && next !== null && +now - +parcel.toldAt < +next - +now;
  if (isTold) return;
  try {
    await refreshParcel(parcelId);
  } catch (error) {
    log.warn({ err: error, parcelId }, "a parcel could not be asked for");
    await ParcelModel.updateOne(
      { _id: parcelId, nextPollAt: next },
      { $set: { nextPollAt: next && clock.after(AGAIN_MS) } },
    );
  }
}
