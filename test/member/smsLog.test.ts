import { expect } from "chai";
import { clock, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildSmsCode, failSms } from "#test/factories/smsCode.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const path = "/admin-api/system/sms-log/page";

describe("the log of SMS codes", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("shows operators the outcome of each message, newest first, and never the code", async () => {
    heldClock.hold();
    const { client } = await buildOperator(["system:sms-log:query"]);
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    const since = clock.ms();
    await stranger.post("/app-api/member/auth/validate-sms-code", { mobile, code });
    heldClock.advance(minutes(1));
    await stranger.post("/app-api/member/auth/send-sms-code", { mobile, scene: 4 });
    await runJobs();
    const { code: ok, data, text } = await client.get(`${path}?mobile=${mobile}`);
    expect(ok).to.equal(0);
    expect(data.total).to.equal(2);
    expect(data.list[0]).to.include({ scene: 4, sendStatus: 50, used: false, usedTime: null, serialNo: "" });
    const { id, serialNo, ...row } = data.list[1];
    expect(id).to.be.a("number");
    expect(serialNo).to.be.a("string").and.not.to.equal("");
    expect(row).to.deep.equal({
      mobile,
      scene: 1,
      sendStatus: 20,
      refusal: "",
      used: true,
      usedTime: since,
      createIp: "127.0.0.1",
      createTime: since,
    });
    expect(text).not.to.include(`"${code}"`);
    for (const [query, total] of [
      [`mobile=${mobile.slice(0, 9)}&createTime=${since}&createTime=${since}`, 1],
      [`mobile=${mobile}&scene=4`, 1],
      [`mobile=${mobile}&sendStatus=20`, 1],
      [`mobile=${mobile}&sendStatus=30`, 0],
      [`mobile=${mobile}&createTime=${since + 1}`, 1],
      [`mobile=${mobile}&pageSize=1&pageNo=2`, 2],
    ] as const)
      expect((await client.get(`${path}?${query}`)).data.total, query).to.equal(total);
    expect((await client.get(`${path}?mobile=${mobile}&pageSize=1&pageNo=2`)).data.list).to.have.length(1);
  });

  it("says why the provider would not send one", async () => {
    const { client } = await buildOperator(["system:sms-log:query"]);
    const mobile = freshMobile();
    await failSms({ mode: "badSignature" });
    await stranger.post("/app-api/member/auth/send-sms-code", { mobile });
    await runJobs();
    const { data } = await client.get(`${path}?mobile=${mobile}`);
    expect(data.list[0].refusal).to.match(/^AuthFailure/);
  });

  it("is for operators who may: 401, then 403, then 400", async () => {
    const { client: member } = await buildMember();
    const { client: nobody } = await buildOperator(["system:login-log:query"]);
    const { client } = await buildOperator();
    for (const [caller, status] of [
      [stranger, 401],
      [member, 401],
      [nobody, 403],
      [client, 400],
    ] as const)
      expect((await caller.get(`${path}?scene=9`)).status).to.equal(status);
    for (const [query, field] of [
      ["mobile=abc", "mobile"],
      ["sendStatus=7", "sendStatus"],
      ["createTime=2&createTime=1", "createTime"],
      ["pageSize=101", "pageSize"],
    ])
      expect((await client.get(`${path}?${query}`)).msg, query).to.match(new RegExp(`^${field}`));
  });
});
