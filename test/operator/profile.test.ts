import { expect } from "chai";
import { secondFactorsOfOperators } from "#scripts/migrate/steps/0005-secondFactorsOfOperators.js";
import { OperatorModel } from "#shared/domains/operator/index.js";
import { fromBase32, toBase32, totpAt } from "#shared/domains/operator/secondFactor/totp.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { clientWith, stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const profile = (verb: string): string => `/admin-api/system/user/profile/${verb}`;
const password = "operate 123";
const login = (username: string, more: object = {}) =>
  stranger.post("/admin-api/system/auth/login", { username, password, ...more });
const build = async (overrides: object = {}): Promise<BuiltOperator> =>
  buildOperator(["system:user:update"], { passwordHash: await hashPassword(password), ...overrides });
const codeOf = (secret: string, ms = clock.ms()): string => totpAt(fromBase32(secret), Math.floor(ms / 30_000));

describe("an operator's own profile", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("is shown and changed", async () => {
    const { client, operator } = await build();
    const { data } = await client.get(profile("get"));
    expect(data).to.deep.include({ id: operator._id, username: operator.username, mobile: null, totp: false });
    expect(data.roles).to.have.length(1);
    expect(JSON.stringify(data)).not.to.match(/argon|secret|hash/i);
    const mobile = freshMobile();
    expect(await client.put(profile("update"), { nickname: "Mei", mobile })).to.include({ code: 0, data: true });
    expect((await client.get(profile("get"))).data).to.include({ nickname: "Mei", mobile, email: null });
    const other = await build();
    expect(await other.client.put(profile("update"), { mobile })).to.include({ code: 1002003001, data: false });
    expect((await client.put(profile("update"), { mobile: { $gt: "" } })).msg).to.match(/^mobile/);
    expect((await client.put(profile("update"), { nickname: 1 })).msg).to.match(/^nickname/);
  });

  it("of a row from before there were second factors is shown once that is migrated", async () => {
    const { client, operator } = await build();
    const later = { totpSecret: 1, totpPending: 1, totpStep: 1, recoveryHashes: 1, passwordDue: 1, remark: 1 };
    await OperatorModel.collection.updateOne({ _id: operator._id } as object, { $unset: later });
    await secondFactorsOfOperators.up!();
    const { data, msg } = await client.get("/admin-api/system/user/profile/get");
    expect(data, msg).to.include({ username: operator.username, recoveryCodes: 0, totp: false });
  });

  it("a new password ends the other sign-ins and no other", async () => {
    const { client, operator } = await build();
    const second = (await login(operator.username)).data;
    const change = { oldPassword: password, newPassword: "another one" };
    expect(await client.put(profile("update-password"), { ...change, oldPassword: "wrong" })).to.include({
      status: 200,
      code: 1002003005,
      data: false,
    });
    expect(await client.put(profile("update-password"), { ...change, newPassword: password })).to.include({
      code: 1002003013,
    });
    expect(await client.put(profile("update-password"), change)).to.include({ code: 0, data: true });
    expect(await client.get(profile("get"))).to.include({ code: 0 });
    expect(await clientWith(second.accessToken).get(profile("get"))).to.include({ status: 401 });
    expect(await login(operator.username)).to.include({ code: 1002000000 });
    expect(await login(operator.username, { password: "another one" })).to.include({ code: 0 });
    const row = await OperationLogModel.findOne({ bizId: String(operator._id), action: "profile.change-password" });
    expect(row).not.to.equal(null);
    for (const [bad, field] of [
      [{ oldPassword: 1 }, "oldPassword"],
      [{ newPassword: "short" }, "newPassword"],
    ] as const)
      expect((await client.put(profile("update-password"), { ...change, ...bad })).msg).to.match(
        new RegExp(`^${field}`),
      );
  });

  it("the old password is guessed five times, then it is locked as the sign-in is", async () => {
    heldClock.hold();
    const { client, operator } = await build();
    const change = { oldPassword: "wrong", newPassword: "another one" };
    for (let tries = 0; tries < 5; tries++)
      expect((await client.put(profile("update-password"), change)).code).to.equal(1002003005);
    expect(await client.put(profile("update-password"), { ...change, oldPassword: password })).to.include({
      code: 1002000010,
    });
    expect(await login(operator.username)).to.include({ code: 1002000010 });
    heldClock.advance(minutes(15));
    expect(await login(operator.username)).to.include({ code: 0 });
  });

  it("the second factor goes on with a code of its secret, and is asked from then on", async () => {
    heldClock.hold();
    const { client, operator } = await build();
    const { username } = operator;
    expect(await client.put(profile("totp/confirm"), { code: "123456" })).to.include({ code: 1002003032, data: null });
    const begun = (await client.post(profile("totp/begin"), { password })).data;
    expect(begun.secret).to.match(/^[A-Z2-7]{32}$/);
    expect(begun.otpauthUrl).to.equal(
      `otpauth://totp/Member%20commerce:${username}?secret=${begun.secret}&issuer=Member%20commerce&algorithm=SHA1&digits=6&period=30`,
    );
    expect(begun.qrDataUrl).to.match(/^data:image\/png;base64,/);
    expect(await login(username), "nothing is asked before it is confirmed").to.include({ code: 0 });
    const kept = await OperatorModel.findById(operator._id).lean();
    expect(JSON.stringify(kept)).not.to.contain(begun.secret);
    const wrong = codeOf(begun.secret, clock.ms() - minutes(10));
    expect(await client.put(profile("totp/confirm"), { code: wrong })).to.include({ code: 1002003033 });
    const code = codeOf(begun.secret);
    const confirmed = await client.put(profile("totp/confirm"), { code });
    expect(confirmed).to.include({ code: 0 });
    const { recoveryCodes } = confirmed.data as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).to.equal(10);
    expect((await client.get(profile("get"))).data).to.include({ totp: true, recoveryCodes: 10 });
    expect(await client.post(profile("totp/begin"), { password })).to.include({ code: 1002003030 });
    expect(await client.put(profile("totp/confirm"), { code })).to.include({ code: 1002003030 });

    expect(await login(username)).to.include({ code: 1002000000 });
    expect(await login(username, { totp: code }), "the code that turned it on").to.include({ code: 1002000000 });
    heldClock.advance(seconds(30));
    const next = codeOf(begun.secret);
    expect(await login(username, { totp: next })).to.include({ code: 0 });
    expect(await login(username, { totp: next }), "a second time").to.include({ code: 1002000000 });
    expect(await login(username, { totp: recoveryCodes[0]!.toUpperCase() })).to.include({ code: 0 });
    expect(await login(username, { totp: recoveryCodes[0] }), "once only").to.include({ code: 1002000000 });
    expect((await client.get(profile("get"))).data).to.include({ recoveryCodes: 9 });
    const rows = await OperationLogModel.find({ bizId: String(operator._id), module: "system" })
      .sort({ _id: 1 })
      .lean();
    expect(rows.map(({ action }) => action)).to.deep.equal(["profile.totp-begin", "profile.totp-on"]);
    expect(JSON.stringify(rows)).not.to.contain(begun.secret);
  });

  it("one code sent by two at once signs one of them in", async () => {
    heldClock.hold();
    const { operator } = await withFactor();
    heldClock.advance(seconds(60));
    const totp = codeOf(operator.secret);
    const replies = await Promise.all([1, 2, 3].map(() => login(operator.username, { totp })));
    expect(replies.map(({ code }) => code).sort()).to.deep.equal([0, 1002000000, 1002000000]);
  });

  it("goes off with the password and a code together", async () => {
    heldClock.hold();
    const { client, operator, recoveryCodes } = await withFactor();
    heldClock.advance(seconds(60));
    const code = codeOf(operator.secret);
    const disable = (body: object) => client.put(profile("totp/disable"), body);
    expect(await disable({ password: "wrong", code })).to.include({ code: 1002003005, data: false });
    expect(await disable({ password, code: "abcde-abcde" })).to.include({ code: 1002003033 });
    expect(await disable({ password, code })).to.include({ code: 0, data: true });
    expect(await disable({ password, code })).to.include({ code: 1002003031 });
    expect(await login(operator.username)).to.include({ code: 0 });
    expect((await client.get(profile("get"))).data).to.include({ totp: false, recoveryCodes: 0 });
    expect(recoveryCodes).to.have.length(10);
    for (const [body, field] of [
      [{ password: { $gt: "" }, code }, "password"],
      [{ password, code: { $gt: "" } }, "code"],
    ] as const)
      expect((await disable(body)).msg).to.match(new RegExp(`^${field}`));
    expect((await client.put(profile("totp/confirm"), { code: "12345" })).msg).to.match(/^code/);
  });

  it("new recovery codes take the place of all old ones, with the password and a code", async () => {
    heldClock.hold();
    const { client, operator, recoveryCodes: old } = await withFactor();
    const { client: without } = await build();
    heldClock.advance(seconds(60));
    const renew = (body: object, by = client) => by.put(profile("totp/recovery-codes"), body);
    const code = codeOf(operator.secret);
    expect(await renew({ password, code }, without)).to.include({ code: 1002003031, data: null });
    expect(await renew({ password: "wrong", code })).to.include({ code: 1002003005 });
    expect(await renew({ password, code: "abcde-abcde" })).to.include({ code: 1002003033 });
    expect((await renew({ password })).msg).to.match(/^code/);
    const reply = await renew({ password, code: old[0] });
    expect(reply.code, reply.msg).to.equal(0);
    const { recoveryCodes: fresh } = reply.data as { recoveryCodes: string[] };
    expect(new Set([...fresh, ...old]).size).to.equal(20);
    expect((await client.get(profile("get"))).data).to.include({ totp: true, recoveryCodes: 10 });
    expect(await login(operator.username, { totp: old[1] })).to.include({ code: 1002000000 });
    expect(await login(operator.username, { totp: fresh[0] })).to.include({ code: 0 });
    expect(await renew({ password, code }), "the app's code is taken once").to.include({ code: 0 });
    expect(await renew({ password, code })).to.include({ code: 1002003033 });
    const rows = await OperationLogModel.find({ bizId: String(operator._id), action: "profile.recovery-codes" }).lean();
    expect(rows).to.have.length(2);
    expect(JSON.stringify(rows)).not.to.contain(fresh[1]);
  });

  it("wrong codes on the way off are counted: five, then it is locked", async () => {
    heldClock.hold();
    const { client } = await withFactor();
    const disable = () => client.put(profile("totp/disable"), { password, code: "abcde-abcde" });
    for (let tries = 0; tries < 5; tries++) expect((await disable()).code).to.equal(1002003033);
    expect((await disable()).code).to.equal(1002000010);
  });

  it("an operator who may turns another's off", async () => {
    const { client, operator } = await withFactor();
    const { client: nobody } = await buildOperator(["system:user:query"]);
    const path = "/admin-api/system/user/reset-totp";
    expect(await nobody.put(path, { id: operator._id })).to.include({ status: 403 });
    const { client: admin } = await buildOperator(["*"]);
    expect(await admin.put(path, { id: operator._id })).to.include({ code: 0, data: true });
    expect(await admin.put(path, { id: operator._id })).to.include({ code: 1002003031, data: false });
    expect((await client.get(profile("get"))).data).to.include({ totp: false });
    expect(await login(operator.username)).to.include({ code: 0 });
  });

  it("one's own sign-ins are shown and ended, nobody else's", async () => {
    const { client, operator } = await build();
    const other = await build();
    const second = (await login(operator.username)).data;
    const { data } = await client.get(profile("session/list"));
    expect(data.map((row: { current: boolean }) => row.current)).to.deep.equal([false, true]);
    const theirs = (await other.client.get(profile("session/list"))).data[0].id;
    const remove = (id: unknown) => client.delete(`${profile("session/delete")}?id=${id}`);
    expect(await remove(theirs)).to.include({ status: 200, code: 1002003020, data: false });
    expect(await remove("x")).to.include({ status: 400 });
    expect(await other.client.get(profile("get"))).to.include({ code: 0 });
    expect(await remove(data[0].id)).to.include({ code: 0, data: true });
    expect(await remove(data[0].id)).to.include({ code: 1002003020 });
    expect(await clientWith(second.accessToken).get(profile("get"))).to.include({ status: 401 });
    expect(await client.get(profile("get"))).to.include({ code: 0 });
  });

  it("an operator who may sees and ends another's sign-ins, and no member's", async () => {
    const { operator, client: theirs } = await build();
    const { client: admin } = await buildOperator([
      "system:session:query",
      "system:session:delete",
      "system:user:update",
    ]);
    const list = "/admin-api/system/user/session/list";
    const remove = "/admin-api/system/user/session/delete";
    const { data } = await admin.get(`${list}?userId=${operator._id}`);
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ userId: operator._id, current: false });
    expect(await admin.get(`${list}?userId=99999999`)).to.include({ code: 1002003003 });
    const { member, client: memberClient } = await buildMember();
    const device = (await memberClient.get("/app-api/member/device/list")).data[0].id;
    expect(await admin.delete(`${remove}?id=${device}`)).to.include({ code: 1002003020 });
    expect((await memberClient.get("/app-api/member/user/get")).data.id).to.equal(member._id);
    expect(await admin.delete(`${remove}?id=${data[0].id}`)).to.include({ code: 0, data: true });
    expect(await theirs.get(profile("get"))).to.include({ status: 401 });
    const row = await OperationLogModel.findOne({ module: "session", bizId: String(data[0].id) }).lean();
    expect(row!.before).to.include({ audience: "operator", ownerId: operator._id });
    const { client: nobody } = await buildOperator(["trade:order:query"]);
    expect(await nobody.get(`${list}?userId=1`)).to.include({ status: 403 });
    expect(await nobody.delete(`${remove}?id=1`)).to.include({ status: 403 });
    expect((await admin.get(list)).msg).to.match(/^userId/);
  });

  it("is no member's and no stranger's", async () => {
    const { client: member } = await buildMember();
    for (const nobody of [stranger, member]) {
      for (const verb of ["get", "session/list"]) expect((await nobody.get(profile(verb))).status).to.equal(401);
      for (const verb of ["update", "update-password", "totp/confirm", "totp/disable", "totp/recovery-codes"])
        expect((await nobody.put(profile(verb))).status).to.equal(401);
      expect((await nobody.post(profile("totp/begin"))).status).to.equal(401);
    }
  });

  it("base32 comes back as it was", () => {
    for (let length = 0; length < 40; length++) {
      const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * 37 + length) % 256));
      expect(fromBase32(toBase32(bytes)).equals(bytes)).to.equal(true);
    }
  });
});

async function withFactor() {
  const { client, operator } = await build();
  const { secret } = (await client.post(profile("totp/begin"), { password })).data as { secret: string };
  const { data } = await client.put(profile("totp/confirm"), { code: codeOf(secret) });
  return { client, operator: { ...operator, secret }, recoveryCodes: data.recoveryCodes as string[] };
}
