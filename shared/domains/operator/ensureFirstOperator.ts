import { hashPassword } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { OperatorModel } from "./operator.model.js";
import { invalidatePermissions } from "./role/permissions.js";
import { EVERY_PERMISSION, RoleModel, SUPER_ROLE, type RoleDoc } from "./role/role.model.js";

/**
 * Creates the first operator, who creates all others. An existing one stays unchanged, password included, and a deleted
 * one stays deleted as long as there is another super administrator. The password is no default: `npm start` generates
 * one for each installation, and a production boot refuses a well-known one (OPERATOR_PASSWORD); so no change of it is
 * due, and the one that a deployment or a demo script knows keeps working.
 */
export async function ensureFirstOperator(username: string, password: string): Promise<void> {
  const roleId = await ensureSuperRole();
  if (await OperatorModel.exists({ username })) return;
  const wasDeleted = await OperatorModel.exists({ username, deletedAt: { $ne: null } });
  if (wasDeleted && (await OperatorModel.exists({ roleIds: roleId, status: EnabledStatus.enabled }))) return;
  const passwordHash = await hashPassword(password);
  const operator = { _id: await nextId("operators"), username, nickname: username, passwordHash, roleIds: [roleId] };
  await ignoringDuplicates(() => OperatorModel.create([operator]));
  invalidatePermissions();
}

async function ensureSuperRole(): Promise<number> {
  const role = {
    _id: await nextId("roles"),
    name: "Super administrator",
    code: SUPER_ROLE,
    permissions: [EVERY_PERMISSION],
  };
  if (!(await RoleModel.exists({ code: SUPER_ROLE }))) await ignoringDuplicates(() => RoleModel.create([role]));
  const stored = await RoleModel.findOne({ code: SUPER_ROLE }).lean<RoleDoc>();
  return stored?._id ?? role._id;
}

/** Two processes may seed at once; the first one's rows stay. */
async function ignoringDuplicates(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
