import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { RoleModel } from "#shared/domains/operator/role/role.model.js";
import type { RoleDoc } from "#shared/domains/operator/index.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { cacheRedis } from "#shared/kernel/redis/redis.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

const role = (verb: string): string => `/admin-api/system/role/${verb}`;
const permission = (verb: string): string => `/admin-api/system/permission/${verb}`;
const user = (verb: string): string => `/admin-api/system/user/${verb}`;
const fresh = (): string => `r-${randomBytes(5).toString("hex")}`;
const body = (overrides: object = {}) => ({
  name: "Dispatch",
  code: fresh(),
  permissions: ["trade:order:query", "trade:order:ship"],
  ...overrides,
});
const audit = (bizId: number, action: string) =>
  OperationLogModel.findOne({ bizId: String(bizId), action })
    .sort({ _id: 1 })
    .lean();
const superRole = async (): Promise<RoleDoc> => (await RoleModel.findOne({ code: "super_admin" }).lean<RoleDoc>())!;

describe("roles", () => {
  let admin: Client;
  let adminId: number;
  before(async () => {
    await startService();
    const built = await buildOperator(["*"]);
    [admin, adminId] = [built.client, built.operator._id];
    const { ensureFirstOperator } = await import("#shared/domains/operator/ensureFirstOperator.js");
    await ensureFirstOperator("first-of-roles", "operate 123");
  });
  const create = async (overrides: object = {}): Promise<number> => {
    const reply = await admin.post(role("create"), body(overrides));
    expect(reply, reply.msg).to.include({ status: 200, code: 0 });
    return reply.data as number;
  };

  it("are made, read, changed and deleted, each with an audit row", async () => {
    const given = body({ remark: "who ships" });
    const id = await create(given);
    const { data } = await admin.get(`${role("get")}?id=${id}`);
    expect(data).to.deep.include({ id, ...given, status: 0, builtIn: false });
    const change = { ...data, name: "Dispatch 2", permissions: ["trade:order:query"], remark: "" };
    expect(await admin.put(role("update"), change)).to.include({ code: 0, data: true });
    expect((await admin.get(`${role("get")}?id=${id}`)).data).to.deep.equal({ ...change, version: 1 });
    expect(await admin.put(role("update"), { id, remark: "again" })).to.include({ code: 0 });
    expect((await admin.get(`${role("get")}?id=${id}`)).data).to.deep.equal({ ...change, remark: "again", version: 2 });
    expect(await admin.put(role("update-status"), { id, status: 1 })).to.include({ code: 0, data: true });
    expect((await admin.get(`${role("get")}?id=${id}`)).data.status).to.equal(1);
    expect(await admin.delete(`${role("delete")}?id=${id}`)).to.include({ code: 0, data: true });
    expect(await admin.get(`${role("get")}?id=${id}`)).to.include({ code: 1002002000, data: null });
    const updated = await audit(id, "role.update");
    expect(updated).to.deep.include({ operatorId: adminId, module: "system" });
    expect(updated!.before).to.deep.include({ name: "Dispatch", permissions: given.permissions });
    expect(updated!.after).to.deep.include({ name: "Dispatch 2", permissions: ["trade:order:query"] });
    for (const action of ["role.create", "role.update-status", "role.delete"])
      expect(await audit(id, action), action).not.to.equal(null);
  });

  it("are found by the beginning of name and code, status and time; the list holds those in use", async () => {
    const code = fresh();
    const from = Date.now();
    const id = await create({ code, name: code });
    const found = async (query: string): Promise<number[]> =>
      (await admin.get(`${role("page")}?${query}`)).data.list.map((row: { id: number }) => row.id);
    expect(await found(`code=${code.slice(0, 9)}`)).to.deep.equal([id]);
    expect(await found(`name=${code}&status=0`)).to.deep.equal([id]);
    expect(await found(`code=${code}&status=1`)).to.deep.equal([]);
    expect(await found(`code=${code}&createTime=${from}&createTime=${Date.now() + 1}`)).to.deep.equal([id]);
    expect(await found(`code=${code}&createTime=0&createTime=${from - 1}`)).to.deep.equal([]);
    const listed = async (): Promise<number[]> =>
      (await admin.get(role("list"))).data.map((row: { id: number }) => row.id);
    expect(await listed()).to.include(id);
    await admin.put(role("update-status"), { id, status: 1 });
    expect(await listed()).not.to.include(id);
  });

  it("have a code of their own", async () => {
    const code = fresh();
    await create({ code });
    const id = await create();
    expect(await admin.post(role("create"), body({ code }))).to.include({ status: 200, code: 1002002002, data: null });
    expect(await admin.put(role("update"), { id, ...body({ code }) })).to.include({ code: 1002002002, data: false });
  });

  it("hold permissions that some endpoint asks for: another one is 400 and named", async () => {
    const permissions = ["trade:order:ship", "trade:order:shipp"];
    const id = await create();
    for (const reply of [
      await admin.post(role("create"), body({ permissions })),
      await admin.put(role("update"), { id, ...body({ permissions }) }),
      await admin.post(permission("assign-role-permissions"), { roleId: id, permissions }),
    ]) {
      expect(reply).to.include({ status: 400, code: 400 });
      expect(reply.msg).to.match(/^permissions: .*"trade:order:shipp"/);
    }
  });

  it("every permission of the list can be given, and its endpoints are told", async () => {
    const { data } = await admin.get(permission("list"));
    const all = data.flatMap((module: { permissions: { permission: string }[] }) =>
      module.permissions.map((row) => row.permission),
    );
    expect(all).to.include.members(["trade:order:ship", "system:role:create", "infra:metrics:read"]);
    expect(new Set(all).size).to.equal(all.length);
    const id = await create({ permissions: all });
    expect((await admin.get(`${role("get")}?id=${id}`)).data.permissions).to.deep.equal(all);
    const trade = data.find(({ module }: { module: string }) => module === "trade");
    expect(trade.permissions.find((row: { permission: string }) => row.permission === "trade:order:ship").endpoints)
      .to.be.an("array")
      .that.deep.includes({
        method: "PUT",
        path: "/admin-api/trade/order/delivery",
        summary: trade.permissions.find((row: { permission: string }) => row.permission === "trade:order:ship")
          .endpoints[0].summary,
      });
    expect(all.filter((name: string) => name.endsWith(":own"))).to.deep.equal([]);
  });

  it("one that an operator has cannot be deleted; once taken from them it can", async () => {
    const roleId = await create();
    const { operator } = await buildOperator(["trade:order:query"]);
    const assign = (roleIds: number[]) => admin.post(permission("assign-user-role"), { userId: operator._id, roleIds });
    expect(await assign([roleId])).to.include({ code: 0, data: true });
    expect(await admin.delete(`${role("delete")}?id=${roleId}`)).to.include({ code: 1002002010, data: false });
    expect(await assign([])).to.include({ code: 0 });
    expect(await admin.delete(`${role("delete")}?id=${roleId}`)).to.include({ code: 0 });
    expect(await assign([roleId])).to.include({ code: 1002002000, data: false });
  });

  it("given and deleted at once, one of the two is refused", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 5; round++) {
      const roleId = await create();
      const { operator } = await buildOperator(["trade:order:query"]);
      const [given, deleted] = await Promise.all([
        admin.post(permission("assign-user-role"), { userId: operator._id, roleIds: [roleId] }),
        admin.delete(`${role("delete")}?id=${roleId}`),
      ]);
      outcomes.add(`${given.code} ${deleted.code}`);
    }
    expect([...outcomes].every((one) => one === "0 1002002010" || one === "1002002000 0")).to.equal(true);
  });

  it("the built-in one stays as it is", async () => {
    const { _id: id, permissions } = await superRole();
    const replies = [
      await admin.put(role("update"), { id, ...body({ code: "super_admin", permissions: [] }) }),
      await admin.put(role("update-status"), { id, status: 1 }),
      await admin.delete(`${role("delete")}?id=${id}`),
      await admin.post(permission("assign-role-permissions"), { roleId: id, permissions: [] }),
    ];
    for (const reply of replies) expect(reply).to.include({ status: 200, code: 1002002003, data: false });
    expect((await superRole()).permissions).to.deep.equal(permissions);
    expect((await admin.get(`${role("get")}?id=${id}`)).data.builtIn).to.equal(true);
  });

  it("change what their operators may do with the next call; disabled, they open nothing", async () => {
    const roleId = await create({ permissions: ["system:role:query"] });
    const { operator, client } = await buildOperator(["trade:order:query"]);
    const look = async (): Promise<number> => (await client.get(role("list"))).status;
    expect(await look()).to.equal(403);
    await admin.post(permission("assign-user-role"), { userId: operator._id, roleIds: [roleId] });
    expect(await look()).to.equal(200);
    await admin.put(role("update-status"), { id: roleId, status: 1 });
    expect(await look()).to.equal(403);
    await admin.put(role("update-status"), { id: roleId, status: 0 });
    expect(await look()).to.equal(200);
    await admin.post(permission("assign-role-permissions"), { roleId, permissions: ["system:user:query"] });
    expect(await look()).to.equal(403);
    expect((await client.get(user("page"))).status).to.equal(200);
  });

  it("a change in another process holds here with its word", async () => {
    const roleId = await create({ permissions: ["system:role:query"] });
    const { operator, client } = await buildOperator(["trade:order:query"]);
    await admin.post(permission("assign-user-role"), { userId: operator._id, roleIds: [roleId] });
    expect((await client.get(role("list"))).status).to.equal(200);
    // As another process writes it, before its word is heard here.
    await RoleModel.updateOne({ _id: roleId }, { $set: { permissions: [] } });
    await cacheRedis().publish(`${config.BULL_PREFIX}:broadcast`, JSON.stringify(["operators", "changed"]));
    await eventually("the word", async () => (await client.get(role("list"))).status === 403);
  });

  it("nobody hands on, or takes, what they do not have", async () => {
    const keeps = ["create", "update", "delete", "query"].map((verb) => `system:role:${verb}`);
    const rights = [...keeps, "system:permission:assign-role-permissions", "system:permission:assign-user-role"];
    const { client: keeper, operator } = await buildOperator(rights);
    const beyond = await create();
    const replies = [
      await keeper.post(role("create"), body()),
      await keeper.post(role("create"), body({ permissions: ["*"] })),
      await keeper.put(role("update"), { id: beyond, ...body({ permissions: [] }) }),
      await keeper.put(role("update-status"), { id: beyond, status: 1 }),
      await keeper.delete(`${role("delete")}?id=${beyond}`),
      await keeper.post(permission("assign-role-permissions"), { roleId: beyond, permissions: keeps }),
      await keeper.post(permission("assign-user-role"), { userId: operator._id, roleIds: [beyond] }),
      await keeper.post(permission("assign-user-role"), { userId: operator._id, roleIds: [(await superRole())._id] }),
    ];
    for (const [index, reply] of replies.entries())
      expect(reply, String(index)).to.include({ status: 200, code: 1002002011 });
    expect(replies[1]!.msg).to.contain("*");
    const within = await keeper.post(role("create"), body({ permissions: keeps }));
    expect(within).to.include({ code: 0 });
    expect(await keeper.put(role("update"), { id: within.data, ...body({ permissions: [] }) })).to.include({ code: 0 });
  });

  it("are for operators who may: 401, then 403, then 400; a wrong field is named", async () => {
    const { client: member } = await buildMember();
    const { client: nobody } = await buildOperator(["trade:order:query"]);
    for (const [caller, status] of [
      [stranger, 401],
      [member, 401],
      [nobody, 403],
      [admin, 400],
    ] as const) {
      expect((await caller.post(role("create"), { name: 1 })).status).to.equal(status);
      expect((await caller.put(role("update"), { id: "x" })).status).to.equal(status);
      expect((await caller.delete(`${role("delete")}?id=x`)).status).to.equal(status);
      expect((await caller.get(`${role("get")}?id=x`)).status).to.equal(status);
      expect((await caller.get(`${role("page")}?status=7`)).status).to.equal(status);
      expect((await caller.post(permission("assign-user-role"), { userId: "x" })).status).to.equal(status);
    }
    for (const [change, field] of [
      [{ name: "" }, "name"],
      [{ code: "with space" }, "code"],
      [{ permissions: "trade:order:ship" }, "permissions"],
      [{ status: 2 }, "status"],
    ] as const)
      expect((await admin.post(role("create"), body(change))).msg).to.match(new RegExp(`^${field}`));
  });
});
