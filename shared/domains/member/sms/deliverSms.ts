import type { SmsSender, SmsTemplate } from "#shared/providers/sms/port.js";
import { refuseIfOff } from "#shared/kernel/config/providers.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { smsErrors } from "../member.errors.js";
import { SmsCodeModel, type SmsCodeDoc } from "./smsCode.model.js";
import { smsStates, SmsStatus } from "./smsCode.states.js";

/** Longer than a call may take: a run that is still `sending` after it has died. */
const SENDING_MS = seconds(30);

interface SmsText {
  template: SmsTemplate;
  parameters: string[];
}

/**
 * Sends the message of a row through the SMS provider, at most once more than the provider acknowledged. SmsRefused
 * when the provider will never send it, PlatformFailed or OutboundFailed when a retry may succeed. `compose` returns
 * undefined for a message that is no longer needed, which is abandoned.
 */
export async function deliverSms(
  smsId: number,
  sender: SmsSender,
  compose: (row: SmsCodeDoc) => Promise<SmsText | undefined>,
): Promise<void> {
  const move = (from: SmsStatus, to: SmsStatus, set: Partial<SmsCodeDoc> = {}, where: object = {}): Promise<boolean> =>
    moveState(SmsCodeModel, smsStates, { where: { _id: smsId, ...where }, from, to, set });
  refuseIfOff("sms");
  const now = clock.now();
  const mine =
    (await move(SmsStatus.waiting, SmsStatus.sending, { sendingAt: now })) ||
    (await move(
      SmsStatus.sending,
      SmsStatus.sending,
      { sendingAt: now },
      { sendingAt: { $lte: clock.after(-SENDING_MS) } },
    ));
  const row = await SmsCodeModel.findById(smsId).lean<SmsCodeDoc>();
  if (!row) return;
  if (!mine) {
    // Another run is sending. To end here would end the job, even if that run dies.
    if (row.status === SmsStatus.sending) throw errors.PlatformFailed({ platform: "sms" });
    return;
  }
  const text = await compose(row);
  if (!text) {
    await move(SmsStatus.sending, SmsStatus.abandoned);
    return;
  }
  let outcome: Awaited<ReturnType<SmsSender["send"]>>;
  try {
    outcome = await sender.send({ mobile: row.mobile, ...text });
  } catch (error) {
    await move(SmsStatus.sending, SmsStatus.waiting);
    throw error;
  }
  if ("serialNo" in outcome) {
    await move(SmsStatus.sending, SmsStatus.sent, { serialNo: outcome.serialNo });
    return;
  }
  if (outcome.retry) {
    await move(SmsStatus.sending, SmsStatus.waiting, { refusal: outcome.code });
    throw errors.PlatformFailed({ platform: `sms (${outcome.code})` });
  }
  await move(SmsStatus.sending, SmsStatus.refused, { refusal: outcome.code });
  throw smsErrors.SmsRefused({ reason: outcome.code });
}
