import { randomBytes } from "node:crypto";
import { DateTime } from "luxon";
import type { SmsSender } from "#shared/providers/sms/port.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { deliverSms } from "./deliverSms.js";
import { sendMobileChangeNotice } from "../member.jobs.js";
import { SmsCodeModel } from "./smsCode.model.js";
import { SmsStatus } from "./smsCode.states.js";
import { SmsLogScene } from "./smsScene.codes.js";

/** An older notice would only alarm: the number may have another owner by then. */
const NOTICE_VALID_MS = days(3);

/**
 * Notifies the owner of a number that was just replaced, so that a stolen sign-in cannot take over the account
 * unnoticed. In the caller's transaction; its row holds no usable code. A shop that sends no SMS
 * notifies nobody.
 */
export async function queueMobileChangeNotice(oldMobile: string): Promise<void> {
  if (!isOn("sms")) return;
  const _id = await nextId("smsCodes");
  const codeHash = randomBytes(32).toString("hex");
  const createIp = currentContext()?.ip ?? "";
  const expiresAt = clock.after(NOTICE_VALID_MS);
  const row = { _id, mobile: oldMobile, scene: SmsLogScene.mobileChanged, codeHash, createIp, expiresAt };
  await SmsCodeModel.create([{ ...row, status: SmsStatus.waiting }]);
  await enqueue(sendMobileChangeNotice, { smsId: _id });
}

/** Sends the notice through the SMS provider, as deliverSms does; after three days it is abandoned. */
export async function deliverMobileChangeNotice({ smsId }: { smsId: number }, sender: SmsSender): Promise<void> {
  await deliverSms(smsId, sender, async (row) => {
    if (row.expiresAt <= clock.now()) return undefined;
    const changedAt = DateTime.fromJSDate(row.createdAt, { zone: "Asia/Shanghai" }).toFormat("yyyy-MM-dd HH:mm");
    return { template: "mobileChanged", parameters: [changedAt] };
  });
}
