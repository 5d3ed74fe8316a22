import { z } from "zod";
import type { MemberDoc } from "#shared/domains/member/index.js";
import type { PhoneFound, ShownAccessToken } from "#shared/domains/social/index.js";

export const SocialOpenIdView = z.object({
  openId: z.string(),
  sessionKey: z.string().nullable(),
  memberUserRespDTO: z.object({
    id: z.number().int(),
    nickname: z.string(),
    /** The real name, which is never collected. */
    name: z.string().nullable(),
    status: z.number().int(),
    avatar: z.string(),
    mobile: z.string().nullable(),
  }),
});

export function socialOpenId(found: {
  openid: string;
  sessionKey: string | null;
  member: MemberDoc;
}): z.input<typeof SocialOpenIdView> {
  const { _id, nickname, status, avatar, mobile } = found.member;
  return {
    openId: found.openid,
    sessionKey: found.sessionKey,
    memberUserRespDTO: { id: _id, nickname, name: null, status, avatar, mobile: mobile ?? null },
  };
}

export const AccessTokenView = z.object({ accessToken: z.string(), expiresIn: z.number().int() });

export const accessTokenView = ({
  accessToken,
  expiresInSeconds,
}: ShownAccessToken): z.input<typeof AccessTokenView> => ({
  accessToken,
  expiresIn: expiresInSeconds,
});

export const PhoneNumberView = z.object({
  phoneNumber: z.string(),
  purePhoneNumber: z.string(),
  countryCode: z.number().int(),
  watermark: z.object({ timestamp: z.number().int(), appid: z.string() }),
});

export const phoneNumberView = ({
  phoneNumber,
  purePhoneNumber,
  countryCode,
  watermark: { timestamp, appid },
}: PhoneFound): z.input<typeof PhoneNumberView> => ({
  phoneNumber,
  purePhoneNumber,
  countryCode: Number(countryCode),
  watermark: { timestamp, appid },
});
