import { z } from "zod";
import type { SmsSender, SmsTemplate } from "#shared/providers/sms/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { openSealed } from "#shared/kernel/security/sealed.js";
import { deliverSms } from "./deliverSms.js";
import { CODE_MINUTES } from "./sendSmsCode.js";
import { TEST_SCENE } from "./smsCodes.js";
import { SmsScene } from "./smsScene.codes.js";

const Sealed = z.object({ code: z.string(), smsCodeId: z.number().optional() });
type CodeTemplate = Exclude<SmsTemplate, "mobileChanged" | "accountsMerged">;
const templates: Record<number, CodeTemplate> = {
  [SmsScene.signIn]: "login",
  [SmsScene.changeMobile]: "updateMobile",
  [SmsScene.changePassword]: "updatePassword",
  [SmsScene.forgottenPassword]: "resetPassword",
};

/** The approved message template of a scene. */
export const smsTemplateOf = (scene: SmsScene): CodeTemplate => templates[scene]!;

/** Sends a code through the SMS provider, as deliverSms does. A used or expired one is abandoned. */
export async function deliverSmsCode(
  { smsCodeId, sealedId }: { smsCodeId: number; sealedId: string },
  sender: SmsSender,
): Promise<void> {
  await deliverSms(smsCodeId, sender, async (row) => {
    const sealed = await openSealed(sealedId);
    const template = templates[row.scene % TEST_SCENE];
    if (sealed === undefined || row.usedAt || row.expiresAt <= clock.now() || !template) return undefined;
    const { code, smsCodeId: sealedFor = smsCodeId } = Sealed.parse(sealed);
    // The code of one mobile must never reach another.
    return sealedFor === smsCodeId ? { template, parameters: [code, String(CODE_MINUTES)] } : undefined;
  });
}
