import { z } from "zod";
import { optional, text } from "#api/http/fields.js";

/** A code of the provider. */
const Code = text(512, 1);

export const SocialCodeParams = z.object({ code: Code });
/** Only the code is used: older clients also send openId and accessToken. */
export const PhoneNumberBody = z.object({
  code: Code,
  openId: optional(text(128)),
  accessToken: optional(text(1_024)),
});
