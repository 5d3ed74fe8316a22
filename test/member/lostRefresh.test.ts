import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import { heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { SessionModel } from "#shared/kernel/security/sessions.js";
import type { Program } from "#scripts/deployment/program.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith, stranger, type Client, type Reply } from "#test/support/client.js";
import { secondApi } from "#test/support/secondApi.js";

interface Pair {
  accessToken: string;
  refreshToken: string;
}
const PATH = "/app-api/member/auth/refresh-token";
const ME = "/app-api/member/user/get";
const keyed = (key: string): Client => stranger.with({ "idempotency-key": key });
const refresh = (refreshToken: string, client: Client = stranger): Promise<Reply> =>
  client.post(PATH, { refreshToken });
const statusOf = async ({ accessToken }: Pair): Promise<number> => (await clientWith(accessToken).get(ME)).status;
const LATER = seconds(10) + 1;

describe("the answer of a refresh that is lost", () => {
  beforeEach(() => heldClock.hold());
  afterEach(() => heldClock.release());

  it("comes again for a day with the same key, however often it is lost, as long as nobody used its pair", async () => {
    const { refreshToken } = await buildMember();
    const first = await refresh(refreshToken, keyed("lost-1"));
    expect(first).to.include({ code: 0 });
    for (const waited of [seconds(11), hours(1), hours(22) + minutes(50)]) {
      heldClock.advance(waited);
      expect((await refresh(refreshToken, keyed("lost-1"))).data, String(waited)).to.deep.equal(first.data);
    }
    expect(await statusOf(first.data)).to.equal(200);
  });

  it("is gone after a day: 4010, and what it held still works", async () => {
    const { refreshToken } = await buildMember();
    const first = await refresh(refreshToken, keyed("lost-2"));
    heldClock.advance(hours(24) + 1);
    expect(await refresh(refreshToken, keyed("lost-2"))).to.include({ status: 200, code: 4010 });
    expect((await refresh(first.data.refreshToken)).code).to.equal(0);
  });

  it("asked for without its key, or with another one, is 4010 and ends nothing, however late", async () => {
    const { member, refreshToken } = await buildMember();
    const first = await refresh(refreshToken, keyed("lost-3"));
    for (const client of [stranger, keyed("another-3")]) {
      heldClock.advance(hours(5));
      expect(await refresh(refreshToken, client)).to.include({ status: 200, code: 4010 });
    }
    expect(await OperationLogModel.countDocuments({ module: "session", "after.ownerId": member._id })).to.equal(0);
    expect(await SessionModel.countDocuments({ ownerId: member._id, audience: "member", endedAt: null })).to.equal(1);
    expect(await statusOf(first.data)).to.equal(200);
  });

  it("whose access token was used is not told again; later the old token ends the session", async () => {
    const { refreshToken } = await buildMember();
    const first = await refresh(refreshToken, keyed("used-1"));
    expect(await statusOf(first.data)).to.equal(200);
    expect(await refresh(refreshToken, keyed("used-1"))).to.include({ code: 4010 });
    expect(await statusOf(first.data), "within the grace").to.equal(200);
    heldClock.advance(LATER);
    expect(await refresh(refreshToken, keyed("used-1"))).to.include({ code: 4010 });
    expect(await statusOf(first.data)).to.equal(401);
  });

  it("whose refresh token was used is the same, also where the answer after it was lost", async () => {
    const { refreshToken } = await buildMember();
    const first = await refresh(refreshToken, keyed("chain-1"));
    const second = await refresh(first.data.refreshToken, keyed("chain-2"));
    heldClock.advance(LATER);
    expect((await refresh(first.data.refreshToken, keyed("chain-2"))).data).to.deep.equal(second.data);
    expect(await refresh(refreshToken, keyed("chain-1"))).to.include({ code: 4010 });
    expect(await refresh(second.data.refreshToken)).to.include({ code: 4010 });
  });

  it("is still unused while the access token from before is used", async () => {
    const { token, refreshToken } = await buildMember();
    const first = await refresh(refreshToken, keyed("before-1"));
    expect(await statusOf({ accessToken: token, refreshToken })).to.equal(200);
    heldClock.advance(LATER);
    expect((await refresh(refreshToken, keyed("before-1"))).data).to.deep.equal(first.data);
    expect(await statusOf(first.data)).to.equal(200);
    expect(await statusOf({ accessToken: token, refreshToken })).to.equal(200);
    heldClock.advance(LATER);
    expect(await refresh(refreshToken)).to.include({ code: 4010 });
    expect(await statusOf(first.data)).to.equal(401);
  });

  it("is not told again once the session ended, and with 403 while the account is closed", async () => {
    const { token, refreshToken, client } = await buildMember();
    await refresh(refreshToken, keyed("ended-1"));
    await client.post("/app-api/member/user/update", { status: 1 });
    expect(await refresh(refreshToken, keyed("ended-1"))).to.include({ status: 403 });
    await client.post("/app-api/member/user/update", { status: 0 });
    expect(await refresh(refreshToken, keyed("ended-1"))).to.include({ code: 0 });
    await clientWith(token).post("/app-api/member/auth/logout");
    expect(await refresh(refreshToken, keyed("ended-1"))).to.include({ status: 200, code: 4010 });
  });

  it("is stored so that only the token it was given for opens it", async () => {
    const { refreshToken } = await buildMember();
    const { data } = await refresh(refreshToken, keyed("stored-1"));
    const rows = JSON.stringify(await models.get("refreshKeys")!.find().lean());
    for (const secret of [refreshToken, data.refreshToken, data.accessToken, "stored-1"])
      expect(rows).not.to.include(secret);
  });

  it("of a session that an older version rotated counts as used", async () => {
    const { member, refreshToken } = await buildMember();
    const { data } = await refresh(refreshToken);
    await SessionModel.updateOne({ ownerId: member._id, audience: "member" }, { $unset: { unusedHash: 1 } });
    heldClock.advance(LATER);
    expect(await refresh(refreshToken)).to.include({ code: 4010 });
    expect(await statusOf(data)).to.equal(401);
  });

  it("leaves one device in the member's list", async () => {
    const { refreshToken } = await buildMember();
    await refresh(refreshToken, keyed("list-1"));
    const { data } = await refresh(refreshToken, keyed("list-1"));
    const devices = await clientWith(data.accessToken).get("/app-api/member/device/list");
    expect(devices.data).to.have.length(1);
  });

  it("is no theft of an operator's either, until the session runs out", async () => {
    const path = "/admin-api/system/auth/refresh-token";
    const { refreshToken } = await buildOperator();
    const first = await keyed("office-1").post(path, { refreshToken });
    heldClock.advance(minutes(30));
    expect((await keyed("office-1").post(path, { refreshToken })).data).to.deep.equal(first.data);
    heldClock.advance(hours(12));
    expect(await keyed("office-1").post(path, { refreshToken })).to.include({ code: 4010 });
  });
});

describe("the answer of a refresh that is lost between two processes", () => {
  let other: Program;
  before(async () => {
    await buildMember();
    other = await secondApi();
  });
  after(() => other.kill("SIGKILL"));

  const there = async (path: string, { body, token, key }: { body?: object; token?: string; key?: string }) => {
    const response = await fetch(`${other.url}${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, ...((await response.json()) as { code: number; data: Pair }) };
  };

  it("is one pair, whichever is asked, both at once too", async () => {
    const { refreshToken } = await buildMember();
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () => refresh(refreshToken, keyed("both-1"))),
      ...Array.from({ length: 5 }, () => there(PATH, { body: { refreshToken }, key: "both-1" })),
    ]);
    expect(replies.map(({ code }) => code)).to.deep.equal(Array(10).fill(0));
    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).to.equal(1);
  });

  it("is used where one of them sees its token, whatever the other remembers of the session", async () => {
    const { token, refreshToken } = await buildMember();
    expect(await statusOf({ accessToken: token, refreshToken })).to.equal(200);
    expect(await there(ME, { token })).to.include({ status: 200 });
    const { data } = await refresh(refreshToken, keyed("both-2"));
    expect(await there(ME, { token: data.accessToken })).to.include({ status: 200 });
    expect(await refresh(refreshToken, keyed("both-2"))).to.include({ code: 4010 });
    expect(await statusOf(data)).to.equal(200);
  });
});
