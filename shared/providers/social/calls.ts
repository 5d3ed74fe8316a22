import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { callOutside } from "#shared/kernel/http/client.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { Verdict } from "./answers.js";
import { SocialRefused, type RefusalKind, type TimeLeft } from "./port.js";

const TO = "social";
/** The pause before the one retry after a transient fault of theirs, when there is time for it. */
const AGAIN_AFTER_MS = 200;
const WORTH_TRYING_MS = 800;

interface SocialCall {
  path: string;
  /** Holds secrets, as the provider requires, so only the path is ever logged. */
  query: Record<string, string>;
  /** Sent as JSON by POST; without it the call is a GET. */
  body?: object;
}

/** One call, with one retry when the provider was busy or the connection broke. Throws SocialRefused, OutboundFailed. */
export async function callSocial<S extends z.ZodType>(
  call: SocialCall,
  answer: S,
  left: TimeLeft,
): Promise<z.output<S>> {
  try {
    return await callOnce(call, answer, left);
  } catch (error) {
    const passing = error instanceof OutboundFailed || (error instanceof SocialRefused && isPassing(error));
    if (!passing || left() < WORTH_TRYING_MS) throw error;
    await pause(AGAIN_AFTER_MS);
    return await callOnce(call, answer, left);
  }
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
  const reply = jsonOf(body.toString("utf8"));
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
const isPassing = ({ errcode }: SocialRefused): boolean => errcode === SYSTEM_BUSY;

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
