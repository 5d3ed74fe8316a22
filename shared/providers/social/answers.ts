import { z } from "zod";

/** The provider's replies, as far as we read them. A refusal comes with HTTP 200. */

export const Verdict = z.object({ errcode: z.number().int(), errmsg: z.string().default("") });

const Secret = z.string().min(1).max(4_096);
const OpenId = z.string().min(1).max(128);
/** Absent or empty while our applications are not linked there. */
const UnionId = z
  .string()
  .max(128)
  .nullish()
  .transform((text) => text || null);
const Seconds = z.number().int().positive();

export const SessionAnswer = z.object({ openid: OpenId, session_key: Secret, unionid: UnionId });

export const UserTokenAnswer = z.object({
  access_token: Secret,
  openid: OpenId,
  scope: z.string().default(""),
  unionid: UnionId,
  /** 1: the page was only previewed, and the openid belongs to nobody. */
  is_snapshotuser: z.number().optional(),
});

export const UserInfoAnswer = z.object({
  openid: OpenId,
  nickname: z.string().nullish(),
  headimgurl: z.string().nullish(),
  unionid: UnionId,
});

export const TokenAnswer = z.object({ access_token: Secret, expires_in: Seconds });
export const TicketAnswer = z.object({ ticket: Secret, expires_in: Seconds });

export const PhoneAnswer = z.object({
  phone_info: z.object({
    phoneNumber: z.string().min(1).max(32),
    purePhoneNumber: z.string().min(1).max(32),
    countryCode: z.union([z.string(), z.number()]).transform(String),
    watermark: z.object({ timestamp: z.number().int(), appid: z.string() }),
  }),
});
