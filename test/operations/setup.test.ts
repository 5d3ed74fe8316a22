import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { SmsCodeModel } from "#shared/domains/member/index.js";
import { config } from "#shared/kernel/config/config.js";
import { heldClock, seconds } from "#shared/kernel/time/clock.js";
import { freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { smsOf } from "#test/factories/smsCode.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const SYSTEM = "/admin-api/system";

describe("what is set up for texts and social sign-in, for operators", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("the channel and the texts that the service sends are listed, without keys", async () => {
    const { client } = await buildOperator(["system:sms-channel:query", "system:sms-template:query"]);
    const channels = await client.get(`${SYSTEM}/sms-channel/list`);
    expect(channels.data).to.have.length(1);
    expect(channels.data[0]).to.include({ code: "TENCENT", signature: config.SMS_SIGN_NAME, status: 0 });
    expect(channels.text).not.to.contain(config.SMS_SECRET_KEY);
    const { data } = await client.with({ "accept-language": "zh-CN" }).get(`${SYSTEM}/sms-template/list`);
    expect(data.map(({ code }: { code: string }) => code)).to.deep.equal([
      "login",
      "updateMobile",
      "updatePassword",
      "resetPassword",
    ]);
    const page = await client.get(`${SYSTEM}/sms-template/page?pageSize=3&pageNo=2`);
    expect([page.data.total, page.data.list.map(({ id }: { id: number }) => id)]).to.deep.equal([4, [4]]);
    expect((await client.get(`${SYSTEM}/sms-channel/page`)).data).to.deep.equal({ list: channels.data, total: 1 });
    expect(data[0]).to.include({ id: 1, name: "登录", apiTemplateId: config.SMS_TEMPLATE_LOGIN, status: 0 });
  });

  it("a text can be sent to see whether it arrives; its digits open nothing, and are in nobody's way", async () => {
    const { client, operator } = await buildOperator(["system:sms-template:send-sms", "system:sms-log:query"]);
    const mobile = freshMobile();
    await stranger.post("/app-api/member/auth/send-sms-code", { mobile, scene: 1 });
    await runJobs();
    const [own] = await smsOf(mobile);
    heldClock.hold();
    heldClock.advance(seconds(61));
    const sent = await client.post(`${SYSTEM}/sms-template/send-sms`, { mobile, id: 1 });
    expect(sent.code, sent.msg).to.equal(0);
    await runJobs();
    const messages = await smsOf(mobile);
    expect(messages).to.have.length(2);
    const trial = messages.find(({ code }) => code !== own!.code) ?? messages[0]!;
    const validate = (code: string) =>
      stranger.post("/app-api/member/auth/validate-sms-code", { mobile, scene: 1, code });
    if (trial.code !== own!.code) expect((await validate(trial.code)).code).to.equal(1002014000);
    expect((await validate(own!.code)).code).to.equal(0);
    const log = (await client.get(`${SYSTEM}/sms-log/page?mobile=${mobile}`)).data.list;
    expect(log.find(({ id }: { id: number }) => id === sent.data)).to.include({ scene: 101, sendStatus: 20 });
    const [row] = await OperationLogModel.find({ operatorId: operator._id }).lean();
    expect(row).to.include({ action: "sms-template.send", bizId: String(sent.data) });
  });

  it("but not often: once a minute to a mobile, 20 a day of an operator", async () => {
    const { client } = await buildOperator(["system:sms-template:send-sms"]);
    const mobile = freshMobile();
    const send = (to: string) => client.post(`${SYSTEM}/sms-template/send-sms`, { mobile: to, id: 2 });
    expect((await send(mobile)).code).to.equal(0);
    expect((await send(mobile)).code).to.equal(1002014005);
    for (let sent = 1; sent < 20; sent++) expect((await send(freshMobile())).code).to.equal(0);
    const refused = await send(freshMobile());
    expect([refused.status, refused.code]).to.deep.equal([429, 429]);
    expect(await SmsCodeModel.countDocuments({ mobile })).to.equal(1);
    for (const body of [{ mobile: "12", id: 1 }, { mobile, id: 5 }, { mobile }, { mobile: { $gt: "" }, id: 1 }])
      expect((await client.post(`${SYSTEM}/sms-template/send-sms`, body)).status).to.equal(400);
    const { client: other } = await buildOperator(["system:sms-template:query"]);
    expect((await other.post(`${SYSTEM}/sms-template/send-sms`, {})).status).to.equal(403);
    expect((await stranger.post(`${SYSTEM}/sms-template/send-sms`, {})).status).to.equal(401);
    await runJobs();
  });

  it("our applications at the social provider are listed, without their secrets", async () => {
    const { client } = await buildOperator(["system:social-client:query"]);
    const reply = await client.get(`${SYSTEM}/social-client/list`);
    expect(reply.data.map(({ type }: { type: number }) => type)).to.have.members([34, 31, 32, 30]);
    expect(reply.data.find(({ type }: { type: number }) => type === 34)).to.include({
      clientId: config.SOCIAL_MINI_APP_ID,
      hasSecret: true,
      status: 0,
    });
    expect((await client.get(`${SYSTEM}/social-client/page`)).data).to.deep.equal({ list: reply.data, total: 4 });
    for (const secret of [config.SOCIAL_MINI_SECRET, config.SOCIAL_WEBSITE_SECRET])
      expect(secret !== "" && reply.text.includes(secret)).to.equal(false);
    expect((await stranger.get(`${SYSTEM}/social-client/list`)).status).to.equal(401);
    expect((await (await buildOperator([])).client.get(`${SYSTEM}/social-client/list`)).status).to.equal(403);
  });
});
