import createClient from "openapi-fetch";
import i18next from "i18next";
import type { paths } from "./schema";
import { hearOpenAlerts } from "./openAlerts";
import { solved } from "./proofOfWork";
import { markSignedOut, signInMark } from "./signInMark";

type Verb = "get" | "post" | "put" | "delete";
type PathsOf<V extends Verb> = {
  [P in keyof paths & string]: paths[P] extends Record<V, { responses: unknown }> ? P : never;
}[keyof paths & string];
type Operation<P extends keyof paths, V extends Verb> = paths[P] extends Record<V, infer O> ? O : never;

/** The type of `data` in a GET response. */
export type DataOf<P extends keyof paths, V extends Verb = "get"> =
  Operation<P, V> extends { responses: { 200: { content: { "application/json": infer A } } } }
    ? Extract<A, { code: 0 }> extends { data: infer D }
      ? D
      : never
    : never;
export type QueryOf<P extends keyof paths, V extends Verb = "get"> =
  Operation<P, V> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
export type BodyOf<P extends keyof paths, V extends Verb> =
  Operation<P, V> extends { requestBody?: { content: { "application/json": infer B } } } ? B : never;
export type GetPath = PathsOf<"get">;
/** The paths that return `{list, total}`. */
export type PagePath = { [P in GetPath]: DataOf<P> extends { list: unknown[]; total: number } ? P : never }[GetPath];
export type RowOf<P extends PagePath> = DataOf<P> extends { list: (infer R)[] } ? R : never;

