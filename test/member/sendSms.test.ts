import { expect } from "chai";
import { deliverSmsCode, SmsCodeModel } from "#shared/domains/member/index.js";
import { sendSms } from "#shared/domains/member/member.jobs.js";
import type { SmsSender } from "#shared/providers/sms/port.js";
import { tencentSms } from "#shared/providers/sms/client.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { freshMobile } from "#test/factories/member.js";
import { buildSmsCode, failSms, smsOf } from "#test/factories/smsCode.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { scenario } from "#test/support/scenario.js";
import { startService } from "#test/support/service.js";

/** Code, row and payload of a message that was sent. */
async function sent(): Promise<{ mobile: string; id: number; payload: { smsCodeId: number; sealedId: string } }> {
  const mobile = freshMobile();
  await buildSmsCode(mobile);
  const row = await SmsCodeModel.findOne({ mobile }).lean();
  const job = await OutboxModel.findOne({ key: `member.sendSms:${row!._id}` }).lean();
  return { mobile, id: row!._id, payload: job!.payload as { smsCodeId: number; sealedId: string } };
}

const statusOf = async (id: number): Promise<number | undefined> => (await SmsCodeModel.findById(id).lean())?.status;
const neverCalled: SmsSender = {
  send: () => Promise.reject(new Error("must not be called")),
};

describe("member.sendSms", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("run twice, it sends once", async () => {
    const { mobile, id, payload } = await sent();
    expect(await statusOf(id)).to.equal(20);
    await enqueue(sendSms, payload);
    await runJobs();
    expect(await smsOf(mobile)).to.have.length(1);
  });

  it("two runs at once send once", async () => {
    const { id, payload } = await sent();
    await SmsCodeModel.updateOne({ _id: id }, { $set: { status: 0 } });
    let calls = 0;
    const counting: SmsSender = { send: (message) => (calls++, tencentSms.send(message)) };
    const ends = await Promise.allSettled([deliverSmsCode(payload, counting), deliverSmsCode(payload, counting)]);
    expect(calls).to.equal(1);
    // The other one does not call the work done: should the first die, it must come back.
    expect(ends.some((end) => end.status === "fulfilled")).to.equal(true);
    expect(await statusOf(id)).to.equal(20);
  });

  it("a run that died while sending is taken over after 30 s, not before", async () => {
    heldClock.hold();
    const { mobile, id, payload } = await sent();
    await SmsCodeModel.updateOne({ _id: id }, { $set: { status: 10, sendingAt: clock.now() } });
    const early = await deliverSmsCode(payload, neverCalled).catch((error: unknown) => error);
    expect(early).to.include({ code: 1001009001, retry: true });
    heldClock.advance(seconds(31));
    await deliverSmsCode(payload, tencentSms);
    expect(await statusOf(id)).to.equal(20);
    expect(await smsOf(mobile)).to.have.length(2);
  });

  it("the provider's trouble, a lost answer and a key being changed are tried again", async () => {
    for (const fault of [{ mode: "error" }, { mode: "badSignature" }, { mode: "error", count: 3 }]) {
      const mobile = freshMobile();
      await failSms(fault);
      await buildSmsCode(mobile);
      const row = await SmsCodeModel.findOne({ mobile }).lean();
      expect(row?.status, JSON.stringify(fault)).to.equal(20);
      expect(row?.serialNo).to.match(/\w/);
      expect(new Set((await smsOf(mobile)).map((message) => message.code)).size).to.equal(1);
    }
  });

  it("a message whose answer was lost is sent once more, with the same code", async () => {
    const mobile = freshMobile();
    await scenario("lost-answer", { provider: "sms" });
    await buildSmsCode(mobile);
    const messages = await smsOf(mobile);
    expect(messages).to.have.length(2);
    expect(messages[0]?.code).to.equal(messages[1]?.code);
  });

  it("an unknown template is final: one try, a dead letter, the row says why", async () => {
    const right = config.SMS_TEMPLATE_LOGIN;
    Object.assign(config, { SMS_TEMPLATE_LOGIN: "999" });
    try {
      const mobile = freshMobile();
      await stranger.post("/app-api/member/auth/send-sms-code", { mobile });
      await runJobs();
      const row = await SmsCodeModel.findOne({ mobile }).lean();
      expect(row).to.include({ status: 30, refusal: "FailedOperation.TemplateIncorrectOrUnapproved" });
      const outbox = await OutboxModel.findOne({ key: `member.sendSms:${row!._id}` }).lean();
      expect(outbox?.state).to.equal("dead");
      const letter = await DeadLetterModel.findOne({ job: "member.sendSms" }).sort({ _id: -1 }).lean();
      expect(JSON.stringify(letter)).to.include("FailedOperation.TemplateIncorrectOrUnapproved");
    } finally {
      Object.assign(config, { SMS_TEMPLATE_LOGIN: right });
    }
  });

  it("a code that expired on its way is not sent any more", async () => {
    heldClock.hold();
    const { id, payload } = await sent();
    await SmsCodeModel.updateOne({ _id: id }, { $set: { status: 0 } });
    heldClock.advance(minutes(10));
    await deliverSmsCode(payload, neverCalled);
    expect(await statusOf(id)).to.equal(40);
  });

  it("a row that is gone ends the work", async () => {
    const { id, payload } = await sent();
    await SmsCodeModel.deleteOne({ _id: id });
    await deliverSmsCode(payload, neverCalled);
  });
});
