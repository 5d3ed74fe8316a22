import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { decryptText, encryptText } from "#shared/kernel/security/sealed.js";
import { errors } from "#shared/kernel/request/errors.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import type { CaptchaProvider } from "#shared/providers/captcha/port.js";
import { verifyCaptchaJob } from "../member.jobs.js";

interface Captcha {
  token: string;
  action: string;
  ip: string;
}

/** Has a worker ask the provider. StillWorking when it does not answer within 5 s: a captcha is solved anew then. */
export const verifyCaptcha = ({ token, action, ip }: Captcha): Promise<boolean> =>
  ask(verifyCaptchaJob, { tokenBox: encryptText(token), action, ip }, { timeoutMs: askWaitMs.long });

/** The worker's part. */
export async function askCaptchaProvider(
  { tokenBox, ...asked }: { tokenBox: string; action: string; ip: string },
  provider: CaptchaProvider,
): Promise<boolean> {
  try {
    return await provider.isSolved({ token: decryptText(tokenBox), ...asked });
  } catch (error) {
    if (error instanceof OutboundFailed) throw errors.StillWorking({}, 2);
    throw error;
  }
}
