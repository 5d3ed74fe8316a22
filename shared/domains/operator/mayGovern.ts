import { adminErrors } from "./operator.errors.js";
import type { OperatorDoc } from "./operator.model.js";
import { EVERY_PERMISSION, RoleModel, type RoleDoc } from "./role/role.model.js";

/** The operator who changes roles or operators, with what they may do themselves. */
export interface Governor {
  operatorId: number;
  permissions: readonly string[];
}

/**
 * Nobody hands on, or takes, what they do not have: who may keep roles could otherwise give themselves every permission.
 * PermissionNotYours, naming one.
 */
export function checkMayHandOn({ permissions: own }: Governor, permissions: readonly string[]): void {
  const missing = missingOf(own, permissions);
  if (missing !== undefined) throw adminErrors.PermissionNotYours({ permission: missing });
}

/**
 * Nobody changes the account of one who may do more: a password that one sets opens everything its owner may do.
 * OperatorAboveYou. Disabled roles count as well, they may be enabled again.
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
