import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { ensureFirstOperator } from "#shared/domains/operator/ensureFirstOperator.js";
import { OperatorModel } from "#shared/domains/operator/index.js";
import { RoleModel } from "#shared/domains/operator/role/role.model.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { config } from "#shared/kernel/config/config.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith, stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const user = (verb: string): string => `/admin-api/system/user/${verb}`;
const profile = (verb: string): string => `/admin-api/system/user/profile/${verb}`;
const auth = (verb: string): string => `/admin-api/system/auth/${verb}`;
const fresh = (): string => `u-${randomBytes(5).toString("hex")}`;
const password = "operate 123";
const login = (username: string, given = password) => stranger.post(auth("login"), { username, password: given });

describe("operators", () => {
  let admin: Client;
  let roleId: number;
  before(async () => {
    await startService();
    admin = (await buildOperator(["*"])).client;
    const permissions = ["system:role:query"];
    const made = await admin.post("/admin-api/system/role/create", { name: "Looks", code: fresh(), permissions });
    roleId = made.data;
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
  const signedIn = async (username: string, given = password): Promise<Client> => {
    const reply = await login(username, given);
    expect(reply, reply.msg).to.include({ code: 0 });
    return clientWith(reply.data.accessToken);
  };

  it("are made and work at once: they sign in, and what their roles allow is open, the rest is 403", async () => {
    const { username } = await create();
    const client = await signedIn(username);
    expect(await client.get("/admin-api/system/role/list")).to.include({ status: 200, code: 0 });
    expect(await client.get(user("page"))).to.include({ status: 403, code: 403 });
  });

  it("are read, changed and deleted, each with an audit row without a secret", async () => {
    const contact = { mobile: freshMobile(), email: `${fresh()}@shop.example` };
    const { id, username } = await create({ ...contact, remark: "night shift" });
    const { data } = await admin.get(`${user("get")}?id=${id}`);
    expect(data).to.deep.include({ id, username, nickname: "Lin", ...contact, remark: "night shift", status: 0 });
    expect(data).to.deep.include({ roleIds: [roleId], totp: false, mustChangePassword: false, loginDate: null });
    expect(await admin.put(user("update"), { ...data, nickname: "Mei", mobile: "", email: null })).to.include({
      code: 0,
      data: true,
    });
    const changed = (await admin.get(`${user("get")}?id=${id}`)).data;
    expect(changed).to.deep.equal({ ...data, nickname: "Mei", mobile: null, email: null });
    expect(await admin.put(user("update"), { id, remark: "" })).to.include({ code: 0 });
    expect((await admin.get(`${user("get")}?id=${id}`)).data).to.deep.equal({ ...changed, remark: "" });
    expect(await admin.delete(`${user("delete")}?id=${id}`)).to.include({ code: 0, data: true });
    expect(await admin.get(`${user("get")}?id=${id}`)).to.include({ status: 200, code: 1002003003, data: null });
    const rows = await OperationLogModel.find({ bizId: String(id), action: /^user\./ })
      .sort({ _id: 1 })
      .lean();
    expect(rows.map(({ action }) => action)).to.deep.equal([
      "user.create",
      "user.update",
      "user.update",
      "user.delete",
    ]);
    expect(rows[1]!.before).to.deep.include({ nickname: "Lin", ...contact });
    expect(rows[1]!.after).to.deep.include({ nickname: "Mei", mobile: null });
    expect(JSON.stringify(rows)).not.to.match(/operate 123|argon2/);
  });

  it("have a user name, a mobile and an e-mail of their own", async () => {
    const contact = { mobile: freshMobile(), email: `${fresh()}@shop.example` };
    const { username } = await create(contact);
    const { id } = await create();
    for (const [taken, code] of [
      [{ username }, 1002003000],
      [{ mobile: contact.mobile }, 1002003001],
      [{ email: contact.email }, 1002003002],
    ] as const) {
      expect(await admin.post(user("create"), body(taken))).to.include({ status: 200, code, data: null });
      expect(await admin.put(user("update"), { id, nickname: "Lin", ...taken })).to.include({ code, data: false });
    }
  });

  it("are found by the beginning of their name, by status, role and time", async () => {
    const from = Date.now();
    const { id, username } = await create();
    const found = async (query: string): Promise<number[]> =>
      (await admin.get(`${user("page")}?${query}`)).data.list.map((row: { id: number }) => row.id);
    expect(await found(`username=${username.slice(0, 9)}`)).to.deep.equal([id]);
    expect(await found(`username=${username}&roleId=${roleId}&status=0`)).to.deep.equal([id]);
    expect(await found(`username=${username}&roleId=${roleId + 100000}`)).to.deep.equal([]);
    expect(await found(`username=${username}&status=1`)).to.deep.equal([]);
    expect(await found(`username=${username}&createTime=${from}&createTime=${Date.now() + 1}`)).to.deep.equal([id]);
    expect(await found(`username=${username}&createTime=0&createTime=${from - 1}`)).to.deep.equal([]);
  });

  it("one that is disabled is signed out at once, refresh token included; enabled again they may sign in", async () => {
    const { id, username } = await create();
    const { accessToken, refreshToken } = (await login(username)).data;
    const client = clientWith(accessToken);
    expect(await client.get(profile("get"))).to.include({ code: 0 });
    expect(await admin.put(user("update-status"), { id, status: 1 })).to.include({ code: 0, data: true });
    expect(await client.get(profile("get"))).to.include({ status: 401 });
    expect(await login(username)).to.include({ code: 1002000001 });
    expect(await admin.put(user("update-status"), { id, status: 0 })).to.include({ code: 0 });
    expect(await client.get(profile("get"))).to.include({ status: 401 });
    expect(await stranger.post(auth("refresh-token"), { refreshToken })).to.include({ code: 4010 });
    await signedIn(username);
  });

  it("one that is deleted is signed out at once, and their name is free", async () => {
    const { id, username } = await create();
    const client = await signedIn(username);
    await admin.delete(`${user("delete")}?id=${id}`);
    expect(await client.get(profile("get"))).to.include({ status: 401 });
    expect(await login(username)).to.include({ code: 1002000000 });
    await create({ username });
  });

  it("nobody disables or deletes themselves, or resets their own password or second factor", async () => {
    const { client, operator } = await buildOperator(["*"]);
    const { _id: id } = operator;
    for (const reply of [
      await client.put(user("update-status"), { id, status: 1 }),
      await client.put(user("update"), { id, nickname: "me", status: 1 }),
      await client.delete(`${user("delete")}?id=${id}`),
      await client.put(user("update-password"), { id, password: "another 1" }),
      await client.put(user("reset-totp"), { id }),
    ])
      expect(reply).to.include({ status: 200, code: 1002003011, data: false });
    expect(await client.get(profile("get"))).to.include({ code: 0 });
  });

  describe("the last super administrator", () => {
    let superId: number;
    let lone: { id: number; username: string };
    const disabled: number[] = [];
    before(async () => {
      await ensureFirstOperator("first-of-operators", password);
      superId = (await RoleModel.findOne({ code: "super_admin" }).orFail().lean())._id;
      // Other tests' first operators stand aside meanwhile.
      const others = await OperatorModel.find({ status: 0, roleIds: superId }).lean();
      disabled.push(...others.map(({ _id }) => _id));
      await OperatorModel.updateMany({ _id: { $in: disabled } }, { $set: { status: 1 } });
      lone = await create({ roleIds: [superId] });
    });
    after(() => OperatorModel.updateMany({ _id: { $in: disabled } }, { $set: { status: 0 } }));

    it("cannot be disabled, deleted or stripped", async () => {
      const { id } = lone;
      for (const reply of [
        await admin.put(user("update-status"), { id, status: 1 }),
        await admin.delete(`${user("delete")}?id=${id}`),
        await admin.put(user("update"), { id, nickname: "Lin", roleIds: [roleId] }),
        await admin.post("/admin-api/system/permission/assign-user-role", { userId: id, roleIds: [] }),
      ])
        expect(reply).to.include({ status: 200, code: 1002003010, data: false });
      expect((await admin.get(`${user("get")}?id=${id}`)).data).to.deep.include({ status: 0, roleIds: [superId] });
    });

    it("two at once who would be the last: one stays", async () => {
      for (let round = 0; round < 4; round++) {
        const second = await create({ roleIds: [superId] });
        const codes = await Promise.all([
          admin.put(user("update-status"), { id: lone.id, status: 1 }),
          admin.delete(`${user("delete")}?id=${second.id}`),
        ]).then((replies) => replies.map(({ code }) => code));
        expect(codes.sort()).to.deep.equal([0, 1002003010]);
        await admin.put(user("update-status"), { id: lone.id, status: 0 });
        await inTransaction(async () => OperatorModel.deleteOne({ _id: second.id }));
      }
    });
  });

  it("who may do more is changed by nobody who may do less", async () => {
    const verbs = ["create", "update", "update-password", "delete", "query"];
    const { client: keeper } = await buildOperator(verbs.map((verb) => `system:user:${verb}`));
    const { client: roles } = await buildOperator(["system:permission:assign-user-role"]);
    const { operator: above, client: theirs } = await buildOperator(["*"]);
    const { _id: id } = above;
    for (const reply of [
      await keeper.put(user("update"), { id, nickname: "x" }),
      await keeper.put(user("update-status"), { id, status: 1 }),
      await keeper.put(user("update-password"), { id, password: "another 1" }),
      await keeper.put(user("reset-totp"), { id }),
      await keeper.delete(`${user("delete")}?id=${id}`),
      await roles.post("/admin-api/system/permission/assign-user-role", { userId: id, roleIds: [] }),
    ])
      expect(reply).to.include({ status: 200, code: 1002003012, data: false });
    expect(await keeper.post(user("create"), body({ roleIds: above.roleIds }))).to.include({ code: 1002002011 });
    const { client: ender } = await buildOperator(["system:session:query", "system:session:delete"]);
    const [session] = (await ender.get(`${user("session/list")}?userId=${id}`)).data;
    const ended = await ender.delete(`${user("session/delete")}?id=${session.id}`);
    expect(ended).to.include({ status: 200, code: 1002003012, data: false });
    expect(await theirs.get(profile("get")), "still signed in").to.include({ code: 0 });
    const { client: equal } = await buildOperator(["*"]);
    expect(await equal.delete(`${user("session/delete")}?id=${session.id}`)).to.include({ code: 0, data: true });
    const own = await keeper.post(user("create"), body({ roleIds: [] }));
    expect(own).to.include({ code: 0 });
    expect(await keeper.put(user("update-password"), { id: own.data, password: "another 1" })).to.include({ code: 0 });
  });

  it("a password that another operator set must be changed first: all else is 403 with a code of its own", async () => {
    const { id, username } = await create();
    const before = await signedIn(username);
    expect(await admin.put(user("update-password"), { id, password: "from the boss" })).to.include({
      code: 0,
      data: true,
    });
    expect(await before.get(profile("get"))).to.include({ status: 401 });
    expect(await login(username)).to.include({ code: 1002000000 });
    const client = await signedIn(username, "from the boss");
    const due = { status: 403, code: 1002000011 };
    expect(await client.get("/admin-api/system/role/list")).to.include(due);
    expect(await client.put(profile("update"), { nickname: "x" })).to.include({ ...due, data: false });
    expect(await client.post(profile("totp/begin"))).to.include(due);
    expect(await client.post("/admin-api/system/role/create", "not even read")).to.include(due);
    const info = (await client.get(auth("get-permission-info"))).data;
    expect(info).to.deep.include({ mustChangePassword: true, permissions: [] });
    expect((await client.get(profile("get"))).data.mustChangePassword).to.equal(true);
    const own = { oldPassword: "from the boss", newPassword: "my own one" };
    expect(await client.put(profile("update-password"), own)).to.include({ code: 0, data: true });
    expect(await client.get("/admin-api/system/role/list")).to.include({ code: 0 });
    expect((await client.get(auth("get-permission-info"))).data).to.deep.include({
      mustChangePassword: false,
      permissions: ["system:role:query"],
    });
    await signedIn(username, "my own one");
  });

  it("a new operator may be made to choose their own password first", async () => {
    const { username } = await create({
      mustChangePassword: true,
      roleIds: (await buildOperator(["*"])).operator.roleIds,
    });
    const { accessToken } = (await login(username)).data;
    const client = clientWith(accessToken);
    const own = stranger.with({ origin: new URL(config.PUBLIC_URL).origin });
    const atConsole = await own.post(auth("browser-login"), { username, password });
    expect(await client.get("/admin-api/system/role/list")).to.include({ status: 403, code: 1002000011 });
    const pages = stranger.with({ cookie: atConsole.headers.get("set-cookie")!.split(";")[0]! });
    expect(await pages.get("/queues/"), "the pages of the queues").to.include({ status: 403 });
    const chosen = { oldPassword: password, newPassword: "my own one" };
    const acting = pages.with({ "sec-fetch-site": "same-origin" });
    expect(await acting.put(profile("update-password"), chosen)).to.include({ code: 0 });
    expect(await client.get("/admin-api/system/role/list"), "another sign-in ended").to.include({ status: 401 });
    expect(await pages.get("/admin-api/system/role/list")).to.include({ code: 0 });
    expect(await pages.get("/queues/")).to.include({ status: 200 });
  });

  it("a wrong field is 400 and named; 401 and 403 come before", async () => {
    for (const [change, field] of [
      [{ username: "abc" }, "username"],
      [{ username: "a".repeat(31) }, "username"],
      [{ username: { $gt: "" } }, "username"],
      [{ nickname: "" }, "nickname"],
      [{ password: "short" }, "password"],
      [{ roleIds: "1" }, "roleIds"],
      [{ mobile: "123" }, "mobile"],
      [{ email: "x" }, "email"],
      [{ remark: 7 }, "remark"],
    ] as const) {
      const reply = await admin.post(user("create"), body(change));
      expect(reply, JSON.stringify(change)).to.include({ status: 400, code: 400, data: null });
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
    expect(await admin.post(user("create"), body({ roleIds: [99_999_999] }))).to.include({ code: 1002002000 });
    for (const verb of ["update", "update-status", "update-password", "reset-totp"])
      expect((await admin.put(user(verb), { id: "x" })).msg).to.match(/^id/);
    const valid = { id: 99_999_999, nickname: "x", status: 0, password: "long enough" };
    for (const verb of ["update", "update-status", "update-password", "reset-totp"])
      expect(await admin.put(user(verb), valid)).to.include({ status: 200, code: 1002003003, data: false });
    const { client: member } = await buildMember();
    const { client: nobody } = await buildOperator(["trade:order:query"]);
    for (const [caller, status] of [
      [stranger, 401],
      [member, 401],
      [nobody, 403],
    ] as const) {
      expect((await caller.post(user("create"), {})).status).to.equal(status);
      expect((await caller.get(user("page"))).status).to.equal(status);
      expect((await caller.get(`${user("get")}?id=1`)).status).to.equal(status);
      expect((await caller.delete(`${user("delete")}?id=1`)).status).to.equal(status);
      for (const verb of ["update", "update-status", "update-password", "reset-totp"])
        expect((await caller.put(user(verb), {})).status).to.equal(status);
    }
  });
});
