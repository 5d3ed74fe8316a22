import { recordOperation } from "#shared/domains/audit/index.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import type { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import type { Governor } from "./mayGovern.js";
import { OperatorModel } from "./operator.model.js";
import { giveRoles, refusingTakenFields } from "./operatorFields.js";

interface OperatorInput {
  username: string;
  nickname: string;
  password: string;
  roleIds: number[];
  mobile?: string;
  email?: string;
  remark?: string;
  status?: EnabledStatus;
}

/**
 * Returns the new operator's id; they may sign in at once. `passwordDue`: they may do little before they choose a
 * password of their own. OperatorNameTaken, OperatorMobileTaken, OperatorEmailTaken, RoleNotFound, PermissionNotYours.
 */
export async function createOperator(
  actor: Governor,
  { password, ...input }: OperatorInput,
  passwordDue: boolean,
): Promise<number> {
  const passwordHash = await hashPassword(password);
  const _id = await nextId("operators");
  const given = { ...input, roleIds: [...new Set(input.roleIds)] };
  return inTransaction(async () => {
    await giveRoles(actor, given.roleIds);
    await refusingTakenFields(() => OperatorModel.create([{ ...given, _id, passwordHash, passwordDue }]));
    await recordOperation({ module: "system", action: "user.create", bizId: _id, after: given });
    return _id;
  });
}
