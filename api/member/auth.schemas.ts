import { z } from "zod";
import { longOf, Mobile, optional } from "#api/http/fields.js";
import { LoginType } from "#shared/domains/member/member.states.js";
import { SmsScene } from "#shared/domains/member/sms/smsScene.codes.js";
import { SocialType } from "#shared/domains/social/social.codes.js";

/** Not checked against the rules for new passwords: older passwords must still work. */
const PasswordGiven = z.string().min(1).max(64);
/** Codes have four digits; any other form counts as a wrong code. */
export const SmsCodeGiven = z.string().trim().min(1).max(16);

/** 34 mini-program, 31 official account, 32 website, 30 app. */
const Social = longOf([SocialType.mobileApp, SocialType.officialAccount, SocialType.website, SocialType.miniProgram]);
const ProviderCode = z.string().min(1).max(512);
const State = optional(z.string().max(256));

/** A social account to bind in the same call. */
export const socialFields = { socialType: optional(Social), socialCode: optional(ProviderCode), socialState: State };

// The documentation's examples have no social fields: people who try them have no provider's code.
export const LoginBody = z
  .object({ mobile: Mobile, password: PasswordGiven, ...socialFields })
  .meta({ examples: [{ mobile: "13800000001", password: "demo1234" }] });
export const SmsLoginBody = z
  .object({ mobile: Mobile, code: SmsCodeGiven, loginType: longOf(Object.values(LoginType)), ...socialFields })
  .meta({ examples: [{ mobile: "13800000001", code: "1234", loginType: LoginType.oneTap }] });

/** 1 sign-in, 2 change of mobile, 3 change of password, 4 forgotten password. */
const scene = optional(longOf(Object.values(SmsScene)));
export const SmsCodeSendBody = z.object({ mobile: Mobile, scene });
export const SmsCodeValidateBody = z.object({ mobile: Mobile, scene, code: SmsCodeGiven });

export const DevLoginBody = z.object({ mobile: Mobile });

export const SocialOpenidBody = z.object({ loginCode: ProviderCode });
export const MiniProgramLoginBody = z.object({
  loginCode: ProviderCode,
  phoneCode: optional(ProviderCode),
  state: State,
});
export const SocialRedirectQuery = z.object({ type: Social, redirectUri: z.string().min(1).max(1_024) });
export const SocialLoginBody = z.object({ type: Social, code: ProviderCode, state: State });
/** One of our pages, with the address that the browser shows. */
export const JsapiSignatureQuery = z.object({
  url: z
    .string()
    .max(2_048)
    .regex(/^https?:\/\/\S+$/, "must be a page's address"),
});
