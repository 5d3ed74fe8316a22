import mongoose from "mongoose";
import type { Migration } from "#shared/kernel/mongo/migrations.js";

interface Row {
  _id: number;
  state: string;
  dueAt: Date;
}
const outbox = () => mongoose.connection.db!.collection<Row>("outbox");
const BATCH = 500;

/**
 * The outbox is walked by `nextLookAt`: open rows get one, "due" is renamed to "waiting", and the previous index of the
 * walk is dropped. Jobs in Redis stay there, far timers too.
 */
export const outboxWalk: Migration = {
  number: 10,
  name: "0010 outbox walk",
  async beforeIndexes() {
    const indexes = await outbox()
      .indexes()
      .catch(() => []);
    const old = indexes.find(({ key }) => JSON.stringify(key) === JSON.stringify({ state: 1, dueAt: 1 }));
    if (old) await outbox().dropIndex(old.name!);
  },
  async up() {
    const now = new Date();
    let found: Row[] = [];
    for await (const row of outbox().find({ open: true, nextLookAt: { $exists: false }, parked: { $exists: false } })) {
      if (found.push(row) < BATCH) continue;
      await write(found, now);
      found = [];
    }
    await write(found, now);
  },
};

async function write(rows: readonly Row[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await outbox().bulkWrite(
    rows.map(({ _id, state, dueAt }) => ({
      updateOne: {
        filter: { _id, state },
        update: {
          $set: {
            state: state === "due" ? "waiting" : state,
            nextLookAt: state === "due" || dueAt < now ? now : dueAt,
            looks: 0,
          },
          $unset: { leaseUntil: 1 },
        },
      },
    })),
    { ordered: false },
  );
}
