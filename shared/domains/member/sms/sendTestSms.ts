import { randomBytes, randomInt } from "node:crypto";
import { DateTime } from "luxon";
import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { sealValue } from "#shared/kernel/security/sealed.js";
import { sendSms } from "../member.jobs.js";
import { beginCounters, CODE_MINUTES, countForAddress, countForMobile } from "./sendSmsCode.js";
import { SmsCodeModel } from "./smsCode.model.js";
import { SmsStatus } from "./smsCode.states.js";
import { TEST_SCENE } from "./smsCodes.js";
import type { SmsScene } from "./smsScene.codes.js";

const PER_OPERATOR_AND_DAY = 20;

/**
 * Sends a test message with four meaningless digits to a mobile; returns the id of its row in the SMS log. Counts on
 * the mobile like any other: TooFast, TooManyToday. 429 beyond 20 per operator and day.
 */
export async function sendTestSms(operatorId: number, mobile: string, scene: SmsScene): Promise<number> {
  const today = DateTime.fromMillis(clock.ms(), { zone: "Asia/Shanghai" });
  const _id = await nextId("smsCodes");
  const counterId = `${today.toFormat("yyyy-MM-dd")} operator ${operatorId}`;
  const code = String(randomInt(10_000)).padStart(4, "0");
  await beginCounters(mobile, counterId);
  await inTransaction(async () => {
    await countForAddress(counterId, today, PER_OPERATOR_AND_DAY);
    await countForMobile(mobile, today.toFormat("yyyy-MM-dd"));
    await SmsCodeModel.create([
      {
        _id,
        mobile,
        scene: TEST_SCENE + scene,
        codeHash: randomBytes(32).toString("hex"),
        createIp: "",
        expiresAt: clock.after(minutes(CODE_MINUTES)),
        status: SmsStatus.waiting,
      },
    ]);
    const sealedId = await sealValue({ code, smsCodeId: _id }, minutes(CODE_MINUTES));
    await enqueue(sendSms, { smsCodeId: _id, sealedId });
    await recordOperation({ module: "system", action: "sms-template.send", bizId: _id, after: { mobile, scene } });
  });
  return _id;
}
