import { wechat } from "#shared/providers/social/client.js";
import { SocialRefused, type SocialPhone, type TimeLeft } from "#shared/providers/social/port.js";
import { clock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { log } from "#shared/kernel/observability/log.js";
import { refusalOf } from "./requestFromProvider.js";
import { withAccessToken } from "./credentials.js";
import { socialErrors } from "./social.errors.js";
import { socialApp } from "./socialApps.js";
import { SocialType } from "./social.codes.js";

/** The provider gives a number right after its owner agreed; its clock and ours may differ a little. */
const OLDEST_MS = minutes(10);
const AHEAD_MS = minutes(2);

/** For workers: the phone number of a mini-program's phone code, if it was given to this mini-program just now. */
export async function queryPhone(code: string, left: TimeLeft): Promise<SocialPhone> {
  const { appId } = socialApp(SocialType.miniProgram);
  const phone = await withAccessToken(SocialType.miniProgram, left, (token) =>
    wechat.phoneNumber(token, code, left),
  ).catch((error: unknown) => {
    if (error instanceof SocialRefused && error.kind === "code") throw socialErrors.PhoneNotResolved();
    throw refusalOf(error);
  });
  const { appid, timestamp } = phone.watermark;
  const age = clock.ms() - seconds(timestamp);
  if (appid === appId && age <= OLDEST_MS && age >= -AHEAD_MS) return phone;
  log.warn({ isOurs: appid === appId, ageMs: age }, "a phone number with a foreign or an old watermark");
  throw socialErrors.PhoneNotResolved();
}
