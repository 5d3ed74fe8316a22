import mongoose from "mongoose";
import type { Migration } from "#shared/kernel/mongo/migrations.js";
import { subjectsOf, type About } from "#shared/kernel/queue/subjects.js";

interface Row {
  _id: number;
  about?: About;
  state: string;
  endedAt?: Date | null;
  subjects?: string[];
  expireAt?: Date;
}
const outbox = () => mongoose.connection.db!.collection<Row>("outbox");
const BATCH = 500;
const DAY_MS = 86_400_000;

/**
 * Jobs are found by their subjects and kept for days after they end: rows get `subjects` and `expireAt`, and the index
 * that deleted them after a day is dropped.
 */
export const jobLedger: Migration = {
  number: 11,
  name: "0011 job ledger",
  async beforeIndexes() {
    const indexes = await outbox()
      .indexes()
      .catch(() => []);
    const old = indexes.find(({ key }) => JSON.stringify(key) === JSON.stringify({ endedAt: 1 }));
    if (old) await outbox().dropIndex(old.name!);
  },
  async up() {
    let found: Row[] = [];
    for await (const row of outbox().find(
      { subjects: { $exists: false } },
      { projection: { about: 1, state: 1, endedAt: 1, expireAt: 1 } },
    )) {
      if (found.push(row) < BATCH) continue;
      await write(found);
      found = [];
    }
    await write(found);
  },
};

async function write(rows: readonly Row[]): Promise<void> {
  const changes = rows.flatMap((row) => {
    const subjects = subjectsOf(row.about ?? {});
    const expireAt = row.endedAt && !row.expireAt ? new Date(row.endedAt.getTime() + keptMs(row.state)) : undefined;
    const $set = { ...(subjects.length > 0 ? { subjects } : {}), ...(expireAt ? { expireAt } : {}) };
    return Object.keys($set).length === 0 ? [] : [{ updateOne: { filter: { _id: row._id }, update: { $set } } }];
  });
  if (changes.length > 0) await outbox().bulkWrite(changes, { ordered: false });
}

const keptMs = (state: string): number => (state === "dead" ? 90 : 7) * DAY_MS;
