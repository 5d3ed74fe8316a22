import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { adminErrors } from "./operator.errors.js";
import { checkMayGovern, checkMayHandOn } from "./mayGovern.js";
import { OperatorModel } from "./operator.model.js";
import { giveRoles, takenField } from "./operatorFields.js";
import { invalidatePermissions } from "./role/permissions.js";
import { RoleModel } from "./role/role.model.js";

export const adminRecycling: Recycling[] = [
  recycling({
    kind: "role",
    en: "Role",
    zh: "角色",
    model: RoleModel,
    named: "name",
    audit: ["system", "role"],
    right: "system:role",
    taken: () => adminErrors.RoleCodeTaken(),
    check: ({ permissions }, actor) => checkMayHandOn(actor, permissions),
    restored: invalidatePermissions,
  }),
  // Restored as disabled and with a password due, so that they cannot sign in before somebody enables them.
  recycling({
    kind: "user",
    en: "Operator",
    zh: "管理员",
    model: OperatorModel,
    named: "username",
    audit: ["system", "user"],
    right: "system:user",
    taken: (_operator, error) => takenField(error),
    set: { status: EnabledStatus.disabled, passwordDue: true },
    async check(operator, actor) {
      await checkMayGovern(actor, operator);
      const roles = await RoleModel.find({ _id: { $in: operator.roleIds } }, { _id: 1 }).lean<{ _id: number }[]>();
      await giveRoles(
        actor,
        roles.map(({ _id }) => _id),
      );
    },
    restored: invalidatePermissions,
  }),
];
