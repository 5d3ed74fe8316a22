import type { Context } from "koa";
import { permissionsOfOperator } from "#shared/domains/admin/index.js";
import { clock } from "#shared/platform/clock.js";
import { config } from "#shared/platform/config.js";
import { isSessionLive, type TokenPair } from "#shared/platform/sessions.js";
import { readAccessToken } from "#shared/platform/tokens.js";
import type { OperatorActor } from "#api/http/endpoint.js";

const COOKIE = "shop_queues";
const attributes = (path: string, maxAge?: number): string =>
  [
    `Path=${path}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    "HttpOnly",
    "SameSite=Strict",
    ...(config.production ? ["Secure"] : []),
  ].join("; ");

/** The operator of the pages' cookie: its token must be of an operator, not expired, and its session alive. */
export async function operatorOfCookie(ctx: Context): Promise<OperatorActor | undefined> {
  const token = ctx.cookies.get(COOKIE);
  const claims = token ? readAccessToken(token) : undefined;
  if (!claims || claims.audience !== "operator") return undefined;
  const { ownerId: operatorId, sessionId } = claims;
  if (!(await isSessionLive("operator", operatorId, sessionId))) return undefined;
  const permissions = await permissionsOfOperator(operatorId);
  return permissions ? { kind: "operator", operatorId, sessionId, permissions } : undefined;
}

/** Written by hand: behind a balancer the connection here is plain, and Koa would refuse a Secure cookie on it. */
export function keepSession(ctx: Context, path: string, { accessToken, expiresAt }: TokenPair): void {
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - clock.ms()) / 1_000));
  ctx.append("set-cookie", `${COOKIE}=${accessToken}; ${attributes(path, maxAge)}`);
}

/** The token that a call came with, for as long as the browser is open and the token lives. */
export function carryOver(ctx: Context, path: string, accessToken: string): void {
  ctx.append("set-cookie", `${COOKIE}=${accessToken}; ${attributes(path)}`);
}

export function dropSession(ctx: Context, path: string): void {
  ctx.append("set-cookie", `${COOKIE}=; ${attributes(path, 0)}`);
}

/** Sent by a page of our own? Browsers say so in Sec-Fetch-Site, on plain http only in Origin. Neither: refused. */
export function isSameOrigin(ctx: Context): boolean {
  const site = ctx.get("sec-fetch-site");
  if (site !== "") return site === "same-origin";
  const origin = ctx.get("origin");
  return origin === new URL(config.PUBLIC_URL).origin || (origin !== "" && hostOf(origin) === ctx.get("host"));
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
