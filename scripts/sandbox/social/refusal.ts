/** The provider's refusals: HTTP 200 with a code in the body. */
import { randomBytes } from "node:crypto";

export class SocialRefusal extends Error {
  readonly errcode: number;

  constructor(errcode: number, errmsg: string) {
    super(errmsg);
    this.errcode = errcode;
  }

  toJSON(): { errcode: number; errmsg: string } {
    return { errcode: this.errcode, errmsg: `${this.message}, rid: ${randomBytes(12).toString("hex")}` };
  }
}

export const invalidCode = (): SocialRefusal => new SocialRefusal(40029, "invalid code");
export const usedCode = (): SocialRefusal => new SocialRefusal(40163, "code been used");
export const invalidSecret = (): SocialRefusal => new SocialRefusal(40125, "invalid appsecret");
export const invalidToken = (): SocialRefusal =>
  new SocialRefusal(40001, "invalid credential, access_token is invalid or not latest");
export const expiredToken = (): SocialRefusal => new SocialRefusal(42001, "access_token expired");
export const unauthorized = (): SocialRefusal => new SocialRefusal(48001, "api unauthorized");
