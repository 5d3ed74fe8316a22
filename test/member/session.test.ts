import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { LoginLogModel } from "#shared/domains/member/signIn/loginLog.model.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { heldClock, hours, seconds } from "#shared/kernel/time/clock.js";
import { SessionModel } from "#shared/kernel/security/sessions.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { call, clientWith, stranger, type Client } from "#test/support/client.js";

const path = "/app-api/member/auth/refresh-token";
const refresh = (refreshToken: unknown, client: Client = stranger) => client.post(path, { refreshToken });
const me = (token: string) => clientWith(token).get("/app-api/member/user/get");

describe("refresh of a sign-in", () => {
  afterEach(() => heldClock.release());

  it("gives a new pair for the old one; the old access token lives to its own end", async () => {
    heldClock.hold();
    const { member, token, refreshToken } = await buildMember();
    heldClock.advance(hours(1));
    const reply = await refresh(refreshToken);
    expect(reply).to.include({ status: 200, code: 0 });
    expect(reply.data).to.include({ userId: member._id, openid: null });
    expect(reply.data.refreshToken).not.to.equal(refreshToken);
    expect((await me(reply.data.accessToken)).code).to.equal(0);
    expect((await me(token)).code).to.equal(0);
    heldClock.advance(hours(23));
    expect(await me(token)).to.include({ status: 401, code: 401 });
    expect((await me(reply.data.accessToken)).code).to.equal(0);
  });

  it("works with an access token long expired, and in the query", async () => {
    heldClock.hold();
    const { refreshToken } = await buildMember();
    heldClock.advance(hours(24 * 400));
    const reply = await call("POST", `${path}?refreshToken=${refreshToken}`);
    expect(reply).to.include({ status: 200, code: 0 });
  });

  it("an unknown, an ended and an operator's refresh token are 4010", async () => {
    const { token, refreshToken } = await buildMember();
    await clientWith(token).post("/app-api/member/auth/logout");
    const operator = await buildOperator();
    for (const dead of ["x".repeat(43), refreshToken, operator.refreshToken])
      expect(await refresh(dead)).to.include({ status: 200, code: 4010, data: null });
    const missing = await refresh(undefined);
    expect(missing).to.include({ status: 400, code: 400 });
    expect(missing.msg).to.match(/^refreshToken/);
    expect((await refresh({ $gt: "" })).msg).to.match(/^refreshToken/);
  });

  it("a second use within 10 s is 4010 and ends nothing", async () => {
    heldClock.hold();
    const { refreshToken } = await buildMember();
    const first = await refresh(refreshToken);
    heldClock.advance(seconds(10));
    expect(await refresh(refreshToken)).to.include({ status: 200, code: 4010 });
    expect((await me(first.data.accessToken)).code).to.equal(0);
    expect((await refresh(first.data.refreshToken)).code).to.equal(0);
  });

  it("a second use later, once the new pair was used, ends the session, and both logs say so", async () => {
    heldClock.hold();
    const { member, refreshToken } = await buildMember();
    const first = await refresh(refreshToken);
    expect((await me(first.data.accessToken)).code).to.equal(0);
    heldClock.advance(seconds(10) + 1);
    expect(await refresh(refreshToken)).to.include({ code: 4010 });
    expect(await me(first.data.accessToken)).to.include({ status: 401 });
    expect(await refresh(first.data.refreshToken)).to.include({ code: 4010 });
    const log = await LoginLogModel.findOne({ ownerId: member._id, kind: "REFRESH_REUSED" }).lean();
    expect(log).to.include({ audience: "member" });
    const session = await SessionModel.findOne({ ownerId: member._id, audience: "member" }).lean();
    const audit = await OperationLogModel.findOne({ module: "session", bizId: String(session!._id) }).lean();
    expect(audit).to.include({ action: "end-on-token-reuse", operatorId: null });
  });

  it("ten at once give one pair", async () => {
    const { refreshToken } = await buildMember();
    const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
    expect(replies.filter((reply) => reply.code === 0)).to.have.length(1);
    expect(replies.filter((reply) => reply.code === 4010)).to.have.length(9);
  });

  it("a key that was used is 422 with a token that nobody has, and unknown to those who never used it", async () => {
    const { refreshToken } = await buildMember();
    const client = stranger.with({ "idempotency-key": `k-${refreshToken.slice(0, 12)}` });
    expect(await refresh("nobody-has-this", client)).to.include({ code: 4010 });
    expect(await refresh(refreshToken, client)).to.include({ code: 0 });
    expect(await refresh("nobody-has-this", client)).to.include({ status: 422, code: 422 });
    expect(await refresh(refreshToken, client), "its own token, again").to.include({ code: 0 });
    expect(await refresh("nobody-has-this", stranger.with({ "idempotency-key": "k-unused" }))).to.include({
      code: 4010,
    });
  });

  it("the same Idempotency-Key gets the same pair again, ten at once too", async () => {
    heldClock.hold();
    const { refreshToken } = await buildMember();
    const client = stranger.with({ "idempotency-key": "k-1" });
    const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken, client)));
    expect(replies.map((reply) => reply.code)).to.deep.equal(Array(10).fill(0));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).to.equal(1);
    expect(await refresh(refreshToken, stranger.with({ "idempotency-key": "k-2" }))).to.include({ code: 4010 });
    heldClock.advance(seconds(9));
    const late = await refresh(refreshToken, client);
    expect(late.data).to.deep.equal(replies[0]!.data);
    expect((await me(late.data.accessToken)).code).to.equal(0);
  });

  it("a key that its owner used with another token is 422 and rotates nothing; other owners may use it", async () => {
    const { refreshToken } = await buildMember();
    const client = stranger.with({ "idempotency-key": "k-shared" });
    const first = await refresh(refreshToken, client);
    expect(await refresh(first.data.refreshToken, client)).to.include({ status: 422, code: 422 });
    expect((await refresh(first.data.refreshToken)).code).to.equal(0);
    const other = await buildMember();
    expect((await refresh(other.refreshToken, client)).code).to.equal(0);
  });
});

describe("sessions of a member", () => {
  it("the sixth ends the oldest", async () => {
    const { member, token } = await buildMember();
    const others = [];
    for (let device = 0; device < 4; device++) others.push(await signInMember(member._id));
    expect((await me(token)).code).to.equal(0);
    const sixth = await signInMember(member._id);
    expect(await me(token)).to.include({ status: 401, code: 401 });
    for (const { accessToken } of [...others, sixth]) expect((await me(accessToken)).code).to.equal(0);
  });

  it("logout ends the session at once, refresh token included, and is logged", async () => {
    const { member, token, refreshToken, client } = await buildMember();
    const elsewhere = await signInMember(member._id);
    expect(await client.post("/app-api/member/auth/logout")).to.include({ status: 200, code: 0, data: true });
    expect(await me(token)).to.include({ status: 401 });
    expect(await refresh(refreshToken)).to.include({ code: 4010 });
    expect((await me(elsewhere.accessToken)).code).to.equal(0);
    const log = await LoginLogModel.findOne({ ownerId: member._id, kind: "LOGOUT_SELF" }).lean();
    expect(log).to.include({ username: member.mobile, result: 0 });
  });

  it("logout without a valid token is true", async () => {
    for (const client of [stranger, clientWith("nonsense")])
      expect(await client.post("/app-api/member/auth/logout")).to.include({ status: 200, code: 0, data: true });
  });
});
