import { AddressRefused, checkGuardedUrl, guardedLookup, isAllowed } from "./addressGuard.js";
import { enterBulkhead } from "../queue/bulkhead.js";
import { config } from "../config/config.js";
import { currentContext, currentRequestId, signalOfRun } from "../request/context.js";
import { beginCall } from "./outboundCall.js";
import { OutboundFailed } from "./outboundErrors.js";

export interface OutboundRequest {
  /** The called service, for logs and metrics: "wechatpay", "sms", "merchant". */
  to: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  timeoutMs: number;
  /** A longer response is cut off. Default 1 MiB. */
  maxBytes?: number;
  /** A stranger chose the address: https only, public addresses only, except NOTIFY_ALLOW_HOSTS. */
  guarded?: boolean;
  /** Set for providers that share a queue with others: their calls hold only a share of the slots (bulkhead.ts). */
  bulkhead?: boolean;
  /** The path is a secret that grants access: it is not logged. */
  secretPath?: boolean;
}

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  /** The raw bytes, which signatures cover. */
  body: Buffer;
  ms: number;
}

const LONGEST_REST_MS = 300_000;
const TOO_LONG = "its job took too long";

/** The wait that `Retry-After` requests, in seconds or as a date, as milliseconds; without it `otherwise`. */
export function retryAfterMs({ headers }: Pick<OutboundAnswer, "headers">, otherwise: number): number {
  const value = headers["retry-after"];
  if (value === undefined) return otherwise;
  // A date is by their clock, so real time counts.
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1), LONGEST_REST_MS) : otherwise;
}

/** Loaded at the first call, so that the API, which never calls out, starts without it. */
const client = async () => {
  const { Agent, request } = await import("undici");
  const plain = new Agent({ connections: 32, keepAliveTimeout: 10_000, connect: { timeout: 5_000 } });
  const guarded = new Agent({
    connections: 8,
    keepAliveTimeout: 1_000,
    connect: { timeout: 5_000, lookup: guardedLookup },
  });
  return { request, plain, guarded };
};
let loading: ReturnType<typeof client> | undefined;

/** An outside call, bounded in time and size, without redirects, logged without secrets. Throws OutboundFailed, NoPlace. */
export async function callOutside(call: OutboundRequest): Promise<OutboundAnswer> {
  const ofJob = currentContext()?.signal;
  // An abandoned run must not start another call.
  if (ofJob?.aborted) throw new OutboundFailed(call.to, TOO_LONG);
  if (call.bulkhead) enterBulkhead(call.to);
  const url = call.guarded ? checkGuardedUrl(call.url, config.NOTIFY_ALLOW_HOSTS) : new URL(call.url);
  const { request, plain, guarded } = await (loading ??= client());
  const dispatcher = call.guarded && !isAllowed(url, config.NOTIFY_ALLOW_HOSTS) ? guarded : plain;
  const inTime = AbortSignal.timeout(call.timeoutMs);
  const signal = signalOfRun(inTime);
  const path = call.secretPath ? "/..." : url.pathname;
  const endCall = beginCall({
    to: call.to,
    method: call.method,
    host: url.host,
    path,
    attributes: { "http.request.method": call.method, "url.full": url.origin + path },
  });
  try {
    const answer = await request(url, {
      method: call.method,
      dispatcher,
      signal,
      headers: { "x-request-id": currentRequestId(), ...call.headers },
      ...(call.body === undefined ? {} : { body: call.body }),
    });
    const body = await readAtMost(answer.body, call.maxBytes ?? 1_048_576);
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
    );
    return { status: answer.statusCode, headers, body, ms: endCall(answer.statusCode) };
  } catch (error) {
    const refused = findRefusal(error);
    endCall(refused ? "refused" : "failed");
    if (refused) throw refused;
    const why = ofJob?.aborted ? TOO_LONG : `no answer in ${call.timeoutMs} ms`;
    throw new OutboundFailed(call.to, signal.aborted ? why : String(error));
  }
}

/** Reads a body up to a bound and leaves the rest unread. */
async function readAtMost(stream: AsyncIterable<Buffer> & { destroy(): void }, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    parts.push(part);
    size += part.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}

function findRefusal(error: unknown): AddressRefused | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof AddressRefused) return at;
  return undefined;
}
