import { recordOperation } from "#shared/domains/audit/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import type { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { adminErrors } from "../operator.errors.js";
import { checkMayHandOn, type Governor } from "../mayGovern.js";
import { OperatorModel } from "../operator.model.js";
import { invalidatePermissions } from "./permissions.js";
import { RoleModel, type RoleDoc } from "./role.model.js";
import { getRole, isBuiltIn } from "./role.queries.js";

interface RoleInput {
  name: string;
  code: string;
  permissions: string[];
  status?: EnabledStatus;
  remark?: string;
}

/** Returns the new role's id; it can be assigned at once. RoleCodeTaken, PermissionNotYours. */
export async function createRole(actor: Governor, input: RoleInput): Promise<number> {
  const _id = await nextId("roles");
  const role = { ...input, permissions: [...new Set(input.permissions)] };
  checkMayHandOn(actor, role.permissions);
  return inTransaction(async () => {
    await refusingTakenCode(() => RoleModel.create([{ ...role, _id }]));
    await recordOperation({ module: "system", action: "role.create", bizId: _id, after: role });
    return _id;
  });
}

/**
 * New permissions apply at once to everyone who has the role. RoleNotFound, RoleBuiltIn, RoleCodeTaken;
 * PermissionNotYours for a permission, before or after the change, that the actor does not have.
 */
export async function changeRole(
  actor: Governor,
  roleId: number,
  changes: Partial<RoleInput>,
  action = "role.update",
): Promise<true> {
  const set = {
    ...changes,
    ...(changes.permissions ? { permissions: [...new Set(changes.permissions)] } : {}),
  };
  return inTransaction(async () => {
    const before = await editableRole(actor, roleId);
    checkMayHandOn(actor, set.permissions ?? []);
    await refusingTakenCode(async () => RoleModel.updateOne({ _id: roleId }, { $set: set }));
    await recordOperation({ module: "system", action, bizId: roleId, before: auditFields(before), after: set });
    invalidatePermissions();
    return true as const;
  });
}

/** RoleNotFound, RoleBuiltIn, RoleInUse, PermissionNotYours. */
export async function deleteRole(actor: Governor, roleId: number): Promise<true> {
  return inTransaction(async () => {
    const before = await editableRole(actor, roleId);
    // Assigning the role at the same time writes its row: one of the two is retried and sees the other.
    const count = await OperatorModel.countDocuments({ roleIds: roleId });
    if (count > 0) throw adminErrors.RoleInUse({ count });
    if (!(await deleteLogically(RoleModel, { _id: roleId }))) throw adminErrors.RoleNotFound();
    await recordOperation({ module: "system", action: "role.delete", bizId: roleId, before: auditFields(before) });
    return true as const;
  });
}

async function editableRole(actor: Governor, roleId: number): Promise<RoleDoc> {
  const role = await getRole(roleId);
  if (isBuiltIn(role)) throw adminErrors.RoleBuiltIn();
  checkMayHandOn(actor, role.permissions);
  return role;
}

const auditFields = ({ name, code, permissions, status, remark }: RoleDoc) => ({
  name,
  code,
  permissions,
  status,
  remark,
});

async function refusingTakenCode(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw isDuplicateKey(error, "code") ? adminErrors.RoleCodeTaken() : error;
  }
}
