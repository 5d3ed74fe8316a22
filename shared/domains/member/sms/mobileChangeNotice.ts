import type { SmsSender } from "#shared/providers/sms/port.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { sendMobileChangeNotice } from "../member.jobs.js";
import { deliverNotice, writeNotice } from "./notice.js";
import { SmsLogScene } from "./smsScene.codes.js";

/**
 * Notifies the owner of a number that was just replaced, so that a stolen sign-in cannot take over the account
 * unnoticed. In the caller's transaction; its row holds no usable code. A shop that sends no SMS
 * notifies nobody.
 */
export async function queueMobileChangeNotice(oldMobile: string): Promise<void> {
  if (!isOn("sms")) return;
  await enqueue(sendMobileChangeNotice, { smsId: await writeNotice(oldMobile, SmsLogScene.mobileChanged) });
}

export const deliverMobileChangeNotice = ({ smsId }: { smsId: number }, sender: SmsSender): Promise<void> =>
  deliverNotice(smsId, sender, "mobileChanged");
