import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { SmsAddressModel, SmsFailureModel } from "#shared/domains/member/sms/smsCode.model.js";
import { SmsCodeModel, sendSmsCode } from "#shared/domains/member/index.js";
import { days, hours, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { randomId } from "#shared/kernel/mongo/ids.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildSmsCode, otherCode, smsOf } from "#test/factories/smsCode.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import type { Caller } from "#shared/domains/member/index.js";
import { callerFrom } from "#test/support/proofs.js";
import { startService } from "#test/support/service.js";

const send = (body: object) => stranger.post("/app-api/member/auth/send-sms-code", body);
const validate = (body: object) => stranger.post("/app-api/member/auth/validate-sms-code", body);

describe("SMS codes", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("a code of four digits reaches the phone, and is good once", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    expect(code).to.match(/^\d{4}$/);
    const [message] = await smsOf(mobile);
    expect(message?.scene).to.equal(1);
    expect(message?.text).to.include("10分钟");
    expect(await validate({ mobile, scene: 1, code })).to.include({ status: 200, code: 0, data: true });
    expect(await validate({ mobile, scene: 1, code })).to.include({ code: 1002014002, data: false });
  });

  it("the scene is 1 by default, and comes as text too", async () => {
    const mobile = freshMobile();
    await send({ mobile });
    await runJobs();
    const [message] = await smsOf(mobile);
    expect(message?.scene).to.equal(1);
    expect(await validate({ mobile, scene: "1", code: message!.code })).to.include({ code: 0, data: true });
  });

  it("a code is bound to its mobile and its scene", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile, 2);
    expect((await smsOf(mobile))[0]?.scene).to.equal(2);
    expect(await validate({ mobile, scene: 1, code })).to.include({ code: 1002014000, data: false });
    expect(await validate({ mobile: freshMobile(), scene: 2, code })).to.include({ code: 1002014000 });
    expect(await validate({ mobile, scene: 2, code })).to.include({ code: 0 });
  });

  it("a code is dead after ten minutes", async () => {
    heldClock.hold();
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    heldClock.advance(minutes(10));
    expect(await validate({ mobile, code })).to.include({ code: 1002014001, data: false });
  });

  it("a code is good to the last moment of its ten minutes", async () => {
    heldClock.hold();
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    heldClock.advance(minutes(10) - 1);
    expect(await validate({ mobile, code })).to.include({ code: 0, data: true });
  });

  it("five wrong tries kill a code", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    for (let step = 1; step <= 5; step++)
      expect(await validate({ mobile, code: otherCode(code, step) })).to.include({ code: 1002014000 });
    expect(await validate({ mobile, code })).to.include({ code: 1002014000, data: false });
  });

  it("four wrong tries leave it alive", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    for (let step = 1; step <= 4; step++) await validate({ mobile, code: otherCode(code, step) });
    expect(await validate({ mobile, code })).to.include({ code: 0 });
  });

  it("forty guesses at once get five tries, and a code used at once by many is used once", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    await Promise.all(Array.from({ length: 40 }, (_, step) => validate({ mobile, code: otherCode(code, step + 1) })));
    const row = await SmsCodeModel.findOne({ mobile }).lean();
    expect(row?.tries).to.equal(5);
    expect(await SmsFailureModel.countDocuments({ mobile })).to.equal(5);

    const second = freshMobile();
    const right = await buildSmsCode(second);
    const uses = await Promise.all(Array.from({ length: 5 }, () => validate({ mobile: second, code: right })));
    expect(uses.filter((use) => use.code === 0)).to.have.length(1);
  });

  it("only the newest code counts", async () => {
    heldClock.hold();
    const mobile = freshMobile();
    const first = await buildSmsCode(mobile);
    heldClock.advance(minutes(1));
    const second = await buildSmsCode(mobile);
    if (first !== second) expect(await validate({ mobile, code: first })).to.include({ code: 1002014000 });
    expect(await validate({ mobile, code: second })).to.include({ code: 0 });
  });

  it("a minute lies between two sends, over all scenes", async () => {
    heldClock.hold();
    const mobile = freshMobile();
    expect(await send({ mobile, scene: 1 })).to.include({ code: 0 });
    expect(await send({ mobile, scene: 1 })).to.include({ status: 200, code: 1002014005, data: false });
    heldClock.advance(seconds(60) - 1);
    expect(await send({ mobile, scene: 2 })).to.include({ code: 1002014005 });
    heldClock.advance(1);
    expect(await send({ mobile, scene: 2 })).to.include({ code: 0, data: true });
  });

  it("a member gets no code for another's mobile, and each try counts; for a free one and their own they do", async () => {
    heldClock.hold();
    const { client, member } = await buildMember();
    const { member: other } = await buildMember();
    const sendAs = (mobile: string, scene = 2) => client.post("/app-api/member/auth/send-sms-code", { mobile, scene });
    const refused = await sendAs(other.mobile!);
    expect(refused).to.include({ status: 200, code: 1004003008, data: false });
    expect(refused.msg).to.match(/^mobile: /);
    expect(await sendAs(other.mobile!)).to.include({ code: 1002014005 });
    await runJobs();
    expect(await smsOf(other.mobile!)).to.deep.equal([]);
    expect(await sendAs(freshMobile())).to.include({ code: 0 });
    expect(await sendAs(member.mobile!)).to.include({ code: 0 });
    // Other scenes, and who is not signed in, learn nothing.
    heldClock.advance(seconds(60));
    expect(await sendAs(other.mobile!, 1)).to.include({ code: 0 });
    heldClock.advance(seconds(60));
    expect(await send({ mobile: other.mobile, scene: 2 })).to.include({ code: 0, data: true });
  });

  it("ten sends at once send one", async () => {
    const mobile = freshMobile();
    const replies = await Promise.all(Array.from({ length: 10 }, () => send({ mobile })));
    expect(replies.map((reply) => reply.code).sort()).to.deep.equal([0, ...Array(9).fill(1002014005)]);
    await runJobs();
    expect(await smsOf(mobile)).to.have.length(1);
    expect(await SmsCodeModel.countDocuments({ mobile })).to.equal(1);
  });

  it("a mobile gets ten a day, the day being Shanghai's", async () => {
    // 15:30 in UTC is half an hour before midnight there.
    heldClock.hold(Date.UTC(2031, 4, 5, 15, 30));
    const mobile = freshMobile();
    for (let sent = 0; sent < 10; sent++) {
      expect(await send({ mobile })).to.include({ code: 0 });
      heldClock.advance(minutes(2));
    }
    expect(await send({ mobile })).to.include({ status: 200, code: 1002014004, data: false });
    heldClock.advance(minutes(10));
    expect(await send({ mobile })).to.include({ code: 0, data: true });
  });

  it("an address gets fifty a day over all mobiles, five hundred with a proof each, then 429 until its midnight", async () => {
    heldClock.hold(Date.UTC(2031, 5, 6, 4, 0));
    const from = callerFrom("203.0.113.7");
    await sendSmsCode({ mobile: freshMobile(), scene: 1 }, from);
    // Forty-eight more, the quick way; the fiftieth is sent, and no other.
    await SmsAddressModel.updateOne({ _id: "2031-06-06 203.0.113.7", count: 1 }, { $inc: { count: 48 } });
    await sendSmsCode({ mobile: freshMobile(), scene: 1 }, from);
    const refused = freshMobile();
    const sending = async (caller: Caller): Promise<unknown> =>
      sendSmsCode({ mobile: refused, scene: 1 }, caller).catch((thrown: unknown) => thrown);
    expect(await sending(from)).to.include({ code: 1001009004 });
    const proved = { ...from, prove: async () => undefined };
    await SmsAddressModel.updateOne({ _id: "2031-06-06 203.0.113.7", count: 50 }, { $inc: { count: 449 } });
    await sendSmsCode({ mobile: freshMobile(), scene: 1 }, proved);
    expect(await sending(proved)).to.include({ code: 429, retryAfterSeconds: 12 * 3_600 });
    expect(await SmsCodeModel.countDocuments({ mobile: refused })).to.equal(0);
    heldClock.advance(hours(12));
    await sendSmsCode({ mobile: refused, scene: 1 }, from);
  });

  it("scene 4 answers strangers' mobiles like members', and sends them nothing", async () => {
    const { member } = await buildMember();
    for (const [mobile, messages] of [
      [member.mobile!, 1],
      [freshMobile(), 0],
    ] as const) {
      expect(await send({ mobile, scene: 4 })).to.include({ status: 200, code: 0, data: true });
      expect(await send({ mobile, scene: 4 })).to.include({ code: 1002014005 });
      await runJobs();
      expect(await smsOf(mobile)).to.have.length(messages);
      expect(await validate({ mobile, scene: 4, code: "x" })).to.include({ status: 200, code: 1002014000 });
    }
  });

  it("scene 3 goes to the token's own mobile alone", async () => {
    const me = await buildMember();
    const other = await buildMember();
    expect(await send({ mobile: me.member.mobile, scene: 3 })).to.include({ code: 0, data: true });
    const asked = await me.client.post("/app-api/member/auth/send-sms-code", { mobile: other.member.mobile, scene: 3 });
    expect(asked).to.include({ code: 0, data: true });
    await runJobs();
    expect(await smsOf(me.member.mobile!)).to.have.length(0);
    expect(await smsOf(other.member.mobile!)).to.have.length(0);
    const third = await buildMember();
    await buildSmsCode(third.member.mobile!, 3, third.client);
    expect((await smsOf(third.member.mobile!))[0]?.scene).to.equal(3);
  });

  it("a code lies nowhere in clear: not in its row, not in its job", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    const row = await SmsCodeModel.findOne({ mobile }).lean();
    const job = await OutboxModel.findOne({ key: `member.sendSms:${row!._id}` }).lean();
    expect(Object.values(row!)).not.to.include(code);
    expect(Object.keys(job!.payload as object).sort()).to.deep.equal(["sealedId", "smsCodeId"]);
  });

  it("a wrong field is 400 and named", async () => {
    for (const [body, field] of [
      [{ mobile: { $gt: "" } }, "mobile"],
      [{}, "mobile"],
      [{ mobile: "12345678901" }, "mobile"],
      [{ mobile: freshMobile(), scene: 5 }, "scene"],
      [{ mobile: freshMobile(), scene: { $gt: "" } }, "scene"],
    ] as const) {
      for (const verb of [send, validate]) {
        const reply = await verb({ code: "1234", ...body });
        expect(reply, JSON.stringify(body)).to.include({ status: 400, code: 400, data: false });
        expect(reply.msg).to.match(new RegExp(`^${field}`));
      }
    }
    const reply = await validate({ mobile: freshMobile(), code: { $gt: "" } });
    expect(reply).to.include({ status: 400 });
    expect(reply.msg).to.match(/^code/);
  });

  it("SMS_TEST_MOBILE needs no code; nobody else does without", async () => {
    const mobile = freshMobile();
    Object.assign(config, { SMS_TEST_MOBILE: mobile });
    try {
      expect(await validate({ mobile, code: "0000" })).to.include({ code: 0, data: true });
      expect(await validate({ mobile: freshMobile(), code: "0000" })).to.include({ code: 1002014000 });
    } finally {
      Object.assign(config, { SMS_TEST_MOBILE: undefined });
    }
  });

  describe("of a mobile with a hundred wrong tries in 30 days", () => {
    const attacked = async (): Promise<string> => {
      const mobile = freshMobile();
      await SmsFailureModel.insertMany(Array.from({ length: 100 }, () => ({ _id: randomId(), mobile })));
      return mobile;
    };

    it("are good only from addresses that it signed in from, and for one try", async () => {
      heldClock.hold();
      const mobile = await attacked();
      const code = await buildSmsCode(mobile);
      expect(await validate({ mobile, code })).to.include({ code: 1002014000 });
      await stranger.post("/app-api/member/auth/dev-login", { mobile });
      expect(await validate({ mobile, code })).to.include({ code: 0, data: true });

      heldClock.advance(minutes(1));
      const next = await buildSmsCode(mobile);
      expect(await validate({ mobile, code: otherCode(next) })).to.include({ code: 1002014000 });
      expect(await validate({ mobile, code: next })).to.include({ code: 1002014000 });
    });

    it("are reported to operators once, with the hundredth", async () => {
      const mobile = freshMobile();
      await SmsFailureModel.insertMany(Array.from({ length: 98 }, () => ({ _id: randomId(), mobile })));
      const code = await buildSmsCode(mobile);
      const alerts = () => OperationLogModel.find({ module: "sms", bizId: mobile }).lean();
      await validate({ mobile, code: otherCode(code) });
      expect(await alerts()).to.deep.equal([]);
      await validate({ mobile, code: otherCode(code) });
      await validate({ mobile, code: otherCode(code) });
      const [alert, ...more] = await alerts();
      expect(alert).to.include({ action: "codes-guessed", operatorId: null });
      expect(alert!.after).to.deep.equal({ failures: 100, days: 30 });
      expect(more).to.deep.equal([]);
    });

    it("are as good as others once the tries are older", async () => {
      heldClock.hold();
      const mobile = await attacked();
      heldClock.advance(days(30) + 1);
      const code = await buildSmsCode(mobile);
      expect(await validate({ mobile, code })).to.include({ code: 0 });
    });
  });
});
