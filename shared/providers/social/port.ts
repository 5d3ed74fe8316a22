/** One of our applications on the provider. */
export interface SocialApp {
  appId: string;
  secret: string;
}

/** Whom a sign-in code stands for. The openid is that of one application, the unionid that of all of ours. */
interface SocialIdentity {
  openid: string;
  unionid: string | null;
  nickname?: string;
  /** http(s) address. */
  avatar?: string;
  /** Of a mini-program alone: opens what its client sends sealed. Secret. */
  sessionKey?: string;
}

/** An access token or a ticket. */
export interface SocialCredential {
  value: string;
  expiresInSeconds: number;
}

export interface SocialPhone {
  /** With the country code when it is foreign. */
  phoneNumber: string;
  purePhoneNumber: string;
  countryCode: string;
  watermark: { timestamp: number; appid: string };
}

/**
 * What a refusal is about. code: the code is wrong, used or too old. token: the access token is (another will do).
 * busy: the provider or our share of it is exhausted. refused: anything else, our own credentials included.
 */
export type RefusalKind = "code" | "token" | "busy" | "refused";

/** The provider said no by number. */
export class SocialRefused extends Error {
  readonly kind: RefusalKind;
  readonly errcode: number;
  constructor(kind: RefusalKind, errcode: number, errmsg: string) {
    super(`${errcode} ${errmsg}`.trim());
    this.kind = kind;
    this.errcode = errcode;
  }
}

/** Milliseconds that are left for everything that one answer takes. */
export type TimeLeft = () => number;

/** A time budget that begins now. Real time: it bounds waiting, and is no business time. */
export function timeWithin(ms: number): TimeLeft {
  const end = performance.now() + ms;
  return () => Math.max(0, Math.round(end - performance.now()));
}

/**
 * A provider where people have accounts. Calls throw SocialRefused for a no, OutboundFailed without a proper answer
 * (the provider may have acted: a code may be used up).
 */
export interface SocialClient {
  /** The login code of a mini-program. */
  identityOfLogin(app: SocialApp, code: string, left: TimeLeft): Promise<SocialIdentity>;
  /** The code that an authorize page or the app gave, with the person's name and picture where they may be seen. */
  identityOfAuthorization(app: SocialApp, code: string, left: TimeLeft): Promise<SocialIdentity>;
  /** The same token as long as it is good, unless `force` asks for another. */
  accessToken(app: SocialApp, force: boolean, left: TimeLeft): Promise<SocialCredential>;
  /** What signs web pages that use the provider's script. */
  jsapiTicket(accessToken: string, left: TimeLeft): Promise<SocialCredential>;
  phoneNumber(accessToken: string, code: string, left: TimeLeft): Promise<SocialPhone>;
}
