import { z } from "zod";
import { Id } from "#shared/platform/schemas.js";
import type { TokenPair } from "#shared/platform/sessions.js";
import { Time } from "#api/http/fields.js";

/** Token result (spec, Resources). */
export const TokenResult = z.object({
  userId: Id,
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresTime: Time,
  openid: z.string().nullable(),
});

export const tokenResult = (pair: TokenPair) => ({
  userId: pair.ownerId,
  accessToken: pair.accessToken,
  refreshToken: pair.refreshToken,
  expiresTime: pair.expiresAt.getTime(),
  openid: null,
});
