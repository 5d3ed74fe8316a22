import { z } from "zod";
import { beginMerge } from "#shared/domains/accountMerge/index.js";
import {
  refreshOnce,
  sendSmsCode,
  signInAsDeveloper,
  signInByPassword,
  signInBySms,
  signOut,
  validateSmsCode,
} from "#shared/domains/member/index.js";
import { config } from "#shared/kernel/config/config.js";
import { endpoint, memberIfSignedIn, open } from "#api/http/endpoint.js";
import { SmsScene } from "#shared/domains/member/sms/smsScene.codes.js";
import { DevLoginBody, LoginBody, SmsCodeSendBody, SmsCodeValidateBody, SmsLoginBody } from "./auth.schemas.js";
import { limitSms } from "../http/security/rateLimit.js";
import { caller } from "../http/requestContext.js";
import { refreshGiven, refreshInput } from "./refreshToken.js";
import { socialOf } from "./socialProof.js";
import { TokenResult, tokenResult } from "./token.views.js";

const login = endpoint({
  method: "post",
  path: "/app-api/member/auth/login",
  access: open(),
  summary: "Signs in by mobile and password",
  limit: "signIn",
  input: { body: LoginBody },
  output: TokenResult,
  handle: ({ body, ctx }) => signInByPassword({ ...body, social: socialOf(body, ctx) }, caller(), beginMerge),
  view: tokenResult,
});

const smsLogin = endpoint({
  method: "post",
  path: "/app-api/member/auth/sms-login",
  access: open(),
  needs: "sms",
  summary: "Signs in by mobile and SMS code; creates the member if absent",
  limit: "signIn",
  input: { body: SmsLoginBody },
  output: TokenResult,
  handle: ({ body, ctx }) => signInBySms({ ...body, social: socialOf(body, ctx) }, caller(), beginMerge),
  view: tokenResult,
});

const sendCode = endpoint({
  method: "post",
  path: "/app-api/member/auth/send-sms-code",
  access: memberIfSignedIn(),
  needs: "sms",
  summary: "Sends an SMS code; true when it is queued",
  input: { body: SmsCodeSendBody },
  output: z.boolean(),
  handle: async ({ body: { mobile, scene = SmsScene.signIn }, actor, ctx }) => {
    await limitSms(ctx);
    await sendSmsCode({ mobile, scene, memberId: actor?.memberId }, caller("sms"));
    return true;
  },
});

const validateCode = endpoint({
  method: "post",
  path: "/app-api/member/auth/validate-sms-code",
  access: open(),
  needs: "sms",
  summary: "Checks an SMS code and uses it up",
  input: { body: SmsCodeValidateBody },
  output: z.boolean(),
  handle: async ({ body: { mobile, scene = SmsScene.signIn, code } }) => {
    await validateSmsCode({ mobile, scene, code }, caller());
    return true;
  },
});

const refreshToken = endpoint({
  method: "post",
  path: "/app-api/member/auth/refresh-token",
  access: open(),
  summary: "Issues a new token pair; the given refresh token is no longer valid",
  input: refreshInput,
  output: TokenResult,
  handle: (input) => {
    const { token, key } = refreshGiven(input);
    return refreshOnce("member", token, key);
  },
  view: tokenResult,
});

const logout = endpoint({
  method: "post",
  path: "/app-api/member/auth/logout",
  access: memberIfSignedIn({ whileClosed: true }),
  summary: "Ends the session of the token; true without one",
  output: z.boolean(),
  handle: async ({ actor }) => {
    if (actor) await signOut(actor);
    return true;
  },
});

const devLogin = endpoint({
  method: "post",
  path: "/app-api/member/auth/dev-login",
  access: open(),
  summary: "Signs in without credentials; outside production only",
  input: { body: DevLoginBody },
  output: TokenResult,
  handle: ({ body }) => signInAsDeveloper(body.mobile),
  view: tokenResult,
});

export const authEndpoints = [
  login,
  smsLogin,
  sendCode,
  validateCode,
  refreshToken,
  logout,
  ...(config.production ? [] : [devLogin]),
];
