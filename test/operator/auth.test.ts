import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { ensureFirstOperator } from "#shared/domains/operator/ensureFirstOperator.js";
import { OperatorModel } from "#shared/domains/operator/index.js";
import { RoleModel } from "#shared/domains/operator/role/role.model.js";
import { fromBase32, totpAt } from "#shared/domains/operator/secondFactor/totp.js";
import { hashPassword, type LoginLogDoc } from "#shared/domains/member/index.js";
import { LoginLogModel } from "#shared/domains/member/signIn/loginLog.model.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { encryptSecret } from "#shared/kernel/security/sealed.js";
import { listSessions } from "#shared/kernel/security/sessions.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith, stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const auth = (verb: string): string => `/admin-api/system/auth/${verb}`;
const login = (body: object) => stranger.post(auth("login"), body);
const info = (token: string) => clientWith(token).get(auth("get-permission-info"));
const password = "operate 123";
const withPassword = async (overrides: object = {}) =>
  buildOperator(["trade:order:ship"], { passwordHash: await hashPassword(password), ...overrides });

describe("operator sign-in", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("answers a token pair that opens operators' endpoints and no member's", async () => {
    const { operator } = await withPassword();
    const reply = await login({ username: operator.username, password });
    expect(reply).to.include({ status: 200, code: 0 });
    expect(reply.data).to.include({ userId: operator._id, openid: null });
    expect(reply.data).to.have.all.keys("userId", "accessToken", "refreshToken", "expiresTime", "openid");
    const { data } = await info(reply.data.accessToken);
    expect(data.user).to.deep.equal({ id: operator._id, username: operator.username, nickname: operator.nickname });
    expect(data.permissions).to.deep.equal(["trade:order:ship"]);
    expect(data.roles).to.deep.equal([operator.username]);
    expect(await clientWith(reply.data.accessToken).get("/app-api/member/user/get")).to.include({ status: 401 });
  });

  it("unknown name and wrong password look the same; every try is logged", async () => {
    const { operator } = await withPassword();
    const unknown = `nobody-${randomBytes(4).toString("hex")}`;
    const replies = [];
    for (const username of [operator.username, unknown]) {
      const { status, code, data, msg } = await login({ username, password: "wrong" });
      replies.push({ status, code, data, msg });
    }
    expect(replies[0]).to.include({ status: 200, code: 1002000000, data: null });
    expect(replies[1]).to.deep.equal(replies[0]);
    await login({ username: operator.username, password });
    const rows = await LoginLogModel.find({ username: operator.username }).sort({ _id: 1 }).lean<LoginLogDoc[]>();
    expect(rows.map(({ audience, kind, result }) => [audience, kind, result])).to.deep.equal([
      ["operator", "LOGIN_USERNAME", 10],
      ["operator", "LOGIN_USERNAME", 0],
    ]);
  });

  it("five failures lock name and address for 15 minutes", async () => {
    heldClock.hold();
    const { operator } = await withPassword();
    const { username } = operator;
    for (let tries = 0; tries < 5; tries++)
      expect((await login({ username, password: "x" })).code).to.equal(1002000000);
    const locked = await login({ username, password });
    expect(locked).to.include({ status: 200, code: 1002000010 });
    expect(locked.headers.get("retry-after")).to.equal("900");
    heldClock.advance(minutes(15));
    expect(await login({ username, password })).to.include({ code: 0 });
  });

  it("a disabled operator is refused, and a token they have opens nothing", async () => {
    const { operator, token } = await withPassword({ status: 1 });
    expect(await login({ username: operator.username, password })).to.include({ status: 200, code: 1002000001 });
    expect(await info(token)).to.include({ status: 401, code: 401 });
  });

  it("a second factor is asked of who has one, and each of its codes works once", async () => {
    heldClock.hold();
    const secret = "JBSWY3DPEHPK3PXP";
    const { operator } = await withPassword({ totpSecret: encryptSecret(secret) });
    const { username } = operator;
    const codeAt = (ms: number): string => totpAt(fromBase32(secret), Math.floor(ms / 30_000));
    expect(await login({ username, password })).to.include({ code: 1002000000 });
    expect(await login({ username, password, totp: codeAt(clock.ms() - minutes(5)) })).to.include({ code: 1002000000 });
    const totp = codeAt(clock.ms());
    expect(await login({ username, password, totp })).to.include({ code: 0 });
    expect(await login({ username, password, totp })).to.include({ code: 1002000000 });
    heldClock.advance(seconds(60));
    expect(await login({ username, password, totp: codeAt(clock.ms()) })).to.include({ code: 0 });
  });

  it("codes are those of RFC 6238", () => {
    const secret = Buffer.from("12345678901234567890");
    expect(totpAt(secret, Math.floor(59 / 30))).to.equal("287082");
    expect(totpAt(secret, Math.floor(1111111109 / 30))).to.equal("081804");
    expect(totpAt(secret, Math.floor(20000000000 / 30))).to.equal("353130");
    expect(fromBase32("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").equals(secret)).to.equal(true);
  });

  it("a wrong field is 400 and named", async () => {
    for (const [change, field] of [
      [{ username: { $gt: "" } }, "username"],
      [{ username: undefined }, "username"],
      [{ password: { $gt: "" } }, "password"],
      [{ totp: { $gt: "" } }, "totp"],
      [{ totp: "12" }, "totp"],
    ] as const) {
      const reply = await login({ username: "someone", password, ...change });
      expect(reply, JSON.stringify(change)).to.include({ status: 400, code: 400, data: null });
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
  });

  it("refresh gives a new pair and kills the old token; a member's token is not taken", async () => {
    const { operator, refreshToken } = await withPassword();
    const member = await buildMember();
    const reply = await stranger.post(auth("refresh-token"), { refreshToken });
    expect(reply).to.include({ status: 200, code: 0 });
    expect(reply.data.userId).to.equal(operator._id);
    for (const dead of [refreshToken, member.refreshToken, "x"])
      expect(await stranger.post(auth("refresh-token"), { refreshToken: dead })).to.include({ code: 4010, data: null });
  });

  it("a refresh token that was used comes back later: its session ends, and it is told", async () => {
    heldClock.hold();
    const { operator, refreshToken } = await withPassword();
    const { data } = await stranger.post(auth("refresh-token"), { refreshToken });
    expect(await info(data.accessToken)).to.include({ code: 0 });
    heldClock.advance(seconds(11));
    expect(await stranger.post(auth("refresh-token"), { refreshToken })).to.include({ code: 4010 });
    expect(await info(data.accessToken)).to.include({ status: 401 });
    expect(await stranger.post(auth("refresh-token"), { refreshToken: data.refreshToken })).to.include({ code: 4010 });
    const rows = await LoginLogModel.find({ audience: "operator", ownerId: operator._id }).lean<LoginLogDoc[]>();
    expect(rows.map(({ kind }) => kind)).to.include("REFRESH_REUSED");
  });

  it("the sixth sign-in ends the oldest", async () => {
    const { operator, token } = await withPassword();
    const { username } = operator;
    for (let count = 0; count < 4; count++) expect(await login({ username, password })).to.include({ code: 0 });
    expect(await info(token)).to.include({ code: 0 });
    await login({ username, password });
    expect(await info(token)).to.include({ status: 401 });
  });

  it("who is disabled while they sign in has no session that lives", async () => {
    const { operator } = await withPassword();
    const { username, _id: id } = operator;
    const { client: admin } = await buildOperator(["*"]);
    const disable = () => admin.put("/admin-api/system/user/update-status", { id, status: 1 });
    const [reply] = await Promise.all([login({ username, password }), disable()]);
    expect(reply.code).to.be.oneOf([0, 1002000000, 1002000001]);
    expect(await listSessions("operator", id)).to.deep.equal([]);
  });

  it("a disabled operator's refresh is 4010", async () => {
    const { refreshToken } = await withPassword({ status: 1 });
    expect(await stranger.post(auth("refresh-token"), { refreshToken })).to.include({ code: 4010, data: null });
  });

  it("logout ends the session; strangers and members are 401", async () => {
    const { client, token, refreshToken } = await withPassword();
    expect(await client.post(auth("logout"))).to.include({ status: 200, code: 0, data: true });
    expect(await info(token)).to.include({ status: 401 });
    expect(await stranger.post(auth("refresh-token"), { refreshToken })).to.include({ code: 4010 });
    const member = await buildMember();
    for (const nobody of [stranger, member.client]) {
      expect(await nobody.post(auth("logout"))).to.include({ status: 401, data: false });
      expect(await nobody.get(auth("get-permission-info"))).to.include({ status: 401 });
    }
  });
});

describe("the first operator", () => {
  before(startService);

  it("is made once by two at once, has every permission, and keeps the password they have", async () => {
    const username = `first-${randomBytes(4).toString("hex")}`;
    await Promise.all([ensureFirstOperator(username, password), ensureFirstOperator(username, password)]);
    await ensureFirstOperator(username, "another one");
    expect(await OperatorModel.countDocuments({ username })).to.equal(1);
    expect(await RoleModel.countDocuments({ code: "super_admin" })).to.equal(1);
    expect(await login({ username, password: "another one" })).to.include({ code: 1002000000 });
    const signedIn = await login({ username, password });
    const { data } = await info(signedIn.data.accessToken);
    expect(data).to.deep.include({ roles: ["super_admin"], permissions: ["*"] });
  });
});
