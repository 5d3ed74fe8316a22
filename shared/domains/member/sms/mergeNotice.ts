import type { SmsSender } from "#shared/providers/sms/port.js";
import { config } from "#shared/kernel/config/config.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { sendMergeNotice } from "../member.jobs.js";
import { deliverNotice, writeNotice } from "./notice.js";
import { SmsLogScene } from "./smsScene.codes.js";

/**
 * Notifies the phone of two merged members, the only one of both, that they are one account now. In the caller's
 * transaction. A shop that sends no SMS, or has no text for it, notifies nobody.
 */
export async function queueMergeNotice(mobile: string): Promise<void> {
  if (!isOn("sms") || config.SMS_TEMPLATE_ACCOUNTS_MERGED === "") return;
  await enqueue(sendMergeNotice, { smsId: await writeNotice(mobile, SmsLogScene.accountsMerged) });
}

export const deliverMergeNotice = ({ smsId }: { smsId: number }, sender: SmsSender): Promise<void> =>
  deliverNotice(smsId, sender, "accountsMerged");
