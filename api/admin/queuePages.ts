import type { Context, Middleware } from "koa";
import { signInOperator, signOutOperator, withRedis } from "#shared/domains/admin/index.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { currentLanguage } from "#shared/platform/context.js";
import { AppError, errors, errorText } from "#shared/platform/errors.js";
import { log } from "#shared/platform/log.js";
import { queueNames } from "#shared/platform/queueNames.js";
import { rawBody } from "#api/http/body.js";
import { bearerToken, checkPermission, signedInActor } from "#api/http/auth.js";
import { operator, type OperatorActor } from "#api/http/endpoint.js";
import { limitAddress, limitNamed } from "#api/http/rateLimit.js";
import { contextOf } from "#api/http/requestContext.js";
import { caller } from "#api/member/caller.js";
import { LoginBody } from "./auth.routes.js";
import { OPERATE_QUEUES, READ_QUEUES } from "./queue.routes.js";
import { noRightPage, signInPage, signOutPage } from "./queueForms.js";
import { carryOver, dropSession, isSameOrigin, keepSession, operatorOfCookie } from "./queueSession.js";

const BASE = "/queues";

/**
 * The queues' pages (contract 11) for operators who signed in at their form: infra:queue:read to look, and
 * infra:queue:operate, from a page of our own, to act. Each act that was done is one audit row.
 */
export function queuePages(): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== BASE && !ctx.path.startsWith(`${BASE}/`)) return next();
    ctx.set("cache-control", "no-store");
    // With no-referrer, a browser would send its own form's Origin as "null".
    ctx.set("referrer-policy", "same-origin");
    await limitAddress(contextOf(ctx).ip ?? "");
    if (ctx.path === `${BASE}/sign-in`) await signIn(ctx);
    else if (ctx.path === `${BASE}/enter`) await enter(ctx);
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
  // 303: the browser reads the next page, whatever it sent before.
  if (!isReading(ctx)) ctx.status = 303;
}

async function signIn(ctx: Context): Promise<void> {
  if (isReading(ctx)) return show(ctx, signInPage(currentLanguage(), BASE));
  if (ctx.method !== "POST") throw errors.MethodNotAllowed({ method: ctx.method });
  if (!isSameOrigin(ctx)) throw errors.Forbidden();
  const form = Object.fromEntries(new URLSearchParams((await rawBody(ctx)).toString("utf8")));
  const username = (form["username"] ?? "").slice(0, 30);
  try {
    await limitNamed("signIn", contextOf(ctx).ip ?? "", ctx.path);
    const credentials = LoginBody.safeParse(form);
    if (!credentials.success) {
      const field = String(credentials.error.issues[0]?.path[0] ?? "username");
      throw errors.BadInput({ field, reason: credentials.error.issues[0]?.message ?? "" });
    }
    keepSession(ctx, BASE, await signInOperator(credentials.data, caller()));
    goTo(ctx, "/");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.retryAfterSeconds !== undefined) ctx.set("retry-after", String(error.retryAfterSeconds));
    const fault = errorText(error, currentLanguage());
    show(ctx, signInPage(currentLanguage(), BASE, { fault, username }), error.code < 600 ? error.code : 401);
  }
}

/** From the console, whose calls carry a token: the same sign-in, without a form. 204, and the cookie. */
async function enter(ctx: Context): Promise<void> {
  if (ctx.method !== "POST") throw errors.MethodNotAllowed({ method: ctx.method });
  if (!isSameOrigin(ctx)) throw errors.Forbidden();
  const access = operator(READ_QUEUES);
  checkPermission(await signedInActor(ctx, access), access);
  carryOver(ctx, BASE, bearerToken(ctx)!);
  ctx.status = 204;
}

async function signOut(ctx: Context): Promise<void> {
  const actor = await operatorOfCookie(ctx);
  if (isReading(ctx)) return actor ? show(ctx, signOutPage(currentLanguage(), BASE)) : goTo(ctx, "/sign-in");
  if (ctx.method !== "POST") throw errors.MethodNotAllowed({ method: ctx.method });
  if (!isSameOrigin(ctx)) throw errors.Forbidden();
  if (actor) await signOutOperator(actor);
  dropSession(ctx, BASE);
  goTo(ctx, "/sign-in");
}

async function board(ctx: Context): Promise<void> {
  const isCall = ctx.path.startsWith(`${BASE}/api/`) || !isReading(ctx);
  const actor = await operatorOfCookie(ctx);
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
  // Their names hold a hash; everything else is always asked anew.
  if (path.startsWith(`${BASE}/static/`)) ctx.set("cache-control", "private, max-age=3600");
  const draw = await boardOf(mayOperate);
  await (isCall ? withRedis(() => draw(ctx, nothing)) : draw(ctx, nothing));
  if (!isReading(ctx) && ctx.status < 400) await tellAct(ctx, path);
  withoutForeignFonts(ctx);
}

const nothing = async (): Promise<void> => undefined;
const boards = new Map<boolean, Promise<Middleware>>();

/** One board for those who may act, one for those who only look. Loaded at the first use. */
function boardOf(mayOperate: boolean): Promise<Middleware> {
  let made = boards.get(mayOperate);
  if (!made) {
    made = import("./queueBoard.js").then(({ makeBoard }) => makeBoard(BASE, mayOperate));
    boards.set(mayOperate, made);
  }
  return made;
}

/** PUT /queues/api/queues/notify/o-1-1/retry/failed -> action "queue.board.put", what was done in `after`. */
async function tellAct(ctx: Context, path: string): Promise<void> {
  const [queue = "", ...rest] = path
    .slice(`${BASE}/api/queues/`.length)
    .split("/")
    .map((part) => decodeURIComponent(part));
  const isOneQueue = (queueNames as string[]).includes(queue);
  const act = isOneQueue ? rest.join("/") : [queue, ...rest].join("/");
  const bizId = isOneQueue ? queue : "all queues";
  const body = (ctx.request as { body?: unknown }).body ?? null;
  await recordOperation({ module: "infra", action: "queue.board", bizId, after: { method: ctx.method, act, body } });
  log.info({ queue: bizId, act }, "an operator acted on the queues' pages");
}

/** The page names a font of another site; ours draw with what the reader has, and no one is told that they read. */
function withoutForeignFonts(ctx: Context): void {
  if (typeof ctx.body !== "string" || !ctx.response.is("html")) return;
  ctx.body = ctx.body.replace(/<link href="https:\/\/fonts\.googleapis\.com[^>]*>/g, "");
}
