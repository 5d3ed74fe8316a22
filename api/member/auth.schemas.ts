import { z } from "zod";
import { longOf, Mobile, optional } from "#api/http/fields.js";
import { LoginType } from "#shared/domains/member/member.states.js";
import { SmsScene } from "#shared/domains/member/sms/smsScene.codes.js";
import { SocialType } from "#shared/domains/social/social.codes.js";

/** Not held against the rules for new passwords: what was set before they were must still fit. */
const PasswordGiven = z.string().min(1).max(64);
/** Codes have four digits; what has another form is just a wrong code. */
export const SmsCodeGiven = z.string().trim().min(1).max(16);

/** 34 mini-program, 31 official account, 32 website, 30 app. */
const Social = longOf([SocialType.mobileApp, SocialType.officialAccount, SocialType.website, SocialType.miniProgram]);
const PlatformCode = z.string().min(1).max(512);
const State = optional(z.string().max(256));

/** A social account to bind in the same call. */
const social = { socialType: optional(Social), socialCode: optional(PlatformCode), socialState: State };

// Their examples sign in alone: who tries one out has no code of a social provider.
export const LoginBody = z
  .object({ mobile: Mobile, password: PasswordGiven, ...social })
  .meta({ examples: [{ mobile: "13800000001", password: "demo1234" }] });
export const SmsLoginBody = z
  .object({ mobile: Mobile, code: SmsCodeGiven, loginType: longOf(Object.values(LoginType)), ...social })
  .meta({ examples: [{ mobile: "13800000001", code: "1234", loginType: LoginType.oneTap }] });

/** 1 sign-in, 2 change of mobile, 3 change of password, 4 forgotten password. */
const scene = optional(longOf(Object.values(SmsScene)));
export const SmsCodeSendBody = z.object({ mobile: Mobile, scene });
export const SmsCodeValidateBody = z.object({ mobile: Mobile, scene, code: SmsCodeGiven });

export const DevLoginBody = z.object({ mobile: Mobile });

export const SocialOpenidBody = z.object({ loginCode: PlatformCode });
export const MiniProgramLoginBody = z.object({
  loginCode: PlatformCode,
  phoneCode: optional(PlatformCode),
  state: State,
});
export const SocialRedirectQuery = z.object({ type: Social, redirectUri: z.string().min(1).max(1_024) });
export const SocialLoginBody = z.object({ type: Social, code: PlatformCode, state: State });
/** A page of ours, as the browser shows its address. */
export const JsapiSignatureQuery = z.object({
  url: z
    .string()
    .max(2_048)
    .regex(/^https?:\/\/\S+$/, "must be a page's address"),
});
