import { randomUUID } from "node:crypto";
import { defineModel, isDuplicateKey } from "./mongo.js";
import { storeNow } from "./storeTime.js";

interface Lease {
  _id: string;
  owner: string;
  /** By MongoDB's clock. */
  until: Date;
}
export const LeaseModel = defineModel<Lease>("leases", {
  _id: { type: String, required: true },
  owner: { type: String, required: true },
  until: { type: Date, required: true },
});

/** This process, as an owner of leases. */
export const processId = randomUUID();

/** One of several owners of leases in this process. */
export const newOwner = (): string => `${processId}/${randomUUID()}`;

/** Takes or renews a lease; false while another owner holds it. */
export async function takeLease(name: string, ms: number, owner: string = processId): Promise<boolean> {
  const now = storeNow();
  try {
    const { matchedCount, upsertedCount } = await LeaseModel.updateOne(
      { _id: name, $or: [{ owner }, { until: { $lt: now } }] },
      { $set: { owner, until: new Date(now.getTime() + ms) } },
      { upsert: true },
    );
    return matchedCount + upsertedCount > 0;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

export async function releaseLease(name: string, owner: string = processId): Promise<void> {
  await LeaseModel.deleteOne({ _id: name, owner });
}

/**
 * Registers this process in a group for the next `ms`, and returns its place there. Processes may see each other some
 * seconds late, so work that is divided by places must tolerate being done twice.
 */
export async function takePlace(group: string, ms: number): Promise<{ place: number; places: number }> {
  const now = storeNow();
  const own = `${group}:${processId}`;
  await LeaseModel.updateOne(
    { _id: own },
    { $set: { owner: processId, until: new Date(now.getTime() + ms) } },
    { upsert: true },
  );
  const ofGroup = { $gt: `${group}:`, $lt: `${group};` };
  const rows = await LeaseModel.find({ _id: ofGroup }).sort({ _id: 1 }).lean();
  const gone = new Date(now.getTime() - 10 * ms);
  if (rows.some(({ until }) => until < gone)) await LeaseModel.deleteMany({ _id: ofGroup, until: { $lt: gone } });
  const there = rows.filter(({ _id, until }) => until >= now || _id === own).map(({ _id }) => _id);
  return { place: there.indexOf(own), places: there.length };
}

export const releasePlace = (group: string): Promise<void> => releaseLease(`${group}:${processId}`);
