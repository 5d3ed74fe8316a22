import { recordOperation } from "#shared/domains/audit/index.js";
import { hashPassword, type Caller } from "#shared/domains/member/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import { adminErrors } from "./operator.errors.js";
import { OperatorModel } from "./operator.model.js";
import { invalidatePermissions } from "./role/permissions.js";
import { proveOwnPassword } from "./proveOwnPassword.js";

/**
 * Sets a password of the operator's own choice: it ends their other sessions and, if one was due, grants what their
 * roles allow. OperatorPasswordWrong, PasswordUnchanged, SignInLocked.
 */
export async function changeOwnPassword(
  { operatorId, sessionId }: { operatorId: number; sessionId: number },
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  caller: Caller,
): Promise<true> {
  const before = await proveOwnPassword(operatorId, oldPassword, caller);
  if (oldPassword === newPassword) throw adminErrors.PasswordUnchanged();
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(async () => {
    const { modifiedCount } = await OperatorModel.updateOne(
      { _id: operatorId, passwordHash: before.passwordHash },
      { $set: { passwordHash, passwordDue: false } },
    );
    // Another password was set while this one was being hashed.
    if (modifiedCount === 0) throw adminErrors.OperatorPasswordWrong();
    await endSessions({ audience: "operator", ownerId: operatorId, except: sessionId }, "password change");
    invalidatePermissions();
    await recordOperation({ module: "system", action: "profile.change-password", bizId: operatorId });
    return true as const;
  });
}
