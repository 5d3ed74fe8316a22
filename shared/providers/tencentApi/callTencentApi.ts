import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { callOutside, type OutboundAnswer } from "#shared/kernel/http/client.js";
import { parseJson } from "#shared/kernel/http/decoding.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { TC3_CONTENT_TYPE, tc3Authorization } from "./tc3.js";

/** One product of Tencent Cloud behind API 3.0, where all actions are POSTs of JSON to one address. */
interface TencentAccount {
  /** The product ("sms", "vod"): its name in the signature, in logs and in metrics. */
  service: string;
  baseUrl: string;
  version: string;
  /** Only for products that have regions. */
  region?: string;
  secretId: string;
  secretKey: string;
}

/** The provider refused, with a code. */
export interface TencentRefusal {
  Error: { Code: string; Message: string };
}

const Envelope = z.object({ Response: z.unknown() });
const Refusal = z.object({ Error: z.object({ Code: z.string(), Message: z.string() }) });

/**
 * Calls one action. The provider sends refusals with HTTP 200 as well, so they are returned like any reply. Throws
 * OutboundFailed without a proper reply: the action may or may not have had an effect. `answered` gets the raw response
 * first, for its status and headers.
 */
export async function callTencentApi<S extends z.ZodType>(
  account: TencentAccount,
  call: { action: string; payload: object; answer: S; answered?: (answer: OutboundAnswer) => void },
): Promise<z.output<S> | TencentRefusal> {
  const { service, baseUrl, version, region, secretId, secretKey } = account;
  const payload = JSON.stringify(call.payload);
  // The signature is checked against the provider's clock, so real time counts, not the shop's clock.
  const timestamp = Math.floor(Date.now() / 1_000);
  const { host } = new URL(baseUrl);
  const signed = { service, host, action: call.action, payload, timestamp, secretId, secretKey };
  const answer = await callOutside({
    to: service,
    method: "POST",
    url: `${baseUrl}/`,
    headers: {
      "content-type": TC3_CONTENT_TYPE,
      authorization: tc3Authorization(signed),
      "x-tc-action": call.action,
      "x-tc-version": version,
      ...(region === undefined ? {} : { "x-tc-region": region }),
      "x-tc-timestamp": String(timestamp),
    },
    body: payload,
    timeoutMs: seconds(5),
    maxBytes: 262_144,
  });
  call.answered?.(answer);
  const response = Envelope.safeParse(parseJson(answer.body)).data?.Response;
  const refusal = Refusal.safeParse(response);
  if (refusal.success) return refusal.data;
  const parsed = call.answer.safeParse(response);
  if (!parsed.success) throw new OutboundFailed(service, `HTTP ${answer.status} with an answer of another form`);
  return parsed.data;
}
