import { adminErrors } from "./operator.errors.js";
import type { OperatorDoc } from "./operator.model.js";
import { EVERY_PERMISSION, RoleModel, type RoleDoc } from "./role/role.model.js";

/** The operator who changes roles or operators, with their own permissions. */
export interface Governor {
  operatorId: number;
  permissions: readonly string[];
}

/**
 * Operators grant and revoke only permissions that they have: a right to edit roles would otherwise grant every
 * permission. PermissionNotYours, naming one.
 */
export function checkMayHandOn({ permissions: own }: Governor, permissions: readonly string[]): void {
  const missing = missingOf(own, permissions);
  if (missing !== undefined) throw adminErrors.PermissionNotYours({ permission: missing });
}

/**
 * Operators do not change accounts with more permissions than their own, since setting the password would give access
 * to those. OperatorAboveYou. Disabled roles count as well, as they may be enabled again.
 */
export async function checkMayGovern(governor: Governor, operator: OperatorDoc): Promise<void> {
  if (operator._id === governor.operatorId) return;
  const theirs = await permissionsOfRoles(operator.roleIds);
  if (missingOf(governor.permissions, theirs) !== undefined) throw adminErrors.OperatorAboveYou();
}

export async function permissionsOfRoles(roleIds: readonly number[]): Promise<string[]> {
  const roles = await RoleModel.find({ _id: { $in: roleIds } }).lean<RoleDoc[]>();
  return [...new Set(roles.flatMap((role) => role.permissions))];
}

function missingOf(own: readonly string[], wanted: readonly string[]): string | undefined {
  return own.includes(EVERY_PERMISSION) ? undefined : wanted.find((permission) => !own.includes(permission));
}
