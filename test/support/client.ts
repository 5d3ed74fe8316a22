import { startService } from "./service.js";

export interface Reply<T = any> {
  status: number;
  headers: Headers;
  /** The envelope's three fields. */
  code: number;
  data: T;
  msg: string;
  /** Raw text, for what is not enveloped; nothing of a stream of events, which has no end. */
  text: string;
}

interface CallOptions {
  token?: string | undefined;
  headers?: Record<string, string>;
}

/** One HTTP call to the running service, as a client app makes it. */
export async function call<T = any>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  { token, headers = {} }: CallOptions = {},
): Promise<Reply<T>> {
  const { url } = await startService();
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: {
      terminal: "20",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const isEndless = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isEndless) await response.body?.cancel();
  const text = isEndless ? "" : await response.text();
  const envelope = response.headers.get("content-type")?.includes("json")
    ? (JSON.parse(text) as { code: number; data: T; msg: string })
    : { code: -1, data: undefined as T, msg: "" };
  return { status: response.status, headers: response.headers, text, ...envelope };
}

/** A client that sends one token. */
export function clientWith(token?: string, headers: Record<string, string> = {}) {
  const options = { token, headers };
  return {
    get: <T = any>(path: string) => call<T>("GET", path, undefined, options),
    post: <T = any>(path: string, body: unknown = {}) => call<T>("POST", path, body, options),
    put: <T = any>(path: string, body: unknown = {}) => call<T>("PUT", path, body, options),
    delete: <T = any>(path: string) => call<T>("DELETE", path, undefined, options),
    /** The same client with more headers, such as an Idempotency-Key. */
    with: (more: Record<string, string>) => clientWith(token, { ...headers, ...more }),
  };
}
export type Client = ReturnType<typeof clientWith>;
/** A caller without a token. */
export const stranger = clientWith();
