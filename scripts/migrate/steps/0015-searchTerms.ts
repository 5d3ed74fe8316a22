import mongoose from "mongoose";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import type { Migration } from "#shared/kernel/mongo/migrations.js";

/** Collection, the field with the name, the field with its terms. */
const named: [collection: string, name: string, terms: string][] = [
  ["spus", "name", "keywordTerms"],
  ["productBrands", "name", "keywordTerms"],
  ["members", "nickname", "nicknameTerms"],
  ["afterSales", "spuName", "spuNameTerms"],
  ["liveRooms", "roomName", "nameTerms"],
  ["lives", "liveName", "nameTerms"],
  ["couponTemplates", "name", "nameTerms"],
  ["discountActivities", "name", "nameTerms"],
  ["rewardActivities", "name", "nameTerms"],
];
const BATCH = 500;

/**
 * Names are found by parts of their words, by pinyin and without marks: every row gets its terms anew. By id, in batches
 * that each are written before the next is read; a row that is renamed meanwhile keeps the terms of its new name.
 */
export const searchTerms: Migration = {
  number: 15,
  name: "0015 search terms",
  async up() {
    for (const [collection, name, terms] of named) await renew(collection, name, terms);
  },
};

async function renew(collection: string, name: string, terms: string): Promise<void> {
  const rows = mongoose.connection.db!.collection<{ _id: number; [field: string]: unknown }>(collection);
  for (let after = 0; ;) {
    const found = await rows
      .find({ _id: { $gt: after } }, { projection: { [name]: 1 } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    if (found.length === 0) return;
    await rows.bulkWrite(
      found.map(({ _id, [name]: text }) => ({
        updateOne: {
          filter: { _id, [name]: text },
          update: { $set: { [terms]: termsOfName(typeof text === "string" ? text : "") } },
        },
      })),
      { ordered: false },
    );
    after = found.at(-1)!._id;
  }
}