/** A refusal: the API's `code`, and its message in the reader's language. */
export class ApiError extends Error {
  readonly code: number;
  readonly status: number;
  constructor(code: number, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const client = createClient<paths>({
  baseUrl: "",
  // Lists repeat the parameter: createTime=from&createTime=to.
  querySerializer: { array: { style: "form", explode: true } },
});
client.use({
  onRequest({ request }) {
    request.headers.set("accept-language", i18next.language || "en");
  },
  onResponse({ response }) {
    hearOpenAlerts(response.headers.get("open-alerts"));
  },
});

interface Envelope {
  code: number;
  data?: unknown;
  msg: string;
}
interface Options {
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
  /** Idempotency-Key. */
  key?: string;
  /** The solution of the challenge that the last try was refused with. */
  proof?: string;
}

/** The API asks a busy address for a proof of work before it answers. */
const PROOF_NEEDED = 1001009004;

async function once(verb: Verb, path: string, options: Options): Promise<unknown> {
  const { query, body, signal, key, proof } = options;
  const send = client[verb.toUpperCase() as "GET"] as (
    path: never,
    options: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
  let answer;
  try {
    answer = await send(path as never, {
      params: { query },
      ...(body === undefined ? {} : { body }),
      headers: { ...(key && { "idempotency-key": key }), ...(proof && { "proof-solution": proof }) },
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 0, i18next.language === "zh" ? "无法连接服务器" : "Cannot reach the server");
  }
  const envelope = (answer.data ?? answer.error) as Envelope | undefined;
  if (!envelope || typeof envelope !== "object" || !("code" in envelope))
    throw new ApiError(answer.response.status, answer.response.status, answer.response.statusText);
  const challenge = answer.response.headers.get("proof-challenge");
  if (envelope.code === PROOF_NEEDED && challenge && proof === undefined)
    return once(verb, path, { ...options, proof: await solved(challenge) });
  if (envelope.code !== 0) throw new ApiError(envelope.code, answer.response.status, envelope.msg);
  return envelope.data;
}

/** The sign-in has ended; if another tab has signed in since the call began, the call may be repeated. */
function mayTryAgain(markBefore: string | null): boolean {
  if (markBefore === null) return false;
  if (signInMark() !== markBefore) return signInMark() !== null;
  markSignedOut(true);
  return false;
}

async function call(verb: Verb, path: string, options: Options): Promise<unknown> {
  const mark = signInMark();
  try {
    return await once(verb, path, options);
  } catch (error) {
    const isSignIn = /\/system\/auth\/(browser-login|logout)$/.test(path);
    const isOver = error instanceof ApiError && error.status === 401 && !isSignIn;
    if (!isOver || !mayTryAgain(mark)) throw error;
    return await once(verb, path, options);
  }
}

/** The idempotency keys of running writes, and of those whose response was lost. */
const keys = new Map<string, string>();

/** A write. A repeat after a lost response uses the same key, so that the API does it only once. */
async function act(verb: Verb, path: string, options: Options): Promise<unknown> {
  const what = JSON.stringify([verb, path, options]);
  const key = keys.get(what) ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join("-");
  keys.set(what, key);
  try {
    const data = await call(verb, path, { ...options, key });
    keys.delete(what);
    return data;
  } catch (error) {
    const isLost = error instanceof ApiError && [0, 409, 500, 502, 503, 504].includes(error.status);
    if (!isLost) keys.delete(what);
    throw error;
  }
}

export const get = <P extends GetPath>(path: P, query?: QueryOf<P>, signal?: AbortSignal): Promise<DataOf<P>> =>
  call("get", path, { query: query as object, ...(signal ? { signal } : {}) }) as Promise<DataOf<P>>;
export const post = <P extends PathsOf<"post">>(path: P, body?: BodyOf<P, "post">, query?: QueryOf<P, "post">) =>
  act("post", path, { body, query: query as object }) as Promise<DataOf<P, "post">>;
export const put = <P extends PathsOf<"put">>(path: P, body?: BodyOf<P, "put">, query?: QueryOf<P, "put">) =>
  act("put", path, { body, query: query as object }) as Promise<DataOf<P, "put">>;
export const del = <P extends PathsOf<"delete">>(path: P, query?: QueryOf<P, "delete">) =>
  act("delete", path, { query: query as object }) as Promise<DataOf<P, "delete">>;
export type PostPath = PathsOf<"post">;
export type PutPath = PathsOf<"put">;
export type DeletePath = PathsOf<"delete">;

/** A file for a form's field `file`; returns `data`, the URL. */
export async function upload(file: File, directory = "product"): Promise<string> {
  const send = async () => {
    const form = new FormData();
    form.append("file", file);
    form.append("directory", directory);
    return await fetch("/admin-api/infra/file/upload", { method: "POST", body: form, headers: headers() });
  };
  const answer = (await (await withSignIn(send)).json()) as Envelope;
  if (answer.code !== 0) throw new ApiError(answer.code, 0, answer.msg);
  return answer.data as string;
}

/** Saves the response of an export address as a file. */
export async function download(path: string, query: object, name: string): Promise<void> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== "") search.append(key, String(one));
  const answer = await withSignIn(() => fetch(`${path}?${search.toString()}`, { headers: headers() }));
  if (!answer.ok || answer.headers.get("content-type")?.includes("json")) {
    const { code, msg } = (await answer.json()) as Envelope;
    throw new ApiError(code, answer.status, msg);
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A response that goes on: its bytes as they come. Throws ApiError when it is refused. */
export async function openStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const answer = await withSignIn(() => fetch(path, { headers: headers(), signal }));
  if (answer.ok && answer.body) return answer.body;
  const refusal = (await answer.json().catch(() => undefined)) as Envelope | undefined;
  throw new ApiError(refusal?.code ?? answer.status, answer.status, refusal?.msg ?? answer.statusText);
}

/** Opens the queues' own pages (bull-board), which use this sign-in, in a new tab. */
export function openQueueBoard(): void {
  window.open("/queues/", "_blank", "noopener");
}

const headers = (): Record<string, string> => ({ "accept-language": i18next.language || "en" });

async function withSignIn(send: () => Promise<Response>): Promise<Response> {
  const mark = signInMark();
  const answer = await send();
  return answer.status === 401 && mayTryAgain(mark) ? await send() : answer;
}
