import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { writeOperator } from "./changeOperator.js";
import { getOperator } from "./operator.queries.js";
import { operatorAuditFields } from "./operatorFields.js";

interface OwnProfileChanges {
  nickname?: string | undefined;
  mobile?: string | null | undefined;
  email?: string | null | undefined;
}

/** Changes an operator's own profile. OperatorMobileTaken, OperatorEmailTaken. */
export async function changeOwnProfile(operatorId: number, changes: OwnProfileChanges): Promise<true> {
  return inTransaction(async () => {
    const before = await getOperator(operatorId);
    await writeOperator(operatorId, changes);
    const after = await getOperator(operatorId);
    await recordOperation({
      module: "system",
      action: "profile.update",
      bizId: operatorId,
      before: operatorAuditFields(before),
      after: operatorAuditFields(after),
    });
    return true as const;
  });
}
