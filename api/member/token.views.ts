import { z } from "zod";
import type { SignedIn } from "#shared/domains/member/index.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { Time } from "#api/http/fields.js";

/** Token result. */
export const TokenResult = z.object({
  userId: Id,
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresTime: Time,
  openid: z.string().nullable(),
});

export const tokenResult = (pair: SignedIn) => ({
  userId: pair.ownerId,
  accessToken: pair.accessToken,
  refreshToken: pair.refreshToken,
  expiresTime: pair.expiresAt.getTime(),
  openid: pair.openid ?? null,
});
