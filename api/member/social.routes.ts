import { z } from "zod";
import { beginMerge } from "#shared/domains/accountMerge/index.js";
import { signInByMiniProgram, signInBySocial } from "#shared/domains/member/index.js";
import { authorizeRedirect, exchangeCode, jsapiSignature } from "#shared/domains/social/index.js";
import { socialGroups } from "#shared/kernel/config/providerGroups.js";
import { endpoint, open } from "#api/http/endpoint.js";
import { SocialType } from "#shared/domains/social/social.codes.js";
import {
  JsapiSignatureQuery,
  MiniProgramLoginBody,
  SocialLoginBody,
  SocialOpenidBody,
  SocialRedirectQuery,
} from "./auth.schemas.js";
import { caller } from "../http/requestContext.js";
import { bindBrowser, signInBrowser } from "./signInBrowser.js";
import { TokenResult, tokenResult } from "./token.views.js";

const getOpenid = endpoint({
  method: "post",
  path: "/app-api/member/auth/get-social-openid",
  access: open(),
  needs: "social-mini",
  summary: "Exchanges a mini-program login code for the openid and unionid",
  limit: "signIn",
  input: { body: SocialOpenidBody },
  output: z.object({ openid: z.string(), unionid: z.string().nullable() }),
  handle: ({ body }) => exchangeCode({ type: SocialType.miniProgram, code: body.loginCode }),
  view: ({ openid, unionid }) => ({ openid, unionid }),
});

const miniProgramLogin = endpoint({
  method: "post",
  path: "/app-api/member/auth/social-mini-app-login",
  access: open(),
  needs: "social-mini",
  summary: "Signs in by a mini-program's login code, and binds the phone of a phone code",
  limit: "signIn",
  input: { body: MiniProgramLoginBody },
  output: TokenResult,
  handle: ({ body }) => signInByMiniProgram(body, caller(), beginMerge),
  view: tokenResult,
});

const redirect = endpoint({
  method: "get",
  path: "/app-api/member/auth/social-auth-redirect",
  access: open(),
  needs: ["social-official", "social-website"],
  summary: "Returns the address of the provider's consent page, with a new state that a cookie binds to the browser",
  input: { query: SocialRedirectQuery },
  output: z.string(),
  handle: ({ query, ctx }) => authorizeRedirect({ ...query, browserSecret: bindBrowser(ctx) }),
});

const socialLogin = endpoint({
  method: "post",
  path: "/app-api/member/auth/social-login",
  access: open(),
  needs: socialGroups,
  summary: "Signs in by an authorization code and the state it came with; creates the member if absent",
  limit: "signIn",
  input: { body: SocialLoginBody },
  output: TokenResult,
  handle: ({ body, ctx }) => signInBySocial({ ...body, browser: signInBrowser(ctx) }, caller()),
  view: tokenResult,
});

const signPage = endpoint({
  method: "post",
  path: "/app-api/member/auth/create-social-jsapi-signature",
  access: open(),
  needs: "social-official",
  summary: "Signs a page for the provider's script",
  input: { query: JsapiSignatureQuery },
  output: z.object({
    appId: z.string(),
    timestamp: z.number().int(),
    nonceStr: z.string(),
    signature: z.string(),
  }),
  handle: ({ query }) => jsapiSignature(query),
  view: ({ appId, timestamp, nonceStr, signature }) => ({ appId, timestamp, nonceStr, signature }),
});

export const socialAuthEndpoints = [getOpenid, miniProgramLogin, redirect, socialLogin, signPage];
