import "#scripts/migrate/models.js";
import type mongoose from "mongoose";
import { claimsOfCollections, claimsOfRow, type Claim } from "#shared/kernel/mongo/claims.js";
import { add, type CheckReport } from "./rows.js";

type Row = { _id: number } & Record<string, unknown>;

/** I8: each unique value is claimed by the row that has it, and there are no other claims. */
export async function claimsAreRows(
  report: CheckReport,
  db: mongoose.mongo.Db,
  session: mongoose.mongo.ClientSession,
): Promise<void> {
  const claims = new Map<string, Claim["by"]>();
  for await (const { _id, by } of db.collection<Claim>("claims").find({}, { session })) claims.set(_id, by);
  report.looked["I8 claims"] = claims.size;
  for (const [collection, declared] of claimsOfCollections) {
    const names = declared.flatMap(({ fields, where = {} }) => [...fields, ...Object.keys(where)]);
    const projection = Object.fromEntries([...names, "deletedAt"].map((field) => [field, 1]));
    const some = { $or: declared.map(({ fields }) => ({ [fields[0]!]: { $exists: true } })) };
    for await (const row of db.collection<Row>(collection).find(some as object, { session, projection }))
      for (const { _id, by } of claimsOfRow(collection, row)) {
        const holder = claims.get(_id);
        claims.delete(_id);
        if (holder !== by) add(report, "I8", `${collection} ${by}`, `has ${_id}, claimed by ${holder ?? "nobody"}`);
      }
  }
  for (const [_id, by] of claims) add(report, "I8", `claim ${_id}`, `of ${by}, which has no such value`);
}
