import type { AnswerOf, AnyMore, DataOf, GetArguments, Method, Operation, PathOf, PostArguments } from "./calls.js";
import { newKey } from "./key.js";
import { keyedCalls } from "./keyedCalls.js";
import { solveProof, type SolveCaptcha } from "./proof.js";
import { makeRefresh } from "./refresh.js";
import { NO_ANSWER, NO_HTTP_STATUS, ShopError } from "./shopError.js";
import { memoryTokens, type TokenStore } from "./tokens.js";
import { sendAttempt, type Answered, type SendRequest } from "./transport.js";
import { retryAfterOf, sleep, waitOf } from "./waits.js";

export type { AnswerOf, BodyOf, DataOf, Method, Operation, PathOf, QueryOf, RefusalOf, SuccessOf } from "./calls.js";
export type { OnProgress, UploadProgress } from "./progress.js";
export type { CaptchaChallenge, SolveCaptcha } from "./proof.js";
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
  fetch?: SendRequest;
  /** The timeout of one attempt. Default 30 s. */
  timeoutMs?: number;
  /** Attempts of a call: of any when there were too many calls (429), of one that is safe to repeat on 503. Default 3. */
  tries?: number;
  /** A longer Retry-After is left to the app. Default 10 s. */
  longestWaitMs?: number;
  /** Only for shops that check busy addresses by a captcha; a proof of work is solved by the client itself. */
  solveCaptcha?: SolveCaptcha;
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
const UNKNOWN_TERMINAL = 0;
const PROOF_NEEDED = 1_001_009_004;
/** Proofs that one call gives at most. */
const MOST_PROOFS = 2;
const isSuccess = (code: number): boolean => code === 0 || code === 200;

export function createShopClient(options: ShopClientOptions): ShopClient {
  const { terminal = UNKNOWN_TERMINAL, language, tokens = memoryTokens(), timeoutMs = 30_000, tries = 3 } = options;
  const { longestWaitMs = 10_000, solveCaptcha } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const callFetch = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const plainHeaders: Record<string, string> = {
    terminal: String(terminal),
    ...(language ? { "accept-language": language } : {}),
  };

  /** One attempt. Returns a success, or throws the shop's refusal. */
  async function send(method: Method, path: string, body: unknown, more: AnyMore, token?: string): Promise<Envelope> {
    const call = `${method.toUpperCase()} ${path}`;
    const timeout = AbortSignal.timeout(more.timeoutMs ?? timeoutMs);
    const signal = more.signal ? AbortSignal.any([more.signal, timeout]) : timeout;
    const headers = {
      ...plainHeaders,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(more.idempotencyKey ? { "idempotency-key": more.idempotencyKey } : {}),
      ...more.headers,
    };
    let answered: Answered;
    try {
      answered = await sendAttempt(baseUrl, options.fetch, { method, path, body, more, headers, signal });
    } catch (error) {
      if (more.signal?.aborted) throw error;
      throw new ShopError(call, { ...noAnswer, msg: String(error) }, error);
    }
    const { said, response } = answered;
    const status = response.status;
    const requestId = response.headers.get("x-request-id") ?? undefined;
    const retryAfterSeconds = retryAfterOf(response.headers.get("retry-after"));
    const challenge = response.headers.get("proof-challenge") ?? undefined;
    // A proxy may have answered instead of the shop.
    if (!isEnvelope(said))
      throw new ShopError(call, { ...noAnswer, status, requestId, retryAfterSeconds, msg: `HTTP ${status}` });
    if (isSuccess(said.code)) return said;
    throw new ShopError(call, { ...said, status, requestId, retryAfterSeconds, challenge });
  }

  const refresh = makeRefresh(tokens, async (refreshToken, idempotencyKey) => {
    const { data } = await send("post", "/app-api/member/auth/refresh-token", { refreshToken }, { idempotencyKey });
    return data;
  });

  async function call(method: Method, path: string, body: unknown, given: AnyMore = {}): Promise<Envelope> {
    const takesKey = keyedCalls.has(`${method} ${path}`);
    const idempotencyKey = given.idempotencyKey ?? (takesKey ? newKey() : undefined);
    const more: AnyMore = idempotencyKey === undefined ? given : { ...given, idempotencyKey };
    const mayRepeat = method === "get" || idempotencyKey !== undefined;
    let refreshed = false;
    let proof: string | undefined;
    let proofs = 0;
    for (let tried = 1; ;) {
      const used = await tokens.get();
      const proved = proof === undefined ? more : { ...more, headers: { ...more.headers, "proof-solution": proof } };
      proof = undefined;
      try {
        return await send(method, path, body, proved, used?.accessToken);
      } catch (error) {
        if (!(error instanceof ShopError)) throw error;
        let met = error;
        if (met.code === 401 && used && !refreshed) {
          const failed = await refresh(used, met).catch(shopErrorOf);
          refreshed = failed === undefined;
          if (refreshed) continue;
          // Its own key makes it safe to repeat.
          met = failed!;
        }
        if (met.code === PROOF_NEEDED && met.challenge !== undefined && proofs++ < MOST_PROOFS) {
          proof = await solveProof(met.challenge, solveCaptcha, given.signal);
          if (proof === undefined) throw met;
          continue;
        }
        const isSafe = mayRepeat || met !== error;
        const waitMs = tried < tries ? waitOf(met, { tried, isSafe, longestMs: longestWaitMs }) : undefined;
        if (waitMs === undefined) throw met;
        tried++;
        await sleep(waitMs, given.signal);
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

function shopErrorOf(error: unknown): ShopError {
  if (error instanceof ShopError) return error;
  throw error;
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
