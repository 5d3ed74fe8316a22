import type { Context } from "koa";
import { adminErrors, OWN_SIGN_IN, rightsOfOperator } from "#shared/domains/admin/index.js";
import type { Actor } from "#shared/platform/context.js";
import { errors } from "#shared/platform/errors.js";
import { liveSession } from "#shared/platform/sessions.js";
import { readAccessToken, type Audience } from "#shared/platform/tokens.js";
import type { Access } from "./endpoint.js";

/** The bearer token of a request, if it has one. */
export function bearerToken(ctx: Context): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(ctx.get("authorization"))?.[1];
}

/**
 * Who calls, as far as the access asks for it. 401 for a token that is missing, bad, dead or of the wrong kind, 403 for
 * that of a closed account where the access is not for it, and for an operator whose password another one set, wherever
 * it is not about choosing their own; a public path knows neither.
 */
export async function signedInActor(ctx: Context, access: Access): Promise<Actor | undefined> {
  if (access.kind === "open") return undefined;
  if (access.kind === "memberIfSignedIn") {
    const claims = await liveClaims(ctx, "member");
    return claims && (!claims.restricted || access.whileClosed) ? memberOf(claims) : undefined;
  }
  if (access.kind === "member") {
    const claims = await liveClaims(ctx, "member");
    if (!claims) throw errors.NotSignedIn();
    if (claims.restricted && !access.whileClosed) throw errors.Forbidden();
    return memberOf(claims);
  }
  const claims = await liveClaims(ctx, "operator");
  const rights = claims ? await rightsOfOperator(claims.ownerId) : undefined;
  if (!claims || !rights) throw errors.NotSignedIn();
  if (rights.passwordDue && access.permission !== OWN_SIGN_IN) throw adminErrors.PasswordChangeDue();
  const { permissions } = rights;
  return { kind: "operator", operatorId: claims.ownerId, sessionId: claims.sessionId, permissions };
}

/** 403 without the permission. "*" has them all. */
export function checkPermission(actor: Actor | undefined, access: Access): void {
  if (access.kind !== "operator" || actor?.kind !== "operator") return;
  const { permissions } = actor;
  if (!permissions.includes("*") && !permissions.includes(access.permission)) throw errors.Forbidden();
}

async function liveClaims(ctx: Context, audience: Audience) {
  const token = bearerToken(ctx);
  const claims = token ? readAccessToken(token) : undefined;
  if (!claims || claims.audience !== audience) return undefined;
  const session = await liveSession(audience, claims.ownerId, claims.sessionId);
  return session && { ...claims, restricted: session.restricted };
}

function memberOf(claims: { ownerId: number; sessionId: number }) {
  return { kind: "member", memberId: claims.ownerId, sessionId: claims.sessionId } as const;
}
