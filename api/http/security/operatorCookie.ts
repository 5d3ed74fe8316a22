import type { Context } from "koa";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { readBrowserToken, signBrowserToken, type AccessClaims } from "#shared/kernel/security/tokens.js";
import { readCookie, setCookie } from "./cookies.js";

const COOKIE = "shop_operator";

/**
 * An operator's browser sign-in: one cookie for the console, the queues' pages and the documentation, which scripts
 * cannot read and other sites cannot send. It ends with its session and is not renewed.
 */
export function setOperatorCookie(ctx: Context, { ownerId, sessionId }: { ownerId: number; sessionId: number }): Date {
  const expiresAt = clock.after(seconds(config.OPERATOR_SESSION_MAX_SECONDS));
  const token = signBrowserToken({ ownerId, sessionId, audience: "operator" }, expiresAt);
  setCookie(ctx, COOKIE, token, { sameSite: "Strict", maxAgeSeconds: config.OPERATOR_SESSION_MAX_SECONDS });
  return expiresAt;
}

/** Whether the browser says that it is signed in, which may be no longer true. */
export const hasOperatorCookie = (ctx: Context): boolean => readCookie(ctx, COOKIE) !== undefined;

/** Clears the cookie if the request has one. */
export function clearOperatorCookie(ctx: Context): void {
  if (hasOperatorCookie(ctx)) setCookie(ctx, COOKIE, "", { sameSite: "Strict", maxAgeSeconds: 0 });
}

/** The claims of the cookie; its session may have ended. */
export function operatorClaims(ctx: Context): AccessClaims | undefined {
  const token = readCookie(ctx, COOKIE);
  return token === undefined ? undefined : readBrowserToken(token);
}
