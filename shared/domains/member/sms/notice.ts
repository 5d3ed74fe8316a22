import { randomBytes } from "node:crypto";
import { DateTime } from "luxon";
import type { SmsSender, SmsTemplate } from "#shared/providers/sms/port.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deliverSms } from "./deliverSms.js";
import { SmsCodeModel } from "./smsCode.model.js";
import { SmsStatus } from "./smsCode.states.js";
import type { SmsLogScene } from "./smsScene.codes.js";

/** An older notice would only alarm: the number may have another owner by then. */
const NOTICE_VALID_MS = days(3);

/** The row of a message without a code, in the caller's transaction, who enqueues its job. Returns its id. */
export async function writeNotice(mobile: string, scene: SmsLogScene): Promise<number> {
  const _id = await nextId("smsCodes");
  const codeHash = randomBytes(32).toString("hex");
  const createIp = currentContext()?.ip ?? "";
  const expiresAt = clock.after(NOTICE_VALID_MS);
  await SmsCodeModel.create([{ _id, mobile, scene, codeHash, createIp, expiresAt, status: SmsStatus.waiting }]);
  return _id;
}

/** Sends it with the minute at which it was written, as deliverSms does; after three days it is abandoned. */
export async function deliverNotice(smsId: number, sender: SmsSender, template: SmsTemplate): Promise<void> {
  await deliverSms(smsId, sender, async (row) => {
    if (row.expiresAt <= clock.now()) return undefined;
    const at = DateTime.fromJSDate(row.createdAt, { zone: "Asia/Shanghai" }).toFormat("yyyy-MM-dd HH:mm");
    return { template, parameters: [at] };
  });
}
