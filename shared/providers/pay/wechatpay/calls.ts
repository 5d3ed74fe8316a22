import type { z } from "zod";
import { callOutside, type OutboundAnswer } from "#shared/kernel/http/client.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { ChannelRefused, ChannelUnsure } from "../port.js";
import { Refusal } from "./answers.js";
import type { WechatpayMerchant } from "./merchant.js";
import { authorization, isFresh, isSignedBy, providerSignature } from "./signature.js";

/** Less than the five seconds that a client waits, so that a silent provider is reported in time. */
const TIMEOUT_MS = 4_000;

/** The provider's key of a serial, fetched when it is not stored yet; undefined when the provider has none either. */
export type ProviderKeyFor = (serial: string) => Promise<string | undefined>;

/**
 * One signed call; returns the verified body. Throws ChannelRefused for a signed refusal (4xx), ChannelUnsure for no
 * response, a fault on their side (5xx, 429), wrong credentials of ours (401) and a response that cannot be verified.
 */
export async function callWechatpay(
  merchant: WechatpayMerchant,
  method: "GET" | "POST",
  path: string,
  body: object | undefined,
  providerKeyFor: ProviderKeyFor,
  /** The provider's key with which fields of the body are encrypted. */
  encryptedFor?: string,
): Promise<Buffer> {
  const answer = await send(merchant, method, path, body, encryptedFor);
  await checkAnswer(answer, providerKeyFor);
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  const { code, message } = refusalOf(answer);
  // 401: our own credentials are wrong, which says nothing about the payment.
  if (answer.status >= 500 || answer.status === 429 || answer.status === 401)
    throw new ChannelUnsure(code, message, true);
  throw new ChannelRefused(code, message);
}

export function send(
  merchant: WechatpayMerchant,
  method: "GET" | "POST",
  path: string,
  body?: object,
  encryptedFor?: string,
): Promise<OutboundAnswer> {
  const bounds = { timeoutMs: TIMEOUT_MS, ...(encryptedFor ? { encryptedFor } : {}) };
  return sendTo(merchant, method, new URL(merchant.baseUrl + path), body, bounds);
}

export async function sendTo(
  merchant: WechatpayMerchant,
  method: "GET" | "POST",
  url: URL,
  body: object | undefined,
  {
    encryptedFor = merchant.platformKey?.id,
    ...bounds
  }: { timeoutMs: number; maxBytes?: number; encryptedFor?: string },
): Promise<OutboundAnswer> {
  const text = body ? JSON.stringify(body) : "";
  try {
    return await callOutside({
      to: "wechatpay",
      bulkhead: true,
      method,
      url: url.href,
      headers: {
        accept: "application/json",
        "user-agent": "member-commerce",
        authorization: authorization(merchant, method, url.pathname + url.search, text),
        ...(encryptedFor ? { "wechatpay-serial": encryptedFor } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: text } : {}),
      ...bounds,
    });
  } catch (error) {
    if (error instanceof OutboundFailed) throw new ChannelUnsure("NO_ANSWER", error.message, false);
    throw error;
  }
}

async function checkAnswer(answer: OutboundAnswer, providerKeyFor: ProviderKeyFor): Promise<void> {
  const given = providerSignature(answer.headers);
  // A gateway in front of the provider answers unsigned, so its refusal proves nothing either.
  if (!given) throw new ChannelUnsure(`HTTP_${answer.status}`, "the answer is not signed", true);
  const providerPem = await providerKeyFor(given.serial);
  if (!providerPem) throw new ChannelUnsure("UNKNOWN_CERTIFICATE", `no certificate ${given.serial}`, true);
  if (!isFresh(given) || !isSignedBy(providerPem, given, answer.body))
    throw new ChannelUnsure("BAD_SIGNATURE", "the answer's signature does not hold", true);
}

function refusalOf(answer: OutboundAnswer): z.output<typeof Refusal> {
  try {
    return Refusal.parse(JSON.parse(answer.body.toString("utf8")));
  } catch {
    return { code: `HTTP_${answer.status}`, message: "" };
  }
}

/** Parses a verified response; one of another shape must not be acted on. */
export function readAnswer<S extends z.ZodType>(schema: S, body: Buffer): z.output<S> {
  try {
    return schema.parse(JSON.parse(body.toString("utf8")));
  } catch (error) {
    throw new ChannelUnsure("BAD_ANSWER", String(error).slice(0, 300), true);
  }
}
