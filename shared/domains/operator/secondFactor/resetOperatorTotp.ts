import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { adminErrors } from "../operator.errors.js";
import { checkMayGovern, type Governor } from "../mayGovern.js";
import { OperatorModel } from "../operator.model.js";
import { getOperator } from "../operator.queries.js";
import { invalidatePermissions } from "../role/permissions.js";

/** For an operator who lost authenticator and codes. OperatorNotFound, OwnAccount, OperatorAboveYou, TotpOff. */
export async function resetOperatorTotp(actor: Governor, operatorId: number): Promise<true> {
  return inTransaction(async () => {
    const before = await getOperator(operatorId);
    if (operatorId === actor.operatorId) throw adminErrors.OwnAccount();
    await checkMayGovern(actor, before);
    const { modifiedCount } = await OperatorModel.updateOne(
      { _id: operatorId, totpSecret: { $ne: null } },
      { $set: { totpSecret: null, totpPending: null, recoveryHashes: [] } },
    );
    if (modifiedCount === 0) throw adminErrors.TotpOff();
    invalidatePermissions();
    await recordOperation({
      module: "system",
      action: "user.reset-totp",
      bizId: operatorId,
      before: { totp: true },
      after: { totp: false },
    });
    return true as const;
  });
}
