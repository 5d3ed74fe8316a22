import type { QueryFilter } from "mongoose";
import { ClaimModel, claimsOfRow } from "#shared/kernel/mongo/claims.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";

/** Workers may be writing some of them: of a few at a time none is met again and again. */
const STEP = 50;

/** As if these had never been written: their rows are gone, and their keys are free. */
export async function loseJobs(which: QueryFilter<OutboxRow>): Promise<void> {
  const rows = await OutboxModel.find(which).lean<OutboxRow[]>();
  for (let at = 0; at < rows.length; at += STEP)
    await OutboxModel.deleteMany({ _id: { $in: rows.slice(at, at + STEP).map(({ _id }) => _id) } });
  const keys = rows.flatMap((row) => claimsOfRow("outbox", { ...row }));
  await ClaimModel.deleteMany({ _id: { $in: keys.map(({ _id }) => _id) } });
}
