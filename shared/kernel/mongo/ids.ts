import { DateTime } from "luxon";
import mongoose from "mongoose";
import { clock } from "../time/clock.js";
import { ignoreDuplicate } from "./duplicates.js";
import { defineModel, outsideTransaction } from "./mongo.js";

const FIRST_BLOCK = 50;
const LARGEST_BLOCK = 800;
/** A block that lasts shorter than this is followed by one twice as large, one that lasts longer by one half as large. */
const BLOCK_LASTS_MS = 60_000;
interface Counter {
  _id: string;
  value: number;
}
const CounterModel = defineModel<Counter>("counters", { _id: { type: String, required: true }, value: Number });

/** The unused ids of the block that this process took, by collection. */
const blocks = new Map<string, { next: number; last: number; size: number; takenAt: number }>();
const refills = new Map<string, Promise<void>>();

/** The next id of a collection. Blocks, of 50 at first, are taken outside any transaction, so gaps are normal. */
export async function nextId(collection: string): Promise<number> {
  for (;;) {
    const block = blocks.get(collection);
    if (block && block.next <= block.last) return block.next++;
    let refill = refills.get(collection);
    if (!refill) {
      refill = takeBlock(collection).finally(() => refills.delete(collection));
      refills.set(collection, refill);
    }
    await refill;
  }
}

/** `count` ids of a collection, ascending. */
export async function nextIds(collection: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await nextId(collection));
  return ids;
}

async function takeBlock(collection: string): Promise<void> {
  await outsideTransaction(async () => {
    const size = nextSize(collection);
    let counter = await raise(collection, size);
    while (!counter) {
      await ensureCounter(collection);
      counter = await raise(collection, size);
    }
    const takenAt = performance.now();
    blocks.set(collection, { next: counter.value - size + 1, last: counter.value, size, takenAt });
  });
}

function nextSize(collection: string): number {
  const before = blocks.get(collection);
  if (!before) return FIRST_BLOCK;
  const isLong = performance.now() - before.takenAt > BLOCK_LASTS_MS;
  return isLong ? Math.max(before.size / 2, FIRST_BLOCK) : Math.min(before.size * 2, LARGEST_BLOCK);
}

const raise = async (collection: string, size: number): Promise<Counter | null> =>
  CounterModel.findOneAndUpdate(
    { _id: collection },
    { $inc: { value: size } },
    { returnDocument: "after" },
  ).lean<Counter>();

/** Apart from raising it: of two processes that create a counter at once, one would not get the raised counter. */
async function ensureCounter(collection: string): Promise<void> {
  await CounterModel.updateOne({ _id: collection }, { $setOnInsert: { value: 0 } }, { upsert: true }).catch(
    ignoreDuplicate(),
  );
}

/** Ids that were set explicitly (seeds, pay app 1 and 8) must not be assigned again. */
export async function reserveIdsUpTo(collection: string, highest: number): Promise<void> {
  await CounterModel.updateOne({ _id: collection }, { $max: { value: highest } }, { upsert: true });
  blocks.delete(collection);
}

/** No collection's next ids are among the `count` that follow those given out so far. */
export async function skipIds(count: number): Promise<void> {
  await CounterModel.updateMany({}, { $inc: { value: count } });
  blocks.clear();
}

/** A serial number: prefix letter, yyyyMMddHHmmssSSS in Asia/Shanghai, the last six digits of the id. */
export function serialNumber(prefix: string, id: number): string {
  const moment = DateTime.fromMillis(clock.ms(), { zone: "Asia/Shanghai" }).toFormat("yyyyMMddHHmmssSSS");
  return `${prefix}${moment}${String(id % 1_000_000).padStart(6, "0")}`;
}

/** A MongoDB object id as text, for rows that need no number. */
export function randomId(): string {
  return new mongoose.Types.ObjectId().toHexString();
}
