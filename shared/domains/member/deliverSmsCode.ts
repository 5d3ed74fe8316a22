import { z } from "zod";
import type { SmsSender, SmsTemplate } from "#shared/integrations/sms/index.js";
import { clock, seconds } from "#shared/platform/clock.js";
import { errors } from "#shared/platform/errors.js";
import { moveState } from "#shared/platform/states.js";
import { openSealed } from "#shared/platform/sealed.js";
import { smsErrors } from "./member.errors.js";
import { CODE_MINUTES } from "./sendSmsCode.js";
import { SmsCodeModel, type SmsCodeDoc } from "./smsCode.model.js";
import { delivery, deliveryStates, type Delivery } from "./smsCode.states.js";
import { TEST_SCENE, type SmsScene } from "./smsCodes.js";

/** Longer than a call may take: a run that is still "sending" then has died. */
const SENDING_MS = seconds(30);
const Sealed = z.object({ code: z.string() });
const templates: Record<number, SmsTemplate> = {
  1: "login",
  2: "updateMobile",
  3: "updatePassword",
  4: "resetPassword",
};

/** Which approved text a scene is told with. */
export const smsTemplateOf = (scene: SmsScene): SmsTemplate => templates[scene]!;

/**
 * Hands a code to the SMS platform, at most once more than the platform told of. SmsRefused when it never will send it,
 * PlatformFailed or OutboundFailed when another try may do. A code that nobody waits for any more is given up.
 */
export async function deliverSmsCode(
  { smsCodeId, sealedId }: { smsCodeId: number; sealedId: string },
  sender: SmsSender,
): Promise<void> {
  const move = (from: Delivery, to: Delivery, set: Partial<SmsCodeDoc> = {}, where: object = {}): Promise<boolean> =>
    moveState(SmsCodeModel, deliveryStates, { where: { _id: smsCodeId, ...where }, from, to, set });
  const now = clock.now();
  const mine =
    (await move(delivery.waiting, delivery.sending, { sendingAt: now })) ||
    (await move(
      delivery.sending,
      delivery.sending,
      { sendingAt: now },
      { sendingAt: { $lte: clock.after(-SENDING_MS) } },
    ));
  const row = await SmsCodeModel.findById(smsCodeId).lean<SmsCodeDoc>();
  if (!row) return;
  if (!mine) {
    // Another run is at it. Ending here would end the work with it, should that run die.
    if (row.status === delivery.sending) throw errors.PlatformFailed({ platform: "sms" });
    return;
  }
  const sealed = await openSealed(sealedId);
  const template = templates[row.scene % TEST_SCENE];
  if (sealed === undefined || row.usedAt || row.expiresAt <= now || !template) {
    await move(delivery.sending, delivery.givenUp);
    return;
  }
  const { code } = Sealed.parse(sealed);
  let outcome: Awaited<ReturnType<SmsSender["send"]>>;
  try {
    outcome = await sender.send({ mobile: row.mobile, template, parameters: [code, String(CODE_MINUTES)] });
  } catch (error) {
    await move(delivery.sending, delivery.waiting);
    throw error;
  }
  if ("serialNo" in outcome) {
    await move(delivery.sending, delivery.sent, { serialNo: outcome.serialNo });
    return;
  }
  if (outcome.retry) {
    await move(delivery.sending, delivery.waiting, { refusal: outcome.code });
    throw errors.PlatformFailed({ platform: `sms (${outcome.code})` });
  }
  await move(delivery.sending, delivery.refused, { refusal: outcome.code });
  throw smsErrors.SmsRefused({ reason: outcome.code });
}
