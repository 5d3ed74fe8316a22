import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith, stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { auth, fresh, login, profile, signedIn, useKeeper, user } from "./keptOperators.js";

describe("operators", () => {
  let admin: Client;
  let roleId: number;
  before(startService);
  const { body, create } = useKeeper((keeper) => ({ admin, roleId } = keeper));

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
    expect(changed).to.deep.equal({ ...data, nickname: "Mei", mobile: null, email: null, version: 1 });
    expect(await admin.put(user("update"), { id, remark: "" })).to.include({ code: 0 });
    expect((await admin.get(`${user("get")}?id=${id}`)).data).to.deep.equal({ ...changed, remark: "", version: 2 });
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
