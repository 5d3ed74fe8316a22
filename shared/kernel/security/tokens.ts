import { createSecretKey } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import { clock, hours } from "../time/clock.js";
import { config } from "../config/config.js";

const ACCESS_TOKEN_MS = hours(24);

/** Whom a token is for; neither kind is accepted for the other (rules: Operators). */
export type Audience = "member" | "operator";

const keys = config.JWT_KEYS.map((text) => {
  const colon = text.indexOf(":");
  // As a key object, as jsonwebtoken would first try to parse a string as a public key: 0.7 ms of every request.
  return { kid: text.slice(0, colon), secret: createSecretKey(Buffer.from(text.slice(colon + 1))) };
});
const signing = keys[0]!;
const secretByKid = new Map(keys.map(({ kid, secret }) => [kid, secret]));

const Claims = z.object({
  sub: z.string().regex(/^\d+$/),
  sid: z.number().int(),
  aud: z.enum(["member", "operator", "operator-browser"]),
  pair: z.string().optional(),
});

export interface AccessClaims {
  ownerId: number;
  sessionId: number;
  audience: Audience;
  /** The pair it was issued with; none in a browser's token and in older ones. */
  pairId?: string | undefined;
}

/** A signed access token of 24 h, or until its session ends if that is sooner, and the moment it expires. */
export function signAccessToken(claims: AccessClaims, sessionEndsMs = Infinity): { token: string; expiresAt: Date } {
  const expires = Math.floor(Math.min(clock.ms() + ACCESS_TOKEN_MS, sessionEndsMs) / 1_000);
  return { token: sign(claims, claims.audience, expires), expiresAt: new Date(expires * 1_000) };
}

/** The token of a browser's cookie, with an audience of its own: copied from the cookie it is no valid bearer token. */
export function signBrowserToken(claims: AccessClaims, expiresAt: Date): string {
  return sign(claims, `${claims.audience}-browser`, Math.floor(expiresAt.getTime() / 1_000));
}

function sign({ ownerId, sessionId, pairId }: AccessClaims, aud: string, exp: number): string {
  const iat = Math.floor(clock.ms() / 1_000);
  const options = { algorithm: "HS256", keyid: signing.kid } as const;
  const pair = pairId === undefined ? {} : { pair: pairId };
  return jwt.sign({ sub: String(ownerId), sid: sessionId, aud, iat, exp, ...pair }, signing.secret, options);
}

/** The claims of a valid, unexpired access token; undefined for any other text. */
export function readAccessToken(token: string): AccessClaims | undefined {
  const claims = read(token);
  return claims && (claims.aud === "member" || claims.aud === "operator") ? shown(claims, claims.aud) : undefined;
}

/** The same for the token of an operator's cookie. */
export function readBrowserToken(token: string): AccessClaims | undefined {
  const claims = read(token);
  return claims?.aud === "operator-browser" ? shown(claims, "operator") : undefined;
}

type Claims = z.output<typeof Claims>;
const shown = ({ sub, sid, pair }: Claims, audience: Audience): AccessClaims => ({
  ownerId: Number(sub),
  sessionId: sid,
  audience,
  pairId: pair,
});

function read(token: string): Claims | undefined {
  try {
    const header = jwt.decode(token, { complete: true })?.header;
    const secret = secretByKid.get(header?.kid ?? "");
    if (!secret) return undefined;
    const verified = jwt.verify(token, secret, {
      algorithms: ["HS256"],
      clockTimestamp: Math.floor(clock.ms() / 1_000),
    });
    return Claims.parse(verified);
  } catch {
    return undefined;
  }
}
