import type { AppError } from "#shared/kernel/request/errors.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { adminErrors } from "./operator.errors.js";
import { checkMayHandOn, permissionsOfRoles, type Governor } from "./mayGovern.js";
import type { OperatorDoc } from "./operator.model.js";
import { RoleModel } from "./role/role.model.js";

/** What the audit log may record of an operator: no secrets. */
export const operatorAuditFields = (operator: OperatorDoc) => ({
  username: operator.username,
  nickname: operator.nickname,
  mobile: operator.mobile ?? null,
  email: operator.email ?? null,
  remark: operator.remark,
  roleIds: operator.roleIds,
  status: operator.status,
});

/** OperatorNameTaken, OperatorMobileTaken, OperatorEmailTaken. */
export async function refusingTakenFields(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw isDuplicateKey(error) ? takenField(error) : error;
  }
}

/** The error for the field of a duplicate key. */
export function takenField(error: unknown): AppError {
  if (isDuplicateKey(error, "mobile")) return adminErrors.OperatorMobileTaken();
  if (isDuplicateKey(error, "email")) return adminErrors.OperatorEmailTaken();
  return adminErrors.OperatorNameTaken();
}

/**
 * Marks roles as assigned, so that a concurrent deletion conflicts: RoleNotFound for an unknown one, PermissionNotYours
 * for one that grants more than the actor has.
 */
export async function giveRoles(actor: Governor, roleIds: readonly number[]): Promise<void> {
  if (roleIds.length === 0) return;
  const { matchedCount } = await RoleModel.updateMany({ _id: { $in: roleIds } }, { $inc: { assignments: 1 } });
  if (matchedCount < roleIds.length) throw adminErrors.RoleNotFound();
  checkMayHandOn(actor, await permissionsOfRoles(roleIds));
}
