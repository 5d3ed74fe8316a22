/** The social provider (WeChat): sign-in codes, tokens, tickets, phone numbers and the pages where people agree. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Journal } from "../journal.js";
import type { SocialAppKeys, SocialKeys } from "../keyTypes.js";
import type { Provider, ProviderAnswer, ProviderCall } from "../provider.js";
import { authorizePage } from "./pages.js";
import { QrPhone } from "./qrPhone.js";
import { People, type Person, type PersonCode } from "./people.js";
import { invalidSecret, invalidToken, SocialRefusal, unauthorized } from "./refusal.js";
import { LIFE_S, Tokens } from "./tokens.js";

const NAME = "social";
const SEX_UNKNOWN = 0;

export interface SocialSide {
  provider: Provider;
  people: People;
  phone: QrPhone;
  tokens: Tokens;
}

type Route = (query: URLSearchParams, call: ProviderCall) => ProviderAnswer;

export function makeSocial(keys: SocialKeys, dependencies: { journal: Journal; now: () => number }): SocialSide {
  const { now } = dependencies;
  const people = new People(dependencies.journal.shelf<Person>("social.person"), now);
  const tokens = new Tokens(now);

  /** The calling application, by its id and secret. */
  function checkApp(appid: unknown, secret: unknown, allowed: SocialAppKeys[]): SocialAppKeys {
    if (!appid) throw new SocialRefusal(41002, "appid missing");
    const app = allowed.find(({ appId }) => appId === appid);
    if (!app) throw new SocialRefusal(40013, "invalid appid");
    if (!secret) throw new SocialRefusal(41004, "appsecret missing");
    if (secret !== app.secret) throw invalidSecret();
    return app;
  }

  const jscode2session: Route = (query) => {
    const app = checkApp(query.get("appid"), query.get("secret"), [keys.mini]);
    checkGrant(query.get("grant_type"), "authorization_code");
    const { person } = people.spend(query.get("js_code") ?? undefined, "login", app.appId);
    const { openid, unionid } = person;
    return answer({ session_key: sessionKey(), openid, unionid });
  };

  const userToken: Route = (query) => {
    const app = checkApp(query.get("appid"), query.get("secret"), [keys.official, keys.website, keys.mobile]);
    checkGrant(query.get("grant_type"), "authorization_code");
    const { person, code } = people.spend(query.get("code") ?? undefined, "authorize", app.appId);
    const { openid, unionid } = person;
    const scope = code.scope ?? (app === keys.website ? "snsapi_login" : "snsapi_userinfo");
    const access_token = tokens.forConsent({ openid, scope });
    const said = { access_token, expires_in: LIFE_S, refresh_token: sessionKey(), openid, scope };
    return answer(scope === "snsapi_base" ? said : { ...said, unionid });
  };

  const userInfo: Route = (query) => {
    const { openid, scope } = tokens.consentOf(query.get("access_token") ?? undefined);
    if (query.get("openid") !== openid) throw new SocialRefusal(40003, "invalid openid");
    if (scope === "snsapi_base") throw unauthorized();
    const person = people.find(openid);
    if (!person) throw new SocialRefusal(40003, "invalid openid");
    const { nickname, avatar, unionid } = person;
    const place = { language: "", city: "", province: "", country: "" };
    return answer({ openid, nickname, sex: SEX_UNKNOWN, ...place, headimgurl: avatar, privilege: [], unionid });
  };

  const stableToken: Route = (_, call) => {
    const { appid, secret, grant_type, force_refresh } = bodyOf(call, TokenBody);
    const app = checkApp(appid, secret, [keys.mini, keys.official]);
    checkGrant(grant_type, "client_credential");
    const { token, expiresInS } = tokens.forApplication(app.appId, force_refresh);
    return answer({ access_token: token, expires_in: expiresInS });
  };

  const ticket: Route = (query) => {
    const appId = tokens.applicationOf(query.get("access_token") ?? undefined);
    if (appId !== keys.official.appId) throw unauthorized();
    if (query.get("type") !== "jsapi") throw new SocialRefusal(40097, "invalid args");
    const issued = tokens.ticketFor(appId);
    return answer({ errcode: 0, errmsg: "ok", ticket: issued.ticket, expires_in: issued.expiresInS });
  };

  const phoneNumber: Route = (query, call) => {
    const appId = tokens.applicationOf(query.get("access_token") ?? undefined);
    if (appId !== keys.mini.appId) throw unauthorized();
    const { person, code } = people.spend(bodyOf(call, PhoneBody).code, "phone", appId);
    return answer({ errcode: 0, errmsg: "ok", phone_info: phoneInfo(person, code, { appId, at: now() }) });
  };

  const page: Route = (query, { path }) => authorizePage(path.split("?")[0] ?? "", query, { keys, people });

  const routes: Record<string, { method: "GET" | "POST"; route: Route }> = {
    "/sns/jscode2session": { method: "GET", route: jscode2session },
    "/sns/oauth2/access_token": { method: "GET", route: userToken },
    "/sns/userinfo": { method: "GET", route: userInfo },
    "/cgi-bin/stable_token": { method: "POST", route: stableToken },
    "/cgi-bin/ticket/getticket": { method: "GET", route: ticket },
    "/wxa/business/getuserphonenumber": { method: "POST", route: phoneNumber },
    "/connect/oauth2/authorize": { method: "GET", route: page },
    "/connect/qrconnect": { method: "GET", route: page },
  };

  const provider: Provider = {
    name: NAME,
    answer: (call) => {
      const { pathname, searchParams } = new URL(call.path, "http://platform");
      const found = routes[pathname];
      try {
        if (!found) throw new SocialRefusal(40066, "invalid url");
        if (call.method !== found.method)
          throw found.method === "GET"
            ? new SocialRefusal(43001, "require GET method")
            : new SocialRefusal(43002, "require POST method");
        return found.route(searchParams, call);
      } catch (error) {
        if (error instanceof SocialRefusal) return answer(error.toJSON());
        throw error;
      }
    },
    failure: () => ({ ...answer({ errcode: -1, errmsg: "system error" }), status: 500 }),
    wronglySigned: (_, call) =>
      answer((call.path.includes("access_token=") ? invalidToken() : invalidSecret()).toJSON()),
  };

  return { provider, people, phone: new QrPhone(now), tokens };
}

const TokenBody = z.object({
  grant_type: z.string().optional(),
  appid: z.string().optional(),
  secret: z.string().optional(),
  force_refresh: z.boolean().default(false),
});
const PhoneBody = z.object({ code: z.string().optional() });

function bodyOf<T>(call: ProviderCall, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(call.body.toString("utf8")));
  } catch {
    throw new SocialRefusal(47001, "data format error");
  }
}

function checkGrant(given: string | null | undefined, expected: string): void {
  if (given !== expected) throw new SocialRefusal(40002, "invalid grant_type");
}

const sessionKey = (): string => randomBytes(16).toString("base64");

function phoneInfo(person: Person, code: PersonCode, call: { appId: string; at: number }): object {
  const { countryCode = "86", appid = call.appId, timestamp = Math.floor(call.at / 1_000) } = code.phone;
  return {
    phoneNumber: countryCode === "86" ? person.mobile : `+${countryCode}${person.mobile}`,
    purePhoneNumber: person.mobile,
    countryCode,
    watermark: { timestamp, appid },
  };
}

function answer(body: object): ProviderAnswer {
  return { status: 200, headers: { "Content-Type": "application/json; encoding=utf-8" }, body: JSON.stringify(body) };
}
