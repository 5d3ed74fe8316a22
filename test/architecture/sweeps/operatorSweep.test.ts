import { expect } from "chai";
import type { Endpoint } from "#api/http/endpoint.js";
import { endpoints } from "#api/routes.js";
import { EVERYONES_PERMISSIONS } from "#shared/domains/operator/index.js";
import { invalidatePermissions } from "#shared/domains/operator/role/permissions.js";
import { RoleModel } from "#shared/domains/operator/role/role.model.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { call } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

/** Every operators' endpoint, with input that nothing could be made of: who may not is told that, and nothing else. */
const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;
const behind = endpoints.filter(({ path, access }) => path.startsWith("/admin-api/") || access.kind === "operator");
const guarded = behind.filter(({ access }) => access.kind === "operator");

/** Open by their nature, and why. */
const openOnes: Record<string, string> = {
  "POST /admin-api/system/auth/login": "who signs in has no token yet",
  "POST /admin-api/system/auth/browser-login": "the same at the console, from a page of our own",
  "POST /admin-api/system/auth/refresh-token": "the refresh token is the proof",
  "POST /admin-api/cloudvod/callback": "the platform signs its callbacks",
};
/** What every operator may: their own sign-in and profile. */
const everyones = EVERYONES_PERMISSIONS;
const permissionOf = ({ access }: Endpoint): string => (access.kind === "operator" ? access.permission : "");

async function sendRubbish(
  endpoint: Endpoint,
  token?: string,
): Promise<{ status: number; code: number; data: unknown }> {
  const path = endpoint.path.replace(/[:*]\w+/g, "%7B%24gt%7D");
  const method = endpoint.method.toUpperCase() as "GET" | "POST" | "PUT" | "DELETE";
  const body = method === "POST" || method === "PUT" ? '{"id":{"$gt":""},"pageNo":[[' : undefined;
  return call(method, `${path}?id=%7B%7D&pageNo=x&pageSize=-7&createTime=x`, body, { token });
}

describe("operators' endpoints, called with rubbish", () => {
  before(startService);

  async function expectEach(some: Endpoint[], token: string | undefined, status: number): Promise<void> {
    const wrong: string[] = [];
    for (let at = 0; at < some.length; at += 16)
      await Promise.all(
        some.slice(at, at + 16).map(async (endpoint) => {
          const reply = await sendRubbish(endpoint, token);
          const isRight = reply.status === status && reply.code === status && reply.data === endpoint.failureData;
          if (!isRight) wrong.push(`${nameOf(endpoint)}: ${reply.status} ${reply.code}`);
        }),
      );
    expect(wrong).to.deep.equal([]);
  }

  it("are there, and every one of /admin-api asks for an operator", () => {
    expect(guarded.length).to.be.greaterThan(150);
    expect(behind.filter(({ access }) => access.kind !== "operator").map(nameOf)).to.have.members(
      Object.keys(openOnes),
    );
  });

  it("every permission reads module:noun:verb", () => {
    expect(guarded.map(permissionOf).filter((name) => !/^[a-z]+(:[a-z0-9-]+){2}$/.test(name))).to.deep.equal([]);
  });

  it("without a token are 401", () => expectEach(guarded, undefined, 401));

  it("with what is no token are 401", () => expectEach(guarded, "a.b.c", 401));

  it("with a member's token are 401", async () => expectEach(guarded, (await buildMember()).token, 401));

  it("with an operator who was disabled are 401", async () =>
    expectEach(guarded, (await buildOperator(["*"], { status: 1 })).token, 401));

  it("with an operator without the permission are 403", async () => {
    const asking = guarded.filter((endpoint) => !everyones.includes(permissionOf(endpoint)));
    await expectEach(asking, (await buildOperator([])).token, 403);
  });

  it("with an operator who has every other permission are 403", async () => {
    const names = [...new Set(guarded.map(permissionOf))].filter((name) => !everyones.includes(name));
    const wrong: string[] = [];
    const { token, operator } = await buildOperator([]);
    for (const missing of names) {
      const permissions = names.filter((name) => name !== missing);
      await RoleModel.updateOne({ _id: operator.roleIds[0]! }, { $set: { permissions } });
      invalidatePermissions();
      for (const endpoint of guarded.filter((one) => permissionOf(one) === missing)) {
        const { status } = await sendRubbish(endpoint, token);
        if (status !== 403) wrong.push(`${nameOf(endpoint)}: ${status}`);
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  it("while a password of their own is due are 403 with its code, but for what it takes to choose one", async () => {
    const { token } = await buildOperator(["*"], { passwordDue: true });
    const passed: string[] = [];
    for (const endpoint of guarded) {
      if (endpoint.path.endsWith("/auth/logout")) continue; // it would end the session of the others
      const { status, code } = await sendRubbish(endpoint, token);
      if (status !== 403 || code !== 1002000011) passed.push(nameOf(endpoint));
    }
    expect(passed).to.have.members([
      "GET /admin-api/system/auth/get-permission-info",
      "GET /admin-api/system/user/profile/get",
      "PUT /admin-api/system/user/profile/update-password",
    ]);
  });
});
