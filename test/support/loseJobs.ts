import type { QueryFilter } from "mongoose";
import { ClaimModel, claimsOfRow } from "#shared/kernel/mongo/claims.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";

/** As if these had never been written: their rows are gone, and their keys are free. */
export async function loseJobs(which: QueryFilter<OutboxRow>): Promise<void> {
  const rows = await OutboxModel.find(which).lean<OutboxRow[]>();
  await OutboxModel.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  const keys = rows.flatMap((row) => claimsOfRow("outbox", { ...row }));
  await ClaimModel.deleteMany({ _id: { $in: keys.map(({ _id }) => _id) } });
}
