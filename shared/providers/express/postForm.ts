import { callOutside, retryAfterMs } from "#shared/kernel/http/client.js";
import { parseJson } from "#shared/kernel/http/decoding.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { seconds } from "#shared/kernel/time/clock.js";

export const TO = "express";
/** The pause when the provider limits our calls without naming one. */
export const REST_MS = seconds(30);

/**
 * Sends a form and returns the JSON reply, undefined if it is none. A refusal comes with HTTP 200 as well; 429 is
 * TooManyCalls, any other status OutboundFailed.
 */
export async function postForm(url: string, form: Record<string, string>): Promise<unknown> {
  const answer = await callOutside({
    to: TO,
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    body: new URLSearchParams(form).toString(),
    timeoutMs: seconds(5),
    maxBytes: 262_144,
  });
  if (answer.status === 429) throw new TooManyCalls(TO, retryAfterMs(answer, REST_MS));
  if (answer.status < 200 || answer.status > 299) throw new OutboundFailed(TO, `HTTP ${answer.status}`);
  return parseJson(answer.body);
}
