import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { adminErrors } from "./operator.errors.js";
import { OperatorModel, type OperatorDoc } from "./operator.model.js";
import { RoleModel, SUPER_ROLE, type RoleDoc } from "./role/role.model.js";

/**
 * Refuses a change after which no enabled operator has the built-in role: LastSuperOperator. In the transaction of the
 * change; concurrent changes conflict on the role's row, so that the later one sees the first. `after` undefined:
 * deleted.
 */
export async function requireOneSuper(
  before: OperatorDoc,
  after: Pick<OperatorDoc, "status" | "roleIds"> | undefined,
): Promise<void> {
  const role = await RoleModel.findOne({ code: SUPER_ROLE }).lean<RoleDoc>();
  if (!role) return;
  const isSuper = (one: Pick<OperatorDoc, "status" | "roleIds">) =>
    one.status === EnabledStatus.enabled && one.roleIds.includes(role._id);
  if (!isSuper(before) || (after && isSuper(after))) return;
  await RoleModel.updateOne({ _id: role._id }, { $inc: { assignments: 1 } });
  const others = await OperatorModel.countDocuments({
    _id: { $ne: before._id },
    status: EnabledStatus.enabled,
    roleIds: role._id,
  });
  if (others === 0) throw adminErrors.LastSuperOperator();
}
