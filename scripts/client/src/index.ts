import createClient from "openapi-fetch";
import type { AnswerOf, AnyMore, DataOf, GetArguments, Method, Operation, PathOf, PostArguments } from "./calls.js";
import { keyedCalls } from "./keyedCalls.js";
import { makeRefresh } from "./refresh.js";
import type { paths } from "./schema.js";
import { NO_ANSWER, ShopError } from "./shopError.js";
import { memoryTokens, type TokenStore } from "./tokens.js";

export type { AnswerOf, BodyOf, DataOf, Method, Operation, PathOf, QueryOf, RefusalOf, SuccessOf } from "./calls.js";
export { NO_ANSWER, ShopError, type Refusal } from "./shopError.js";
export { memoryTokens, type Tokens, type TokenStore } from "./tokens.js";
export type { paths } from "./schema.js";

export interface ShopClientOptions {
  /** The shop's address, without a path: "https://shop.example". */
  baseUrl: string;
  /** The kind of client: 10 mini-program, 11 official account, 20 H5, 31 app. Default 0, unknown. */
  terminal?: 0 | 10 | 11 | 20 | 31;
  /** Language of the messages. Default: the shop's. */
  language?: "en" | "zh";
  /** Default: memory. */
  tokens?: TokenStore;
  /** Default: the global one. */
  fetch?: (request: Request) => Promise<Response>;
  /** The timeout of one attempt. Default 30 s. */
  timeoutMs?: number;
  /** Attempts of a call that is safe to repeat, when the shop answers 503 with Retry-After. Default 3. */
  tries?: number;
}

