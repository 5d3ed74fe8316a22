import { expect } from "chai";
import { hashPassword } from "#shared/domains/member/index.js";
import { clock, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";

const path = "/admin-api/system/login-log/page";

describe("the login log", () => {
  afterEach(() => heldClock.release());

  it("shows operators every try, newest first, by member, kind, result and time", async () => {
    heldClock.hold();
    const { client } = await buildOperator(["system:login-log:query"]);
    const { member } = await buildMember({ passwordHash: await hashPassword("right") });
    const login = (password: string) =>
      stranger.post("/app-api/member/auth/login", { mobile: member.mobile, password });
    await login("wrong");
    heldClock.advance(minutes(1));
    const since = clock.ms();
    await login("right");
    const { data } = await client.get(`${path}?userId=${member._id}`);
    expect(data.total).to.equal(2);
    expect(data.list.map((row: { result: number }) => row.result)).to.deep.equal([0, 10]);
    expect(data.list[0]).to.have.all.keys(
      "id",
      "logType",
      "traceId",
      "userId",
      "userType",
      "username",
      "result",
      "userIp",
      "userAgent",
      "terminal",
      "createTime",
    );
    expect(data.list[0]).to.include({
      logType: "LOGIN_MOBILE",
      userId: member._id,
      userType: 1,
      username: member.mobile,
      userIp: "127.0.0.1",
      terminal: 20,
      createTime: since,
    });
    for (const [query, total] of [
      [`username=${member.mobile}&result=10`, 1],
      [`username=${member.mobile!.slice(0, 10)}&logType=LOGIN_MOBILE`, 2],
      [`userId=${member._id}&logType=LOGIN_SMS`, 0],
      [`userId=${member._id}&userType=2`, 0],
      [`userId=${member._id}&createTime=${since}`, 1],
      [`userId=${member._id}&createTime=0&createTime=${since - 1}`, 1],
      [`userId=${member._id}&createTime=0&createTime=${since}`, 2],
      [`createTime=${since}&createTime=${since}`, 1],
      [`username=${member.mobile}&createTime=${since}&createTime=${since}`, 1],
      [`userId=${member._id}&userIp=127.0.0.1&userType=1`, 2],
      [`userId=${member._id}&userIp=203.0.113.1`, 0],
    ] as const)
      expect((await client.get(`${path}?${query}`)).data.total, query).to.equal(total);
  });

  it("is for operators who may: 401, then 403, then 400", async () => {
    const { client: member } = await buildMember();
    const { client: other } = await buildOperator(["trade:order:ship"]);
    const { client } = await buildOperator();
    for (const caller of [stranger, member]) expect(await caller.get(path)).to.include({ status: 401 });
    expect(await other.get(`${path}?userId=x`)).to.include({ status: 403 });
    for (const [query, field] of [
      ["userId=x", "userId"],
      ["logType=NONE", "logType"],
      ["userType=3", "userType"],
      ["createTime=x", "createTime"],
      ["createTime=2&createTime=1", "createTime"],
      ["username=a&username=b", "username"],
    ]) {
      const reply = await client.get(`${path}?${query}`);
      expect(reply, query).to.include({ status: 400 });
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
  });
});
