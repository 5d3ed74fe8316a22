import { randomBytes } from "node:crypto";
import { findOperator, OperatorModel, type OperatorDoc } from "#shared/domains/operator/index.js";
import { invalidatePermissions } from "#shared/domains/operator/role/permissions.js";
import { openOperatorSession } from "#shared/domains/operator/signInOperator.js";
import { RoleModel } from "#shared/domains/operator/role/role.model.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { startService } from "#test/support/service.js";
import { clientWith, type Client } from "#test/support/client.js";

export interface BuiltOperator {
  operator: OperatorDoc;
  token: string;
  refreshToken: string;
  /** Calls as this operator. */
  client: Client;
}

/** A signed-in operator with these permissions, such as ["trade:order:ship"] or ["*"]. */
export async function buildOperator(
  permissions: string[] = ["*"],
  overrides: Partial<Omit<OperatorDoc, "_id">> = {},
): Promise<BuiltOperator> {
  await startService();
  const name = `op-${randomBytes(5).toString("hex")}`;
  const roleId = await nextId("roles");
  await RoleModel.create([{ _id: roleId, name, code: name, permissions }]);
  const _id = await nextId("operators");
  await OperatorModel.create([
    { _id, username: name, nickname: name, passwordHash: "no password fits", roleIds: [roleId], ...overrides },
  ]);
  invalidatePermissions();
  const { accessToken, refreshToken } = await openOperatorSession(_id);
  const operator = (await findOperator(_id))!;
  return { operator, token: accessToken, refreshToken, client: clientWith(accessToken) };
}
