import { recordOperation } from "#shared/domains/audit/index.js";
import { clearSignInFailures, hashPassword } from "#shared/domains/member/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import { adminErrors } from "./operator.errors.js";
import { checkMayGovern, type Governor } from "./mayGovern.js";
import { OperatorModel } from "./operator.model.js";
import { getOperator } from "./operator.queries.js";
import { invalidatePermissions } from "./role/permissions.js";

/**
 * Sets another operator's password: it ends all their sessions and clears their failed sign-ins, and they must choose
 * their own at the next sign-in. OperatorNotFound, OwnAccount, OperatorAboveYou.
 */
export async function resetOperatorPassword(actor: Governor, operatorId: number, password: string): Promise<true> {
  const passwordHash = await hashPassword(password);
  return inTransaction(async () => {
    const before = await getOperator(operatorId);
    if (operatorId === actor.operatorId) throw adminErrors.OwnAccount();
    await checkMayGovern(actor, before);
    await OperatorModel.updateOne({ _id: operatorId }, { $set: { passwordHash, passwordDue: true } });
    await clearSignInFailures("operator", before.username);
    await endSessions({ audience: "operator", ownerId: operatorId }, "password reset");
    invalidatePermissions();
    await recordOperation({ module: "system", action: "user.reset-password", bizId: operatorId });
    return true as const;
  });
}
