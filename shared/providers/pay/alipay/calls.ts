import type { z } from "zod";
import { AddressRefused } from "#shared/kernel/http/addressGuard.js";
import { callOutside, type OutboundAnswer, type OutboundRequest } from "#shared/kernel/http/client.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { ChannelRefused, ChannelUnsure } from "../port.js";
import { providerTime } from "./times.js";
import { Outcome } from "./answers.js";
import type { AlipayMerchant } from "./merchant.js";
import { isSignedByProvider, signParameters, type Parameters } from "./signature.js";

/** Less than the five seconds that a client waits, so that a silent provider is reported in time. */
const TIMEOUT_MS = 4_000;

interface GatewayExtras {
  notifyUrl?: string | undefined;
  returnUrl?: string | undefined;
}

/** The signed parameters of a call. The timestamp is real time, as the provider compares it with its own clock. */
export function gatewayParameters(
  merchant: AlipayMerchant,
  method: string,
  content: object,
  extras: GatewayExtras = {},
): Parameters {
  const parameters = {
    app_id: merchant.appId,
    method,
    format: "JSON",
    charset: "utf-8",
    sign_type: "RSA2",
    timestamp: providerTime(new Date()),
    version: "1.0",
    ...(extras.notifyUrl ? { notify_url: extras.notifyUrl } : {}),
    ...(extras.returnUrl ? { return_url: extras.returnUrl } : {}),
    biz_content: JSON.stringify(content),
  };
  return { ...parameters, sign: signParameters(merchant, parameters) };
}

/**
 * One signed call; returns the verified and parsed response. Throws ChannelRefused for a signed refusal, ChannelUnsure for
 * no response, a fault on their side, wrong credentials of ours and a response that cannot be verified.
 */
export async function callAlipay<S extends z.ZodType>(
  merchant: AlipayMerchant,
  method: string,
  content: object,
  schema: S,
): Promise<z.output<S>> {
  const answer = await send(merchant, gatewayParameters(merchant, method, content));
  const inner = verifiedAnswer(merchant, method, answer);
  const read = schema.safeParse(inner);
  if (!read.success) throw new ChannelUnsure("BAD_ANSWER", read.error.message.slice(0, 300), true);
  return read.data;
}

/**
 * Opens a payment page at the gateway as the payer's browser will: a page means that the provider accepted it, JSON that it
 * did not. Throws as callAlipay does.
 */
export async function openOnce(merchant: AlipayMerchant, method: string, parameters: Parameters): Promise<void> {
  const answer = await send(merchant, parameters);
  if (looksLikeJson(answer.body)) {
    verifiedAnswer(merchant, method, answer);
    return;
  }
  if (answer.status !== 200) throw new ChannelUnsure(`HTTP_${answer.status}`, "the gateway shows no page", true);
}

function send({ gatewayUrl, guarded }: AlipayMerchant, parameters: Parameters): Promise<OutboundAnswer> {
  return orUnsure({
    to: "alipay",
    method: "POST",
    url: gatewayUrl,
    headers: {
      "content-type": "application/x-www-form-urlencoded;charset=utf-8",
      "user-agent": "member-commerce",
    },
    body: new URLSearchParams(parameters).toString(),
    timeoutMs: TIMEOUT_MS,
    guarded,
  });
}

const DOWNLOAD = { timeoutMs: 60_000, maxBytes: 128 * 1_024 * 1_024 };

/** Downloads a file whose address came in a signed response, without any credentials. */
export async function download({ guarded }: AlipayMerchant, url: string): Promise<Buffer> {
  const answer = await orUnsure({ to: "alipay", method: "GET", url, ...DOWNLOAD, guarded });
  if (answer.status !== 200) throw new ChannelUnsure(`HTTP_${answer.status}`, "the file cannot be downloaded", true);
  return answer.body;
}

async function orUnsure(request: OutboundRequest): Promise<OutboundAnswer> {
  try {
    return await callOutside({ ...request, bulkhead: true });
  } catch (error) {
    if (error instanceof AddressRefused) throw new ChannelUnsure("ADDRESS_REFUSED", error.message, true);
    if (error instanceof OutboundFailed) throw new ChannelUnsure("NO_ANSWER", error.message, false);
    throw error;
  }
}

const looksLikeJson = (body: Buffer): boolean => /^\s*\{/.test(body.subarray(0, 64).toString("utf8"));

/** The inner object of a response, after checking the signature over its raw bytes and its code. */
function verifiedAnswer(merchant: AlipayMerchant, method: string, answer: OutboundAnswer): unknown {
  const text = answer.body.toString("utf8");
  let envelope: Record<string, unknown>;
  try {
    envelope = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new ChannelUnsure(`HTTP_${answer.status}`, "the answer is not JSON", true);
  }
  const name = [`${method.replaceAll(".", "_")}_response`, "error_response"].find((key) => key in (envelope ?? {}));
  const outcome = Outcome.safeParse(name === undefined ? undefined : envelope[name]);
  if (name === undefined || !outcome.success)
    throw new ChannelUnsure(`HTTP_${answer.status}`, "the answer is of another shape", true);
  const { code, msg, sub_code, sub_msg } = outcome.data;
  const reported = sub_code ?? code;
  const signature = envelope["sign"];
  // The gateway itself answers unsigned, so its refusal proves nothing either.
  if (typeof signature !== "string" || signature === "")
    throw new ChannelUnsure(code === "10000" ? "NOT_SIGNED" : reported, sub_msg ?? msg, true);
  if (!isSignedByProvider(merchant, Buffer.from(innerText(text, name)), signature))
    throw new ChannelUnsure("BAD_SIGNATURE", "the answer's signature does not hold", true);
  if (code === "10000") return envelope[name];
  if (saysNothing(code, reported)) throw new ChannelUnsure(reported, sub_msg ?? msg, true);
  throw new ChannelRefused(reported, sub_msg ?? msg);
}

/** A fault on their side or wrong credentials of ours, which say nothing about the payment. */
const saysNothing = (code: string, reported: string): boolean =>
  code === "10003" ||
  code.startsWith("2000") ||
  code === "40006" ||
  /SYSTEM_ERROR|signature|app-id|app-auth|timestamp/i.test(reported);

/** The raw text of one property of the outer object, which the signature covers. */
export function innerText(text: string, name: string): string {
  const start = text.indexOf("{", text.indexOf(`"${name}"`) + name.length + 2);
  let depth = 0;
  let quoted = false;
  for (let at = start; at >= 0 && at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === "\\") at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return text.slice(start, at + 1);
  }
  return "";
}
