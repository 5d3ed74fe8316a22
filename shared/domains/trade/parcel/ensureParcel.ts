import type { ParcelName } from "#shared/providers/express/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { holdingRow, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { subscribeParcelJob } from "../trade.jobs.js";
import { nextPollOf, ParcelModel, type ParcelDoc } from "./parcel.model.js";

type EnsuredParcel = Pick<ParcelDoc, "_id" | "returningAt">;

/** Finds or creates the parcel of this number, in the caller's transaction; a job subscribes it. */
export async function ensureParcel(name: ParcelName): Promise<EnsuredParcel> {
  const { company, logisticsNo } = name;
  const known = await ParcelModel.findOne({ company, logisticsNo }, { _id: 1, returningAt: 1 }).lean<EnsuredParcel>();
  if (known) {
    // This write conflicts with a concurrent deletion by the last order that used the parcel, and with news of it.
    const { matchedCount } = await ParcelModel.updateOne({ _id: known._id }, holdingRow);
    if (matchedCount === 0) throw new LostRace(logisticsNo);
    return known;
  }
  const _id = await nextId("tradeParcels");
  const now = clock.now();
  try {
    await ParcelModel.create([{ _id, ...name, nextPollAt: nextPollOf({ createdAt: now }, now) }]);
  } catch (error) {
    // Another order has just created the same parcel: the next run finds it.
    throw isDuplicateKey(error) ? new LostRace(logisticsNo) : error;
  }
  await enqueue(subscribeParcelJob, { parcelId: _id });
  return { _id };
}
