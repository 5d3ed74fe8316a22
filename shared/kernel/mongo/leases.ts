import { randomUUID } from "node:crypto";
import type mongoose from "mongoose";
import { defineModel, holdingRow, isDuplicateKey } from "./mongo.js";
import { storeNow } from "./storeTime.js";

interface Lease {
  _id: string;
  owner: string;
  /** By MongoDB's clock. */
  until: Date;
  /** The fencing number: how often it was taken by another. Only of leases that are fenced. */
  number?: number;
}
export const LeaseModel = defineModel<Lease>("leases", {
  _id: { type: String, required: true },
  owner: { type: String, required: true },
  until: { type: Date, required: true },
  number: Number,
});

/**
 * What an idle worker sends all day goes through the driver, as mongoose's casts and hooks cost as much CPU as the command.
 * It joins no transaction.
 */
const driver = LeaseModel.collection as unknown as mongoose.mongo.Collection<Lease>;

/** This process, as an owner of leases. */
export const processId = randomUUID();

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

/** A lease whose every holder has a number that is higher than that of all before. */
interface FencedLease {
  name: string;
  number: number;
}

/** Takes a lease for a new owner; undefined while another owner holds it. */
export async function takeFencedLease(name: string, ms: number): Promise<FencedLease | undefined> {
  const now = storeNow();
  try {
    const row = await driver.findOneAndUpdate(
      { _id: name, until: { $lt: now } },
      { $set: { owner: processId, until: new Date(now.getTime() + ms) }, $inc: { number: 1 } },
      { upsert: true, returnDocument: "after" },
    );
    return { name, number: row?.number ?? 0 };
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
}

/** False once another holds it. */
export async function renewFencedLease({ name, number }: FencedLease, ms: number): Promise<boolean> {
  const until = new Date(storeNow().getTime() + ms);
  const { matchedCount } = await LeaseModel.updateOne({ _id: name, number }, { $set: { until } });
  return matchedCount > 0;
}

/** In a transaction: nobody takes the lease before its end, and it does not commit if somebody has. False if so. */
export async function holdFencedLease({ name, number }: FencedLease): Promise<boolean> {
  const { matchedCount } = await LeaseModel.updateOne({ _id: name, number }, holdingRow);
  return matchedCount > 0;
}

/** The row stays, for its number. */
export async function releaseFencedLease({ name, number }: FencedLease): Promise<void> {
  await driver.updateOne({ _id: name, number }, { $set: { until: new Date(0) } });
}

/**
 * Registers this process in a group for the next `ms`, and returns its place there. Processes may see each other some
 * seconds late, so work that is divided by places must tolerate being done twice.
 */
export async function takePlace(group: string, ms: number): Promise<{ place: number; places: number }> {
  const now = storeNow();
  const own = `${group}:${processId}`;
  await driver.updateOne(
    { _id: own },
    { $set: { owner: processId, until: new Date(now.getTime() + ms) } },
    { upsert: true },
  );
  const ofGroup = { $gt: `${group}:`, $lt: `${group};` };
  const rows = await driver.find({ _id: ofGroup }, { sort: { _id: 1 } }).toArray();
  const gone = new Date(now.getTime() - 10 * ms);
  if (rows.some(({ until }) => until < gone)) await LeaseModel.deleteMany({ _id: ofGroup, until: { $lt: gone } });
  const there = rows.filter(({ _id, until }) => until >= now || _id === own).map(({ _id }) => _id);
  return { place: there.indexOf(own), places: there.length };
}

export const releasePlace = (group: string): Promise<void> => releaseLease(`${group}:${processId}`);
