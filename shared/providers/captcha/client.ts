import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { callOutside } from "#shared/kernel/http/client.js";
import { parseJson } from "#shared/kernel/http/decoding.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { seconds } from "#shared/kernel/time/clock.js";
import type { CaptchaProvider } from "./port.js";

const TO = "captcha";
/** `action` is told by those that know of it. */
const Answer = z.object({ success: z.boolean(), action: z.string().optional() });

/** The protocol that Turnstile, hCaptcha and reCAPTCHA share: a form to `siteverify`. */
export const siteverify: CaptchaProvider = {
  async isSolved({ token, action, ip }) {
    const reply = await callOutside({
      to: TO,
      method: "POST",
      url: `${config.CAPTCHA_BASE_URL}/siteverify`,
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
      body: new URLSearchParams({ secret: config.CAPTCHA_SECRET, response: token, remoteip: ip }).toString(),
      timeoutMs: seconds(4),
      maxBytes: 65_536,
    });
    const answer = Answer.safeParse(parseJson(reply.body));
    if (reply.status >= 500 || !answer.success) throw new OutboundFailed(TO, `HTTP ${reply.status}`);
    return answer.data.success && (answer.data.action ?? action) === action;
  },
};
