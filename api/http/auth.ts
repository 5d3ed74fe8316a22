import type { Context } from "koa";
import { permissionsOfOperator } from "#shared/domains/admin/index.js";
import type { Actor } from "#shared/platform/context.js";
import { errors } from "#shared/platform/errors.js";
import { isSessionLive } from "#shared/platform/sessions.js";
import { readAccessToken, type Audience } from "#shared/platform/tokens.js";
import type { Access } from "./endpoint.js";

/** The bearer token of a request, if it has one. */
export function bearerToken(ctx: Context): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(ctx.get("authorization"))?.[1];
}

/** Who calls, as far as the access asks for it. 401 for a token that is missing, bad, dead or of the wrong kind. */
export async function signedInActor(ctx: Context, access: Access): Promise<Actor | undefined> {
  if (access.kind === "open") return undefined;
  if (access.kind === "memberIfSignedIn") return memberOf(await liveClaims(ctx, "member"));
  if (access.kind === "member") {
    const actor = memberOf(await liveClaims(ctx, "member"));
    if (!actor) throw errors.NotSignedIn();
    return actor;
  }
  const claims = await liveClaims(ctx, "operator");
  const permissions = claims ? await permissionsOfOperator(claims.ownerId) : undefined;
  if (!claims || !permissions) throw errors.NotSignedIn();
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
  return (await isSessionLive(audience, claims.ownerId, claims.sessionId)) ? claims : undefined;
}

function memberOf(claims: { ownerId: number; sessionId: number } | undefined) {
  if (!claims) return undefined;
  return { kind: "member", memberId: claims.ownerId, sessionId: claims.sessionId } as const;
}
