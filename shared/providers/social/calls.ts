import type { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { callOutside } from "#shared/kernel/http/client.js";
import { parseJson } from "#shared/kernel/http/decoding.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { withOneRetry, type TimeLeft } from "#shared/kernel/http/timeLeft.js";
import { Verdict } from "./answers.js";
import { SocialRefused, type RefusalKind } from "./port.js";

const TO = "social";

interface SocialCall {
  path: string;
  /** Holds secrets, as the provider requires, so only the path is ever logged. */
  query: Record<string, string>;
  /** Sent as JSON by POST; without it the call is a GET. */
  body?: object;
}

/** One call, with one retry when the provider was busy or the connection broke. Throws SocialRefused, OutboundFailed. */
export function callSocial<S extends z.ZodType>(call: SocialCall, answer: S, left: TimeLeft): Promise<z.output<S>> {
  return withOneRetry(() => callOnce(call, answer, left), isPassing, left);
}

async function callOnce<S extends z.ZodType>(call: SocialCall, answer: S, left: TimeLeft): Promise<z.output<S>> {
  const timeoutMs = left();
  if (timeoutMs === 0) throw new OutboundFailed(TO, "no time is left");
  const { status, body } = await callOutside({
    to: TO,
    method: call.body ? "POST" : "GET",
    url: `${config.SOCIAL_BASE_URL}${call.path}?${new URLSearchParams(call.query).toString()}`,
    headers: { accept: "application/json", ...(call.body ? { "content-type": "application/json" } : {}) },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    timeoutMs,
    maxBytes: 65_536,
  });
  const reply = parseJson(body);
  const verdict = Verdict.safeParse(reply);
  if (verdict.success && verdict.data.errcode !== 0) {
    const { errcode, errmsg } = verdict.data;
    throw new SocialRefused(kindOf(errcode), errcode, errmsg.slice(0, 200));
  }
  if (status < 200 || status > 299) throw new OutboundFailed(TO, `HTTP ${status}`);
  const parsed = answer.safeParse(reply);
  // Without the response itself, which may hold secrets.
  if (!parsed.success) throw new OutboundFailed(TO, `${call.path} answered in another form`);
  return parsed.data;
}

const SYSTEM_BUSY = -1;
const kinds: Record<number, RefusalKind> = {
  [SYSTEM_BUSY]: "busy",
  45009: "busy",
  45011: "busy",
  40029: "code",
  40163: "code",
  41008: "code",
  42003: "code",
  40001: "token",
  40014: "token",
  41001: "token",
  42001: "token",
};
const kindOf = (errcode: number): RefusalKind => kinds[errcode] ?? "refused";
/** Whether a retry may help: an overload of theirs may pass at once, an exhausted quota does not. */
const isPassing = (error: unknown): boolean =>
  error instanceof OutboundFailed || (error instanceof SocialRefused && error.errcode === SYSTEM_BUSY);
