import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { log } from "#shared/kernel/observability/log.js";
import { PhoneAnswer, SessionAnswer, TicketAnswer, TokenAnswer, UserInfoAnswer, UserTokenAnswer } from "./answers.js";
import { callSocial } from "./calls.js";
import type { TimeLeft } from "#shared/kernel/http/timeLeft.js";
import { SocialRefused, type SocialClient } from "./port.js";

const MAX_NICKNAME = 30;
/** The scopes that grant access to a person's name and picture. */
const SEES_PERSON = /\b(snsapi_userinfo|snsapi_login)\b/;

/** The WeChat Open Platform. */
export const wechat: SocialClient = {
  async identityOfLogin({ appId, secret }, code, left) {
    const query = { appid: appId, secret, js_code: code, grant_type: "authorization_code" };
    const { openid, unionid, session_key } = await callSocial(
      { path: "/sns/jscode2session", query },
      SessionAnswer,
      left,
    );
    return { openid, unionid, sessionKey: session_key };
  },

  async identityOfAuthorization({ appId, secret }, code, left) {
    const query = { appid: appId, secret, code, grant_type: "authorization_code" };
    const { openid, unionid, access_token, scope, is_snapshotuser } = await callSocial(
      { path: "/sns/oauth2/access_token", query },
      UserTokenAnswer,
      left,
    );
    if (is_snapshotuser === 1) throw new SocialRefused("code", 0, "the account of a previewed page");
    const person = SEES_PERSON.test(scope) ? await personOf(access_token, openid, left) : undefined;
    return { openid, unionid: unionid ?? person?.unionid ?? null, ...person?.shown };
  },

  async accessToken({ appId, secret }, force, left) {
    const body = { grant_type: "client_credential", appid: appId, secret, force_refresh: force };
    const { access_token, expires_in } = await callSocial(
      { path: "/cgi-bin/stable_token", query: {}, body },
      TokenAnswer,
      left,
    );
    return { value: access_token, expiresInSeconds: expires_in };
  },

  async jsapiTicket(accessToken, left) {
    const query = { access_token: accessToken, type: "jsapi" };
    const { ticket, expires_in } = await callSocial({ path: "/cgi-bin/ticket/getticket", query }, TicketAnswer, left);
    return { value: ticket, expiresInSeconds: expires_in };
  },

  async phoneNumber(accessToken, code, left) {
    const query = { access_token: accessToken };
    const { phone_info } = await callSocial(
      { path: "/wxa/business/getuserphonenumber", query, body: { code } },
      PhoneAnswer,
      left,
    );
    return phone_info;
  },
};

interface Person {
  unionid: string | null;
  shown: { nickname?: string; avatar?: string };
}

/** A person's name and picture; if they cannot be read, the sign-in goes on without them. */
async function personOf(accessToken: string, openid: string, left: TimeLeft): Promise<Person | undefined> {
  const query = { access_token: accessToken, openid, lang: "zh_CN" };
  try {
    const reply = await callSocial({ path: "/sns/userinfo", query }, UserInfoAnswer, left);
    const nickname = [...(reply.nickname ?? "").trim()].slice(0, MAX_NICKNAME).join("");
    const avatar = reply.headimgurl ?? "";
    return {
      unionid: reply.unionid,
      shown: { ...(nickname ? { nickname } : {}), ...(isWebAddress(avatar) ? { avatar } : {}) },
    };
  } catch (error) {
    if (!(error instanceof SocialRefused) && !(error instanceof OutboundFailed)) throw error;
    log.warn({ err: error }, "a person's name and picture were not received");
    return undefined;
  }
}

const isWebAddress = (text: string): boolean =>
  text.length <= 512 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
