import type { AnyMore, Method } from "./calls.js";
import { sendWithProgress, type OnProgress } from "./progress.js";

/** Sends a request; the global fetch, or the app's own. */
export type SendRequest = (request: Request) => Promise<Response>;

export interface Attempt {
  method: Method;
  path: string;
  body: unknown;
  more: AnyMore;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** What was answered: its JSON, or undefined if it is none. */
export interface Answered {
  said: unknown;
  response: Response;
}

/** One attempt of a call at `baseUrl`. */
export async function sendAttempt(baseUrl: string, sendRequest: SendRequest | undefined, attempt: Attempt) {
  const url = addressOf(baseUrl, attempt.path, attempt.more);
  const response = await send(url, sendRequest, attempt);
  const text = await response.text();
  return { said: jsonOf(text), response } satisfies Answered;
}

function send(url: string, sendRequest: SendRequest | undefined, attempt: Attempt): Promise<Response> {
  const { body, headers, signal } = attempt;
  const method = attempt.method.toUpperCase();
  const onProgress = attempt.more.onProgress as OnProgress | undefined;
  if (body instanceof FormData && onProgress)
    return sendWithProgress({ url, method, headers, signal, form: body }, onProgress, sendRequest);
  const asJson = body !== undefined && !(body instanceof FormData);
  const request = new Request(url, {
    method,
    signal,
    headers: asJson ? { "content-type": "application/json", ...headers } : headers,
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return sendRequest ? sendRequest(request) : fetch(request);
}

/** The address with the braces of the path filled, and the query; a list is the same name several times. */
function addressOf(baseUrl: string, path: string, { path: given = {}, query = {} }: AnyMore): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(given[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (one !== undefined && one !== null) search.append(name, textOf(one));
  return `${baseUrl}${filled}${search.size > 0 ? `?${search.toString()}` : ""}`;
}

const textOf = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean | undefined);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
