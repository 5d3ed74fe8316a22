import "#scripts/migrate/models.js";
import type mongoose from "mongoose";
import { claimsOfRow, type Claim } from "#shared/kernel/mongo/claims.js";

/** Rows straight into a shop's database, and what they claim. */
export async function insertRows(db: mongoose.Connection, name: string, rows: readonly object[]): Promise<void> {
  await db.collection<{ _id: number }>(name).insertMany(rows as never);
  const claims = rows.flatMap((row) => claimsOfRow(name, row as never));
  if (claims.length > 0) await db.collection<Claim>("claims").insertMany(claims);
}
