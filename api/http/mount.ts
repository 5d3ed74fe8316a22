import type { Context, Middleware } from "koa";
import type { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { refuseIfOff } from "#shared/kernel/config/providers.js";
import { currentLanguage, type Actor, type Context as RequestContext } from "#shared/kernel/request/context.js";
import { errors, errorText } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import { broadcastsSent } from "#shared/kernel/redis/broadcast.js";
import { makeLately } from "#shared/kernel/observability/lately.js";
import { requestSeconds } from "#shared/kernel/observability/metrics.js";
import { isTracing, startSpan } from "#shared/kernel/observability/tracing.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { checkPermission, signedInActor } from "./security/auth.js";
import { beaconBody, jsonBody, RAW_BYTES, rawBody } from "./body/body.js";
import type { Endpoint } from "./endpoint.js";
import { success, type Envelope } from "./envelope.js";
import { withFileStream, type FileStream } from "./body/formStream.js";
import { asAppError, httpStatus } from "./errors.js";
import { CachedResponse, sendCached } from "./cached/cachedResponse.js";
import { claimKey, idempotencyKeyOf, cacheAnswer, cacheRefusal, type IdempotencyClaim } from "./cached/idempotency.js";
import { inputRefusal } from "./inputFaults.js";
import { withUpload, type UploadedFile } from "./body/upload.js";
import { limitMember, limitNamed, limitOnce, limitSignIn } from "./security/rateLimit.js";
import { contextOf } from "./requestContext.js";
import { beginForm, formRefusal, readForm, versioned } from "./forms.js";
import { recordRequest } from "./requestLog.js";

const terminals: readonly number[] = Object.values(Terminal);

/** The chain around a handler: limits, sign-in (401), permission (403), what is off, input (400), idempotency, view, envelope. */
export function serve(endpoint: Endpoint): Middleware {
  // Computed once, not with every request.
  const method = endpoint.method.toUpperCase();
  const route = `${endpoint.method} ${endpoint.path}`;
  const name = `${method} ${endpoint.path}`;
  const isPersonal = mayBePersonal(endpoint);
  return async (ctx) => {
    const startedAt = performance.now();
    ctx.state["endpoint"] = endpoint;
    if (isPersonal) ctx.set("cache-control", "no-store");
    const context = contextOf(ctx);
    if (isTracing())
      context.span = startSpan({
        name,
        kind: "server",
        attributes: {
          "http.request.method": method,
          "http.route": endpoint.path,
          "shop.request_id": context.requestId,
        },
      });
    try {
      await answer(ctx, endpoint);
    } catch (cause) {
      const thrown = await formRefusal(cause);
      ctx.state["thrown"] = thrown;
      ctx.state["refusal"] = asAppError(thrown);
      throw ctx.state["refusal"];
    } finally {
      if (context.lastBroadcast) await broadcastsSent(context);
      logRequest(ctx, endpoint, { route, ms: performance.now() - startedAt });
    }
  };
}

/** Responses to a member, an operator or a sign-in are personal: caches on the way must not store them. */
export const mayBePersonal = ({ access, path }: Endpoint): boolean => access.kind !== "open" || path.includes("/auth/");

async function answer(ctx: Context, endpoint: Endpoint): Promise<void> {
  const context = contextOf(ctx);
  // An await costs a share of a short response's time, so there is none where nothing is pending.
  const limited = limitOnce(ctx);
  if (limited) await limited;
  if (endpoint.limit === "signIn") await limitSignIn(ctx, { isPage: endpoint.reply === "html" });
  else if (endpoint.limit) await limitNamed(endpoint.limit, context.ip ?? "", ctx.path, costOf(ctx, endpoint));
  const actor = endpoint.access.kind === "open" ? undefined : await signedInActor(ctx, endpoint.access);
  context.actor = actor;
  if (actor?.kind === "member") await limitMember(actor.memberId);
  checkPermission(actor, endpoint.access);
  context.name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
  context.terminal = terminalOf(ctx, endpoint);
  refuseIfOff(endpoint.needs);
  const known = endpoint.known?.(ctx);
  if (known) return sendCached(ctx, known);
  if (endpoint.body === "stream")
    await withFileStream(ctx, { field: endpoint.fileField, maxBytes: endpoint.maxFileBytes() }, (fileStream) =>
      work(ctx, endpoint, inputOf(ctx, endpoint, actor, { given: {}, fileStream })),
    );
  else if (endpoint.body === "multipart")
    await withUpload(ctx, endpoint.maxFileBytes(), (fields, file) =>
      work(ctx, endpoint, inputOf(ctx, endpoint, actor, { given: fields, file })),
    );
  else if (endpoint.body === "none") await work(ctx, endpoint, inputOf(ctx, endpoint, actor, { given: {} }));
  else await work(ctx, endpoint, await readInput(ctx, endpoint, actor));
}

/** Reports of visits cost one per KiB; without a length the maximum is assumed. */
const costOf = (ctx: Context, { limit }: Endpoint): number =>
  limit === "analytics" ? Math.max(1, Math.ceil(Math.min(ctx.request.length ?? RAW_BYTES, RAW_BYTES) / 1_024)) : 1;

async function work(ctx: Context, endpoint: Endpoint, given: Input): Promise<void> {
  const { actor } = contextOf(ctx);
  const input = endpoint.form ? beginForm(contextOf(ctx), endpoint, given) : given;
  const key = endpoint.idempotent ? idempotencyKeyOf(ctx) : undefined;
  if (key !== undefined) {
    ctx.body = await answerOnce(ctx, endpoint, input, `${actorName(actor)} ${endpoint.method} ${endpoint.path} ${key}`);
    return;
  }
  if (endpoint.form?.role === "read") {
    const { result, version } = await readForm({ ...endpoint, form: endpoint.form }, input.query, () =>
      endpoint.handle(input),
    );
    ctx.body = success(endpoint.path, shape(endpoint, result, version));
    return;
  }
  const result = await endpoint.handle(input);
  if (result instanceof CachedResponse) return sendCached(ctx, result);
  if (endpoint.reply !== "envelope") return;
  ctx.body = success(endpoint.path, shape(endpoint, result));
}

/** With an Idempotency-Key: the first response again, or the work with its response cached. */
async function answerOnce(ctx: Context, endpoint: Endpoint, input: Input, scope: string): Promise<Envelope> {
  const claimed = await claimKey(scope, [input.body, input.query, input.params]);
  if ("cached" in claimed) {
    const { refusal, data } = claimed.cached;
    if (!refusal) return success(endpoint.path, data);
    ctx.status = httpStatus(refusal.code);
    return { code: refusal.code, msg: refusal.msg, data: endpoint.failureData };
  }
  const { claim } = claimed;
  try {
    const data = await workAndCache(contextOf(ctx), endpoint, input, claim);
    return success(endpoint.path, data);
  } catch (thrown) {
    const error = asAppError(await formRefusal(thrown));
    const envelope = { code: error.code, msg: errorText(error, currentLanguage()), data: endpoint.failureData };
    await cacheRefusal(claim, error, envelope);
    throw error;
  }
}

async function workAndCache(
  context: RequestContext,
  endpoint: Endpoint,
  input: Input,
  claim: IdempotencyClaim,
): Promise<unknown> {
  let cachedOutcome: unknown;
  if (endpoint.idempotent === "transaction")
    context.beforeCommit = async (outcome) => {
      cachedOutcome = outcome;
      await cacheAnswer(claim, shape(endpoint, outcome));
    };
  const result = await endpoint.handle(input);
  context.beforeCommit = undefined;
  const data = shape(endpoint, result);
  if (cachedOutcome !== result) await cacheAnswer(claim, data);
  return data;
}

type Input = Parameters<Endpoint["handle"]>[0];

async function readInput(ctx: Context, endpoint: Endpoint, actor: Actor | undefined): Promise<Input> {
  const raw = endpoint.body === "raw" ? await rawBody(ctx) : Buffer.alloc(0);
  const given = endpoint.body === "json" ? await (endpoint.isBeacon ? beaconBody(ctx) : jsonBody(ctx)) : {};
  return inputOf(ctx, endpoint, actor, { given, raw });
}

const noFile: UploadedFile = { path: "", size: 0, name: "" };
const noStream: FileStream = { name: "", bytes: (async function* () {})() };

function inputOf(
  ctx: Context,
  endpoint: Endpoint,
  actor: Actor | undefined,
  {
    given,
    raw = Buffer.alloc(0),
    file = noFile,
    fileStream = noStream,
  }: { given: unknown; raw?: Buffer; file?: UploadedFile; fileStream?: FileStream },
): Input {
  const { input } = endpoint;
  if (endpoint.access.kind === "member") checkOwner(actor, given, ctx.query);
  if (endpoint.onlyParameters) refuseOthers(endpoint.onlyParameters, ctx.query);
  return {
    ctx,
    actor: actor as Input["actor"],
    rawBody: raw,
    file,
    fileStream,
    params: parse(input.params, ctx["params"]),
    query: parse(input.query, ctx.query),
    body: parse(input.body, given),
  };
}

function parse(schema: z.ZodType | undefined, value: unknown): Record<string, never> {
  if (!schema) return {};
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw inputRefusal(parsed.error, currentLanguage());
  return parsed.data as Record<string, never>;
}

function refuseOthers(known: ReadonlySet<string>, query: Context["query"]): void {
  const field = Object.keys(query).find((name) => !known.has(name));
  if (field === undefined) return;
  const names = [...known].join(", ");
  throw errors.BadInput({
    field: field.slice(0, 100),
    reason: names ? `is not known here; known are ${names}` : "is not known here",
  });
}

/** A `userId` that is not the token's is 403, whatever else is wrong with the input (rules: Envelope and limits). */
function checkOwner(actor: Actor | undefined, ...sources: unknown[]): void {
  if (actor?.kind !== "member") return;
  for (const source of sources) {
    const userId = typeof source === "object" && source !== null ? (source as { userId?: unknown }).userId : undefined;
    if (typeof userId !== "number" && typeof userId !== "string") continue;
    if (/^\d+$/.test(String(userId)) && Number(userId) !== actor.memberId) throw errors.Forbidden();
  }
}

function terminalOf(ctx: Context, endpoint: Endpoint): number {
  const header = ctx.get("terminal");
  if (header === "" || endpoint.path.startsWith("/callback/")) return Terminal.unknown;
  const terminal = Number(header);
  if (!terminals.includes(terminal))
    throw errors.BadInput({ field: "terminal", reason: `must be one of ${terminals.join(", ")}` });
  return terminal;
}

function shape(endpoint: Endpoint, result: unknown, version?: number): unknown {
  const data = versioned(endpoint, endpoint.view ? endpoint.view(result as never) : result, version);
  // Tests check every response against its schema; production trusts the types.
  if (config.NODE_ENV === "test" && endpoint.output) endpoint.output.parse(JSON.parse(JSON.stringify(data ?? null)));
  return data;
}

const actorName = (actor: Actor | undefined): string =>
  actor?.kind === "member" ? `m${actor.memberId}` : actor?.kind === "operator" ? `o${actor.operatorId}` : "anyone";

/** A path with a code or a signed token is logged as declared, because readers of the log could use it. */
export const shownPath = (declared: string, path: string): string =>
  /:(code|token)\b/.test(declared) ? declared : path;

const answers = makeLately();
/** The requests that this process answered. */
export const answeredLately = answers.read;

function logRequest(ctx: Context, endpoint: Endpoint, { route, ms }: { route: string; ms: number }): void {
  const refusal = ctx.state["refusal"] as { code: number; name: string } | undefined;
  const status = refusal ? httpStatus(refusal.code) : ctx.status;
  answers.count(ms, status >= 500);
  requestSeconds.observe({ route, status: String(status) }, ms / 1_000);
  const path = shownPath(endpoint.path, ctx.path);
  const { span } = contextOf(ctx);
  span?.set({ "http.response.status_code": status, ...(refusal ? { "error.type": refusal.name } : {}) });
  span?.end(refusal && status >= 500 ? refusal.name : undefined);
  log.info(
    {
      method: endpoint.method,
      path,
      status,
      ms: Math.round(ms * 10) / 10,
      ...(refusal ? { refusal: refusal.name, errorCode: refusal.code } : {}),
    },
    "request",
  );
  recordRequest(ctx, endpoint, { path, ms, thrown: ctx.state["thrown"] });
}
