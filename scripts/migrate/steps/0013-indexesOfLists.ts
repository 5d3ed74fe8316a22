import type mongoose from "mongoose";
import type { Migration } from "#shared/kernel/mongo/migrations.js";
import { models } from "#shared/kernel/mongo/mongo.js";

const OLD_VISITS = "day_1_spuId_1";
type Keys = [field: string, direction: unknown][];

/**
 * Lists are sorted by time and id, and so are their indexes now: one by time alone leaves the store to sort every row.
 * The shorter indexes that these replace cost each write and serve nothing; so does one of visits by day and product.
 */
export const indexesOfLists: Migration = {
  number: 13,
  name: "0013 indexes of lists",
  async up() {
    for (const model of models.values()) await dropReplaced(model);
    const visits = models.get("productVisitDays");
    if (visits && (await existing(visits)).some(({ name }) => name === OLD_VISITS))
      await visits.collection.dropIndex(OLD_VISITS);
  },
};

/** Those that are the beginning of a declared one, and that neither demand nor expire anything. */
async function dropReplaced(model: mongoose.Model<never>): Promise<void> {
  const declared = model.schema.indexes().map(([keys]) => Object.entries(keys) as Keys);
  for (const { name, key, unique, sparse, expireAfterSeconds, partialFilterExpression } of await existing(model)) {
    if (unique || sparse || expireAfterSeconds !== undefined || partialFilterExpression || name === "_id_") continue;
    const keys = Object.entries(key) as Keys;
    const isReplaced = declared.some((longer) => longer.length > keys.length && begins(longer, keys));
    const isDeclared = declared.some((same) => same.length === keys.length && begins(same, keys));
    if (isReplaced && !isDeclared) await model.collection.dropIndex(name!);
  }
}

const begins = (longer: Keys, keys: Keys): boolean =>
  keys.every(([field, direction], at) => longer[at]?.[0] === field && longer[at][1] === direction);

/** None of a collection that is not there. */
const existing = (model: mongoose.Model<never>) => model.collection.indexes().catch(() => []);
