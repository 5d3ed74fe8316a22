import type { TimeLeft } from "#shared/kernel/http/timeLeft.js";

export { timeWithin, type TimeLeft } from "#shared/kernel/http/timeLeft.js";

/** One of our applications at the provider. */
export interface SocialApp {
  appId: string;
  secret: string;
}

/** The person behind a sign-in code. The openid is valid in one application, the unionid in all of ours. */
interface SocialIdentity {
  openid: string;
  unionid: string | null;
  nickname?: string;
  /** http(s) address. */
  avatar?: string;
  /** Only of a mini-program: decrypts data that its client sends. Secret. */
  sessionKey?: string;
}

/** An access token or a ticket. */
export interface SocialCredential {
  value: string;
  expiresInSeconds: number;
}

export interface SocialPhone {
  /** With the country code if it is foreign. */
  phoneNumber: string;
  purePhoneNumber: string;
  countryCode: string;
  watermark: { timestamp: number; appid: string };
}

/**
 * What a refusal is about. code: the code is wrong, used or too old. token: the access token is (a new one will do).
 * busy: the provider is overloaded or our quota exhausted. refused: anything else, including our own credentials.
 */
export type RefusalKind = "code" | "token" | "busy" | "refused";

/** The provider refused, with a number. */
export class SocialRefused extends Error {
  readonly kind: RefusalKind;
  readonly errcode: number;
  constructor(kind: RefusalKind, errcode: number, errmsg: string) {
    super(`${errcode} ${errmsg}`.trim());
    this.kind = kind;
    this.errcode = errcode;
  }
}

/**
 * A provider where people have accounts. Calls throw SocialRefused for a refusal, OutboundFailed without a proper response
 * (the provider may have acted: a code may be used up).
 */
export interface SocialClient {
  /** The login code of a mini-program. */
  identityOfLogin(app: SocialApp, code: string, left: TimeLeft): Promise<SocialIdentity>;
  /** The code of an authorize page or an app, with the person's name and picture where the scope grants them. */
  identityOfAuthorization(app: SocialApp, code: string, left: TimeLeft): Promise<SocialIdentity>;
  /** The same token as long as it is valid, unless `force` requests a new one. */
  accessToken(app: SocialApp, force: boolean, left: TimeLeft): Promise<SocialCredential>;
  /** The ticket for signing web pages that use the provider's script. */
  jsapiTicket(accessToken: string, left: TimeLeft): Promise<SocialCredential>;
  phoneNumber(accessToken: string, code: string, left: TimeLeft): Promise<SocialPhone>;
}
