import type { Context } from "koa";
import {
  adminErrors,
  isMachineKey,
  machineOf,
  machinePermissions,
  OWN_SECOND_FACTOR,
  OWN_SIGN_IN,
  rightsOfOperator,
  type OperatorRights,
} from "#shared/domains/operator/index.js";
import type { Actor } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { isSessionLive, listSessions, liveSession } from "#shared/kernel/security/sessions.js";
import { readAccessToken, type Audience } from "#shared/kernel/security/tokens.js";
import type { Access, OperatorActor } from "../endpoint.js";
import { contextOf } from "../requestContext.js";
import { operatorClaims } from "./operatorCookie.js";
import { limitMachine } from "./rateLimit.js";
import { mayUseCookie } from "./sameOrigin.js";

/** The bearer token of a request, if it has one. */
function bearerToken(ctx: Context): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(ctx.get("authorization"))?.[1];
}

/**
 * The caller, as far as the access requires one. 401 for a token that is missing, invalid, ended or of the wrong kind.
 * 403 for a closed account where the access does not allow it, and for an operator who must change a password or set
 * up a second factor, except on the endpoints for that; a public path checks none of this.
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
  const found = await signedInOperator(ctx);
  if (!found) throw errors.NotSignedIn();
  const { rights } = found;
  if (rights.passwordDue && access.permission !== OWN_SIGN_IN) throw adminErrors.PasswordChangeDue();
  if (rights.secondFactorDue && access.permission !== OWN_SIGN_IN && access.permission !== OWN_SECOND_FACTOR)
    throw adminErrors.SecondFactorDue();
  return found.actor;
}

/**
 * The calling operator, by a bearer token or the browser's cookie, whatever the permissions; undefined for anyone else.
 * 403 for a cookie in a request from a page of another origin.
 */
export async function operatorOf(ctx: Context): Promise<OperatorActor | undefined> {
  return (await signedInOperator(ctx))?.actor;
}

/** Of a machine's key, which has no session. */
const NO_SESSION = 0;

async function machineActor(
  ctx: Context,
  key: string,
): Promise<{ actor: OperatorActor; rights: OperatorRights } | undefined> {
  const machine = await machineOf(key, contextOf(ctx).ip ?? "");
  if (!machine) return undefined;
  const { id: operatorId, permissions, perMinute } = machine;
  await limitMachine(operatorId, perMinute);
  const rights = { permissions, passwordDue: false, secondFactorDue: false };
  return { actor: { kind: "operator", operatorId, sessionId: NO_SESSION, permissions }, rights };
}

async function signedInOperator(ctx: Context): Promise<{ actor: OperatorActor; rights: OperatorRights } | undefined> {
  const token = bearerToken(ctx);
  if (token && isMachineKey(token)) return machineActor(ctx, token);
  const claims = ctx.get("authorization") === "" ? await cookieClaims(ctx) : await liveClaims(ctx, "operator");
  const rights = claims ? await rightsOfOperator(claims.ownerId) : undefined;
  if (!claims || !rights) return undefined;
  const { ownerId: operatorId, sessionId } = claims;
  return { actor: { kind: "operator", operatorId, sessionId, permissions: rights.permissions }, rights };
}

async function cookieClaims(ctx: Context) {
  const claims = operatorClaims(ctx);
  if (!claims || !(await isSessionLive(claims))) return undefined;
  if (!mayUseCookie(ctx)) throw errors.Forbidden();
  return claims;
}

/** 403 without the permission. "*" has them all. */
export function checkPermission(actor: Actor | undefined, access: Access): void {
  if (access.kind !== "operator" || actor?.kind !== "operator") return;
  if (!holds(actor.permissions, access.permission)) throw errors.Forbidden();
}

const holds = (permissions: readonly string[], permission: string): boolean =>
  permissions.includes("*") || permissions.includes(permission);

/**
 * Whether an operator whose answer is still being sent may go on reading it. That somebody's page is open is no activity:
 * a session that nobody uses runs out meanwhile.
 */
export async function isStillAllowed({ operatorId, sessionId }: OperatorActor, permission: string): Promise<boolean> {
  if (sessionId === NO_SESSION) return holds(await machinePermissions(operatorId), permission);
  const sessions = await listSessions("operator", operatorId);
  if (!sessions.some(({ _id }) => _id === sessionId)) return false;
  return holds((await rightsOfOperator(operatorId))?.permissions ?? [], permission);
}

async function liveClaims(ctx: Context, audience: Audience) {
  const token = bearerToken(ctx);
  const claims = token ? readAccessToken(token) : undefined;
  if (!claims || claims.audience !== audience) return undefined;
  const session = await liveSession(claims);
  return session && { ...claims, restricted: session.restricted };
}

function memberOf(claims: { ownerId: number; sessionId: number }) {
  return { kind: "member", memberId: claims.ownerId, sessionId: claims.sessionId } as const;
}
