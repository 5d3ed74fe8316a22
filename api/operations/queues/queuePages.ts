import type { Context, Middleware } from "koa";
import { signInOperator, signOutOperator } from "#shared/domains/operator/index.js";
import { withRedis } from "#shared/domains/operations/queues/index.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { AppError, errors, errorText } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import { queuesMade } from "#shared/kernel/queue/queues.js";
import { rawBody } from "#api/http/body/body.js";
import { operatorOf } from "#api/http/security/auth.js";
import type { OperatorActor } from "#api/http/endpoint.js";
import { inputRefusal } from "#api/http/inputFaults.js";
import { clearOperatorCookie, setOperatorCookie } from "#api/http/security/operatorCookie.js";
import { limitSignIn } from "#api/http/security/rateLimit.js";
import { caller, contextOf } from "#api/http/requestContext.js";
import { isSameOrigin } from "#api/http/security/sameOrigin.js";
import { LoginBody } from "#api/operator/auth.routes.js";
import { allowedAct, type BoardAct } from "./queueActs.js";
import { OPERATE_QUEUES, READ_QUEUES } from "./queue.routes.js";
import { noRightPage, signInPage, signOutPage } from "./queueForms.js";

const BASE = "/queues";
const ACTS = `${BASE}/api/queues/`;

/**
 * The queues' pages (rules: Operators) for operators who signed in at their form or at the console: infra:queue:read to
 * view, and infra:queue:operate, from one of our pages, for the actions of queueActs.ts. Each action done is one
 * audit row.
 */
export function queuePages(): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== BASE && !ctx.path.startsWith(`${BASE}/`)) return next();
    ctx.set("cache-control", "no-store");
    // With no-referrer, a browser would send its own form's Origin as "null".
    ctx.set("referrer-policy", "same-origin");
    if (ctx.path === `${BASE}/sign-in`) await signIn(ctx);
    else if (ctx.path === `${BASE}/sign-out`) await signOut(ctx);
    else await board(ctx);
  };
}

const isReading = (ctx: Context): boolean => ctx.method === "GET" || ctx.method === "HEAD";
const has = (actor: OperatorActor, permission: string): boolean =>
  actor.permissions.includes("*") || actor.permissions.includes(permission);

function show(ctx: Context, html: string, status = 200): void {
  ctx.status = status;
  ctx.type = "html";
  ctx.body = html;
}

function goTo(ctx: Context, path: string): void {
  ctx.redirect(`${BASE}${path}`);
  // 303: the browser loads the next page with GET, whatever it sent before.
  if (!isReading(ctx)) ctx.status = 303;
}

async function signIn(ctx: Context): Promise<void> {
  if (isReading(ctx)) return show(ctx, signInPage(currentLanguage(), BASE));
  if (ctx.method !== "POST") throw errors.MethodNotAllowed({ method: ctx.method });
  if (!isSameOrigin(ctx)) throw errors.Forbidden();
  const form = Object.fromEntries(new URLSearchParams((await rawBody(ctx)).toString("utf8")));
  const username = (form["username"] ?? "").slice(0, 30);
  try {
    await limitSignIn(ctx, { isPage: true });
    const credentials = LoginBody.safeParse(form, { reportInput: true });
    if (!credentials.success) throw inputRefusal(credentials.error, currentLanguage());
    setOperatorCookie(ctx, await signInOperator(credentials.data, caller()));
    goTo(ctx, "/");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.retryAfterSeconds !== undefined) ctx.set("retry-after", String(error.retryAfterSeconds));
    const fault = errorText(error, currentLanguage());
    show(ctx, signInPage(currentLanguage(), BASE, { fault, username }), error.code < 600 ? error.code : 401);
  }
}

async function signOut(ctx: Context): Promise<void> {
  const actor = await operatorOf(ctx);
  if (isReading(ctx)) return actor ? show(ctx, signOutPage(currentLanguage(), BASE)) : goTo(ctx, "/sign-in");
  if (ctx.method !== "POST") throw errors.MethodNotAllowed({ method: ctx.method });
  if (!isSameOrigin(ctx)) throw errors.Forbidden();
  if (actor) await signOutOperator(actor);
  clearOperatorCookie(ctx);
  goTo(ctx, "/sign-in");
}

async function board(ctx: Context): Promise<void> {
  const isCall = ctx.path.startsWith(`${BASE}/api/`) || !isReading(ctx);
  const actor = await operatorOf(ctx);
  if (!actor) {
    if (isCall) throw errors.NotSignedIn();
    return goTo(ctx, "/sign-in");
  }
  contextOf(ctx).actor = actor;
  if (!has(actor, READ_QUEUES)) {
    if (isCall) throw errors.Forbidden();
    return show(ctx, noRightPage(currentLanguage(), BASE), 403);
  }
  const mayOperate = has(actor, OPERATE_QUEUES);
  if (!isReading(ctx) && (!mayOperate || !isSameOrigin(ctx))) throw errors.Forbidden();
  const { path } = ctx;
  // Their names contain a hash; everything else is always revalidated.
  if (path.startsWith(`${BASE}/static/`)) ctx.set("cache-control", "private, max-age=3600");
  const draw = await boardOf(mayOperate);
  const act = isReading(ctx) ? undefined : await withRedis(() => allowedAct(ctx.method, path.slice(ACTS.length)));
  await (isCall ? withRedis(() => draw(ctx, nothing)) : draw(ctx, nothing));
  if (act && ctx.status < 400) await auditAct(ctx, act);
  withoutForeignFonts(ctx);
}

const nothing = async (): Promise<void> => undefined;
const boards = new Map<boolean, { board: Middleware; queues: number }>();

/** One board for operators who may act, one for viewers. Loaded at first use, and again after a queue was recreated. */
async function boardOf(mayOperate: boolean): Promise<Middleware> {
  const { makeBoard } = await import("./queueBoard.js");
  const known = boards.get(mayOperate);
  if (known?.queues === queuesMade()) return known.board;
  const board = makeBoard(BASE, mayOperate);
  boards.set(mayOperate, { board, queues: queuesMade() });
  return board;
}

/** PUT /queues/api/queues/notify/o-1-1/retry -> action "queue.board", with what was done in `after`. */
async function auditAct(ctx: Context, { queue, act }: BoardAct): Promise<void> {
  const bizId = queue ?? "all queues";
  await recordOperation({ module: "infra", action: "queue.board", bizId, after: { method: ctx.method, act } });
  log.info({ queue: bizId, act }, "an operator acted on the queues' pages");
}

/** The page uses another site's font; ours uses the reader's fonts, so that no other site learns of the visit. */
function withoutForeignFonts(ctx: Context): void {
  if (typeof ctx.body !== "string" || !ctx.response.is("html")) return;
  ctx.body = ctx.body.replace(/<link href="https:\/\/fonts\.googleapis\.com[^<>]*>/g, "");
}
