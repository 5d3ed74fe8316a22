import { z } from "zod";
import { socialErrors } from "./social.errors.js";
import { spendCode } from "./spendCode.js";

const Phone = z.object({
  phoneNumber: z.string(),
  purePhoneNumber: z.string(),
  countryCode: z.string(),
  watermark: z.object({ timestamp: z.number(), appid: z.string() }),
});
/** Timestamps in epoch seconds, as from the provider. */
export type PhoneFound = z.output<typeof Phone>;

/**
 * The phone of a mini-program's phone code, which works once. At most 5 s. Throws PhoneNotResolved (1002018200) and the
 * provider's errors as exchangeCode does.
 */
export async function findPhone(phoneCode: string): Promise<PhoneFound> {
  return Phone.parse(await spendCode("phone", phoneCode));
}

/** The mobile of a phone code, without +86. PhoneNotResolved for a foreign number: members' mobiles are Chinese. */
export async function phoneOfCode(phoneCode: string): Promise<string> {
  const { purePhoneNumber, countryCode } = await findPhone(phoneCode);
  if (countryCode !== "86" || !/^1[3-9]\d{9}$/.test(purePhoneNumber)) throw socialErrors.PhoneNotResolved();
  return purePhoneNumber;
}
