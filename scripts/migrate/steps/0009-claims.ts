import mongoose from "mongoose";
import {
  ClaimModel,
  claimsOfCollections,
  claimsOfRow,
  type Claim,
  type ClaimDeclaration,
} from "#shared/kernel/mongo/claims.js";
import type { Migration } from "#shared/kernel/mongo/migrations.js";
import { logicallyDeleted, models } from "#shared/kernel/mongo/mongo.js";

type Row = { _id: number } & Record<string, unknown>;
const rows = (name: string) => mongoose.connection.db!.collection<Row>(name);
const BATCH = 500;

/**
 * Values that may change are unique by rows of `claims`: existing values are claimed, and their unique indexes are
 * dropped, with two fields that only served such an index. Until all processes run this version, one of the previous
 * version can write a duplicate, so the two must not run side by side.
 */
export const claims: Migration = {
  number: 9,
  name: "0009 claims",
  async beforeIndexes() {
    for (const name of new Set([...claimsOfCollections.keys(), ...logicallyDeleted])) {
      const declared = models.get(name)!.schema.indexes();
      const isKept = (index: { key: object; unique?: boolean }): boolean =>
        declared.some(
          ([key, options]) =>
            JSON.stringify(key) === JSON.stringify(index.key) && (options?.unique ?? false) === (index.unique ?? false),
        );
      for (const index of await rows(name)
        .indexes()
        .catch(() => []))
        if (index.unique && !isKept(index)) await rows(name).dropIndex(index.name!);
    }
    await outboxExpiry();
    await ClaimModel.createCollection();
    for (const [name, declared] of claimsOfCollections) await claimRows(name, declared);
    await rows("bargainRecords").updateMany({ openKey: { $exists: true } }, { $unset: { openKey: 1 } });
    await rows("liveMounts").updateMany({ explainingIn: { $exists: true } }, { $unset: { explainingIn: 1 } });
  },
};

/** The old index never expired dead rows; now they may expire, as their dead letters describe them. */
async function outboxExpiry(): Promise<void> {
  const indexes = await rows("outbox")
    .indexes()
    .catch(() => []);
  const old = indexes.find((index) => "endedAt" in index.key && index["partialFilterExpression"]);
  if (old) await rows("outbox").dropIndex(old.name!);
}

async function claimRows(name: string, declared: readonly ClaimDeclaration[]): Promise<void> {
  const $or = declared.map(({ fields, where = {} }) => ({
    ...Object.fromEntries(fields.map((field) => [field, { $exists: true }])),
    ...where,
  }));
  let found: Claim[] = [];
  for await (const row of rows(name).find({ $or, deletedAt: null } as object)) {
    found.push(...claimsOfRow(name, row));
    if (found.length < BATCH) continue;
    await write(found);
    found = [];
  }
  await write(found);
}

/** Repeatable: a second run changes nothing. */
async function write(found: readonly Claim[]): Promise<void> {
  if (found.length === 0) return;
  await ClaimModel.bulkWrite(
    found.map(({ _id, by }) => ({ updateOne: { filter: { _id }, update: { $setOnInsert: { by } }, upsert: true } })),
    { ordered: false },
  );
}