/** The shop, typed by its paths. Each call returns the `data` of a success and throws a ShopError otherwise. */
export interface ShopClient {
  readonly baseUrl: string;
  readonly tokens: TokenStore;
  get<P extends PathOf<"get">>(
    path: P,
    ...given: GetArguments<Operation<P, "get">>
  ): Promise<DataOf<Operation<P, "get">>>;
  post<P extends PathOf<"post">>(
    path: P,
    ...given: PostArguments<Operation<P, "post">>
  ): Promise<DataOf<Operation<P, "post">>>;
  put<P extends PathOf<"put">>(
    path: P,
    ...given: PostArguments<Operation<P, "put">>
  ): Promise<DataOf<Operation<P, "put">>>;
  delete<P extends PathOf<"delete">>(
    path: P,
    ...given: GetArguments<Operation<P, "delete">>
  ): Promise<DataOf<Operation<P, "delete">>>;
  /**
   * The same calls for who handles refusals by their code: each returns {code, data, msg}, of a success or of a refusal,
   * and throws a ShopError only when the shop did not answer. A newer shop may answer a code that is not among the types.
   */
  readonly answers: ShopAnswers;
  /** For responses without an envelope, such as an invoice's file: fetch with the token, refreshed when necessary. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface ShopAnswers {
  get<P extends PathOf<"get">>(
    path: P,
    ...given: GetArguments<Operation<P, "get">>
  ): Promise<AnswerOf<Operation<P, "get">>>;
  post<P extends PathOf<"post">>(
    path: P,
    ...given: PostArguments<Operation<P, "post">>
  ): Promise<AnswerOf<Operation<P, "post">>>;
  put<P extends PathOf<"put">>(
    path: P,
    ...given: PostArguments<Operation<P, "put">>
  ): Promise<AnswerOf<Operation<P, "put">>>;
  delete<P extends PathOf<"delete">>(
    path: P,
    ...given: GetArguments<Operation<P, "delete">>
  ): Promise<AnswerOf<Operation<P, "delete">>>;
}

interface Envelope {
  code: number;
  data: unknown;
  msg: string;
}
/** openapi-fetch without its types: the caller has checked them. */
type Transport = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const UNKNOWN_TERMINAL = 0;
/** For a call without any response. */
const NO_HTTP_STATUS = 0;
const LONGEST_WAIT_MS = 10_000;
const isSuccess = (code: number): boolean => code === 0 || code === 200;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createShopClient(options: ShopClientOptions): ShopClient {
  const { terminal = UNKNOWN_TERMINAL, language, tokens = memoryTokens(), timeoutMs = 30_000, tries = 3 } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const callFetch = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const transport = createClient<paths>({ baseUrl, fetch: callFetch });
  const request = transport.request as unknown as Transport;
  const plainHeaders: Record<string, string> = {
    terminal: String(terminal),
    ...(language ? { "accept-language": language } : {}),
  };

  /** One attempt. Returns a success, or throws the shop's refusal. */
  async function send(method: Method, path: string, body: unknown, more: AnyMore, token?: string): Promise<Envelope> {
    const call = `${method.toUpperCase()} ${path}`;
    const timeout = AbortSignal.timeout(more.timeoutMs ?? timeoutMs);
    let answered: Awaited<ReturnType<Transport>>;
    try {
      answered = await request(method, path, {
        params: { path: more.path, query: more.query },
        body,
        headers: {
          ...plainHeaders,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(more.idempotencyKey ? { "idempotency-key": more.idempotencyKey } : {}),
          ...more.headers,
        },
        signal: more.signal ? AbortSignal.any([more.signal, timeout]) : timeout,
      });
    } catch (error) {
      if (more.signal?.aborted) throw error;
      throw new ShopError(call, { ...noAnswer, msg: String(error) }, error);
    }
    const { data, error, response } = answered;
    const said = data ?? error;
    const status = response.status;
    const requestId = response.headers.get("x-request-id") ?? undefined;
    const retryAfterSeconds = secondsOf(response.headers.get("retry-after"));
    // A proxy may have answered instead of the shop.
    if (!isEnvelope(said))
      throw new ShopError(call, { ...noAnswer, status, requestId, retryAfterSeconds, msg: `HTTP ${status}` });
    if (isSuccess(said.code)) return said;
    throw new ShopError(call, { ...said, status, requestId, retryAfterSeconds });
  }

  const refresh = makeRefresh(tokens, async (refreshToken, idempotencyKey) => {
    const { data } = await send("post", "/app-api/member/auth/refresh-token", { refreshToken }, { idempotencyKey });
    return data;
  });

  async function call(method: Method, path: string, body: unknown, given: AnyMore = {}): Promise<Envelope> {
    const takesKey = keyedCalls.has(`${method} ${path}`);
    const idempotencyKey = given.idempotencyKey ?? (takesKey ? crypto.randomUUID() : undefined);
    const more: AnyMore = idempotencyKey === undefined ? given : { ...given, idempotencyKey };
    const mayRepeat = method === "get" || idempotencyKey !== undefined;
    let refreshed = false;
    for (let tried = 1; ; tried++) {
      const used = await tokens.get();
      try {
        return await send(method, path, body, more, used?.accessToken);
      } catch (error) {
        if (!(error instanceof ShopError)) throw error;
        if (error.code === 401 && used && !refreshed) {
          refreshed = true;
          await refresh(used, error);
          continue;
        }
        const waitMs = mayRepeat && tried < tries ? waitOf(error) : undefined;
        if (waitMs === undefined) throw error;
        await sleep(waitMs);
        given.signal?.throwIfAborted();
      }
    }
  }

  async function fetchAsIs(path: string, init: RequestInit = {}): Promise<Response> {
    const once = async (token: string | undefined): Promise<Response> => {
      const headers = new Headers({ ...plainHeaders, ...(token ? { authorization: `Bearer ${token}` } : {}) });
      new Headers(init.headers).forEach((value, name) => headers.set(name, value));
      return callFetch(new Request(new URL(path, `${baseUrl}/`), { ...init, headers }));
    };
    const used = await tokens.get();
    const response = await once(used?.accessToken);
    if (response.status !== 401 || !used) return response;
    const refusal = { ...noAnswer, code: 401, status: 401, msg: "the sign-in has ended" };
    await refresh(used, new ShopError(`fetch of ${path}`, refusal));
    return once((await tokens.get())?.accessToken);
  }

  const calls = <T>(make: (call: Promise<Envelope>) => Promise<T>) => {
    const withQuery = (method: Method) => (path: string, query?: Record<string, unknown>, more?: AnyMore) =>
      make(call(method, path, undefined, query === undefined ? more : { ...more, query }));
    const withBody = (method: Method) => (path: string, body?: unknown, more?: AnyMore) =>
      make(call(method, path, body, more));
    return { get: withQuery("get"), post: withBody("post"), put: withBody("put"), delete: withQuery("delete") };
  };
  return {
    baseUrl,
    tokens,
    ...calls(async (answer) => (await answer).data),
    answers: calls((answer) => answer.catch(refusalOf)),
    fetch: fetchAsIs,
  } as unknown as ShopClient;
}

function refusalOf(error: unknown): Envelope {
  if (!(error instanceof ShopError) || error.code === NO_ANSWER) throw error;
  const { code, data, msg } = error;
  return { code, data, msg };
}

const noAnswer = {
  code: NO_ANSWER,
  msg: "",
  data: null,
  status: NO_HTTP_STATUS,
  requestId: undefined,
  retryAfterSeconds: undefined,
};

function isEnvelope(said: unknown): said is Envelope {
  return typeof said === "object" && said !== null && "code" in said && typeof said.code === "number" && "msg" in said;
}

function secondsOf(text: string | null): number | undefined {
  const seconds = Number(text ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/**
 * How long to wait before repeating the call: not ready yet (503), the same key still running (409), or no response at
 * all, which with a key or for a read is safe to repeat. Undefined: a repeat would not help, or not soon.
 */
function waitOf({ code, status, retryAfterSeconds }: ShopError): number | undefined {
  const mayGetBetter =
    code === 503 || status === 503 || code === 409 || (code === NO_ANSWER && status === NO_HTTP_STATUS);
  const waitMs = (retryAfterSeconds ?? 1) * 1_000;
  return mayGetBetter && waitMs <= LONGEST_WAIT_MS ? waitMs : undefined;
}
