import { recordOperation } from "#shared/domains/audit/index.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import { adminErrors } from "./operator.errors.js";
import { requireOneSuper } from "./requireOneSuper.js";
import { checkMayGovern, type Governor } from "./mayGovern.js";
import { OperatorModel } from "./operator.model.js";
import { getOperator } from "./operator.queries.js";
import { operatorAuditFields } from "./operatorFields.js";
import { invalidatePermissions } from "./role/permissions.js";

/** Signs out at once; logs keep the name. OperatorNotFound, OwnAccount, OperatorAboveYou, LastSuperOperator. */
export async function deleteOperator(actor: Governor, operatorId: number): Promise<true> {
  return inTransaction(async () => {
    const before = await getOperator(operatorId);
    if (operatorId === actor.operatorId) throw adminErrors.OwnAccount();
    await checkMayGovern(actor, before);
    await requireOneSuper(before, undefined);
    if (!(await deleteLogically(OperatorModel, { _id: operatorId }))) throw adminErrors.OperatorNotFound();
    await endSessions({ audience: "operator", ownerId: operatorId }, "operator deleted");
    invalidatePermissions();
    await recordOperation({
      module: "system",
      action: "user.delete",
      bizId: operatorId,
      before: operatorAuditFields(before),
    });
    return true as const;
  });
}
