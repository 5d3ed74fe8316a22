import mongoose from "mongoose";
import { parseLog } from "#shared/domains/trade/index.js";
import type { Migration } from "#shared/kernel/mongo/migrations.js";

interface Row {
  _id: number;
  content?: string;
  what?: object | null;
}
const BATCH = 500;

/**
 * The logs of orders and after-sales were English sentences; now each row has a kind and its parameters. Rows that
 * match no sentence keep their content only. Each batch is written before the next is read, so that an interrupted
 * step resumes with the rest.
 */
export const orderLogEntries: Migration = {
  number: 12,
  name: "0012 order log entries",
  async up() {
    for (const collection of ["tradeOrderLogs", "afterSaleLogs"]) await parseRows(collection);
  },
};

async function parseRows(collection: string): Promise<void> {
  const rows = mongoose.connection.db!.collection<Row>(collection);
  const isOpen = { what: { $exists: false } };
  for (let after = 0; ;) {
    const found = await rows
      .find({ ...isOpen, _id: { $gt: after } }, { projection: { content: 1 } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    if (found.length === 0) return;
    await rows.bulkWrite(
      found.map(({ _id, content }) => ({
        updateOne: { filter: { _id, ...isOpen }, update: { $set: { what: parseLog(content ?? "") } } },
      })),
      { ordered: false },
    );
    after = found.at(-1)!._id;
  }
}
