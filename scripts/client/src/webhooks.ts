/** What a shop posts to a third party or a merchant. */
export interface WebhookEvent<Data = Record<string, unknown>> {
  /** Also the header webhook-id. The same event may come more than once, with the same id. */
  id: string;
  /** Such as "order.paid" or "pay.order.paid". */
  type: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Of two events about one thing the higher was written later; notices to merchants have none. */
  sequence?: number;
  data: Data;
}

export interface WebhookRequest {
  /** The bytes as they came, before any parsing. */
  body: string | Uint8Array | ArrayBuffer;
  headers: Headers | Record<string, string | string[] | undefined>;
}

export interface VerifyOptions {
  /** whsec_..., as the operators see it. Several while one is being rotated: one that fits is enough. */
  secrets: string | readonly string[];
  /** How far the time of sending may lie from now, either way. Default 300. */
  toleranceSeconds?: number;
  /** Epoch milliseconds. Default: this machine's clock. */
  now?: () => number;
}

/** Why a webhook is not believed. */
export type WebhookReason = keyof typeof reasons;

const reasons = {
  missing: ["is missing", "缺失"],
  notATime: ["is not a time in seconds", "不是以秒为单位的时间"],
  tooOld: ["is too long ago", "时间过早"],
  tooNew: ["is too far ahead", "时间过晚"],
  noSignature: ["holds no signature of version 1", "不包含 v1 签名"],
  wrongSignature: ["fits none of the secrets", "与任何密钥都不匹配"],
  notASecret: ["is not a secret in base64", "不是 base64 密钥"],
  notAnEvent: ["is not an event in JSON", "不是 JSON 事件"],
} as const;

/** A webhook that is not believed: the part of the request, and why. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  /** A header, "body" or "secrets". */
  readonly field: string;
  readonly reason: WebhookReason;
  /** The message in both languages. */
  readonly messages: { en: string; zh: string };
  constructor(field: string, reason: WebhookReason) {
    const [en, zh] = reasons[reason];
    super(`${field} ${en}`);
    this.field = field;
    this.reason = reason;
    this.messages = { en: `${field} ${en}`, zh: `${field} ${zh}` };
  }
}

const DEFAULT_TOLERANCE_S = 300;
const VERSION = "v1,";

/**
 * Verifies a request that is signed as Standard Webhooks says, and answers its event. Throws a WebhookError otherwise.
 * Runs wherever WebCrypto is.
 */
export async function verifyWebhook<Data = Record<string, unknown>>(
  { body, headers }: WebhookRequest,
  { secrets, toleranceSeconds = DEFAULT_TOLERANCE_S, now = Date.now }: VerifyOptions,
): Promise<WebhookEvent<Data>> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signature = headerOf(headers, "webhook-signature");
  checkTime(timestamp, now() / 1_000, toleranceSeconds);
  const given = signature
    .split(" ")
    .filter((one) => one.startsWith(VERSION))
    .map((one) => bytesOf(one.slice(VERSION.length)))
    .filter((one) => one !== undefined);
  if (given.length === 0) throw new WebhookError("webhook-signature", "noSignature");
  const bytes = typeof body === "string" ? encoder.encode(body) : new Uint8Array(body);
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), bytes);
  for (const secret of typeof secrets === "string" ? [secrets] : secrets)
    if (await isSigned(secret, given, signed)) return eventOf<Data>(bytes);
  throw new WebhookError("webhook-signature", "wrongSignature");
}

/** The headers that a shop would send: for tests of a receiver. `timestamp` is in seconds. */
export async function signWebhook(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Promise<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> {
  const content = encoder.encode(`${id}.${timestamp}.${body}`);
  const made = new Uint8Array(await crypto.subtle.sign("HMAC", await keyOf(secret, "sign"), content));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `${VERSION}${btoa(String.fromCharCode(...made))}`,
  };
}

const encoder = new TextEncoder();

function headerOf(headers: WebhookRequest["headers"], name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  const text = Array.isArray(found) ? found[0] : found;
  if (text === undefined || text === null || text === "") throw new WebhookError(name, "missing");
  return text;
}

function checkTime(timestamp: string, nowSeconds: number, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError("webhook-timestamp", "notATime");
  const agoSeconds = nowSeconds - Number(timestamp);
  if (agoSeconds > toleranceSeconds) throw new WebhookError("webhook-timestamp", "tooOld");
  if (-agoSeconds > toleranceSeconds) throw new WebhookError("webhook-timestamp", "tooNew");
}

/** WebCrypto compares without telling by its time where two signatures differ. */
async function isSigned(secret: string, given: Uint8Array<ArrayBuffer>[], signed: Uint8Array<ArrayBuffer>) {
  const key = await keyOf(secret, "verify");
  for (const one of given) if (await crypto.subtle.verify("HMAC", key, one, signed)) return true;
  return false;
}

function keyOf(secret: string, use: "sign" | "verify") {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (!bytes || bytes.length === 0) throw new WebhookError("secrets", "notASecret");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function eventOf<Data>(bytes: Uint8Array): WebhookEvent<Data> {
  try {
    const event = JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent<Data> | null;
    if (typeof event?.type === "string" && typeof event.id === "string") return event;
  } catch {
    // Told below.
  }
  throw new WebhookError("body", "notAnEvent");
}
