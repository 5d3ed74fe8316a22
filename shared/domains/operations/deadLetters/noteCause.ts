import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { getCause } from "./cause.queries.js";
import { LetterCauseModel, type LetterCauseDoc } from "./letterCause.model.js";

type Fields = Pick<LetterCauseDoc, "note" | "runbook">;

/** Notes what is known of a cause, for whoever meets it next; both texts may be empty. Throws CauseNotFound. */
export async function noteCause(operatorId: number, id: string, { note, runbook }: Fields): Promise<true> {
  const { text, jobs, noted } = await getCause(id);
  const before: Fields = { note: noted?.note ?? "", runbook: noted?.runbook ?? "" };
  return inTransaction(async () => {
    await LetterCauseModel.updateOne(
      { _id: id },
      { $set: { note, runbook, notedBy: operatorId, job: jobs[0] ?? "", text } },
      { upsert: true },
    );
    await recordOperation({
      module: "infra",
      action: "dead-letter-cause.update",
      bizId: id,
      before,
      after: { note, runbook },
    });
    return true as const;
  });
}
