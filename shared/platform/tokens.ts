import { createSecretKey } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import { clock, hours } from "./clock.js";
import { config } from "./config.js";

export const ACCESS_TOKEN_MS = hours(24);

/** Whom a token is for; the two kinds are never taken for one another (contract 11). */
export type Audience = "member" | "operator";

const keys = config.JWT_KEYS.map((text) => {
  const colon = text.indexOf(":");
  // As a key object: jsonwebtoken would first try to read a plain text as a public key, 0.7 ms of every request.
  return { kid: text.slice(0, colon), secret: createSecretKey(Buffer.from(text.slice(colon + 1))) };
});
const signing = keys[0]!;
const secretByKid = new Map(keys.map(({ kid, secret }) => [kid, secret]));

const Claims = z.object({ sub: z.string().regex(/^\d+$/), sid: z.number().int(), aud: z.enum(["member", "operator"]) });

export interface AccessClaims {
  ownerId: number;
  sessionId: number;
  audience: Audience;
}

/** A signed access token of 24 h and the moment it expires. */
export function signAccessToken({ ownerId, sessionId, audience }: AccessClaims): { token: string; expiresAt: Date } {
  const issued = Math.floor(clock.ms() / 1_000);
  const expires = issued + ACCESS_TOKEN_MS / 1_000;
  const token = jwt.sign(
    { sub: String(ownerId), sid: sessionId, aud: audience, iat: issued, exp: expires },
    signing.secret,
    {
      algorithm: "HS256",
      keyid: signing.kid,
    },
  );
  return { token, expiresAt: new Date(expires * 1_000) };
}

/** The claims of a token that is ours and not expired; undefined for any other text. */
export function readAccessToken(token: string): AccessClaims | undefined {
  try {
    const header = jwt.decode(token, { complete: true })?.header;
    const secret = secretByKid.get(header?.kid ?? "");
    if (!secret) return undefined;
    const verified = jwt.verify(token, secret, {
      algorithms: ["HS256"],
      clockTimestamp: Math.floor(clock.ms() / 1_000),
    });
    const claims = Claims.parse(verified);
    return { ownerId: Number(claims.sub), sessionId: claims.sid, audience: claims.aud };
  } catch {
    return undefined;
  }
}
