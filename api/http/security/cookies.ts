import type { Context } from "koa";
import { config } from "#shared/kernel/config/config.js";

const isSecure = (): boolean => config.PUBLIC_URL.startsWith("https:");
/** Browsers accept this prefix only over https and from the host itself, so sibling domains cannot set the cookie. */
const named = (name: string): string => (isSecure() ? `__Host-${name}` : name);

export function readCookie(ctx: Context, name: string): string | undefined {
  return ctx.cookies.get(named(name)) || undefined;
}

interface CookieOptions {
  sameSite: "Lax" | "Strict";
  maxAgeSeconds: number;
}

/** An HttpOnly cookie. Written by hand: behind a balancer the connection is plain, and Koa would refuse Secure. */
export function setCookie(ctx: Context, name: string, value: string, options: CookieOptions): void {
  const { sameSite, maxAgeSeconds } = options;
  const attributes = ["Path=/", `Max-Age=${maxAgeSeconds}`, "HttpOnly", `SameSite=${sameSite}`];
  if (isSecure()) attributes.push("Secure");
  ctx.append("set-cookie", [`${named(name)}=${value}`, ...attributes].join("; "));
}
