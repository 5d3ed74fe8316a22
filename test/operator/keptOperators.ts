import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith, stranger, type Client } from "#test/support/client.js";

export const user = (verb: string): string => `/admin-api/system/user/${verb}`;
export const profile = (verb: string): string => `/admin-api/system/user/profile/${verb}`;
export const auth = (verb: string): string => `/admin-api/system/auth/${verb}`;
export const fresh = (): string => `u-${randomBytes(5).toString("hex")}`;
export const password = "operate 123";
export const login = (username: string, given = password) =>
  stranger.post(auth("login"), { username, password: given });
export const signedIn = async (username: string, given = password): Promise<Client> => {
  const reply = await login(username, given);
  expect(reply, reply.msg).to.include({ code: 0 });
  return clientWith(reply.data.accessToken);
};

interface Keeper {
  admin: Client;
  /** What those who are made here have: they may look at roles. */
  roleId: number;
}

/** Who makes operators through the API; to be called in `describe`, after its service is started. */
export function useKeeper(take: (keeper: Keeper) => void) {
  let admin: Client;
  let roleId: number;
  before(async () => {
    admin = (await buildOperator(["*"])).client;
    const permissions = ["system:role:query"];
    const made = await admin.post("/admin-api/system/role/create", { name: "Looks", code: fresh(), permissions });
    roleId = made.data;
    take({ admin, roleId });
  });
  const body = (overrides: object = {}) => ({
    username: fresh(),
    nickname: "Lin",
    password,
    roleIds: [roleId],
    ...overrides,
  });
  const create = async (overrides: object = {}): Promise<{ id: number; username: string }> => {
    const given = body(overrides);
    const reply = await admin.post(user("create"), given);
    expect(reply, reply.msg).to.include({ status: 200, code: 0 });
    return { id: reply.data as number, username: given.username };
  };
  return { body, create };
}
