import { randomInt } from "node:crypto";
import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { callOutside, retryAfterMs } from "#shared/kernel/http/client.js";
import { parseJson } from "#shared/kernel/http/decoding.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { withOneRetry, type TimeLeft } from "#shared/kernel/http/timeLeft.js";
import { ChatRefused, type ChatRefusalKind } from "./port.js";
import { userSig } from "./userSig.js";

/** Calls of Tencent Cloud Chat, its REST API of version 4. Refusals come with HTTP 200 and show only in the body. */
const TO = "im";
const SIG_SECONDS = 600;
const MAX_BYTES = 4 * 1_048_576;

export const codes = {
  groupGone: 10_010,
  groupUnknown: 10_015,
  accountUnknown: 10_019,
  idTaken: 10_021,
  idOurs: 10_025,
  accountToKickUnknown: 70_107,
};

const kinds: Record<number, ChatRefusalKind> = {
  [codes.groupGone]: "noGroup",
  [codes.groupUnknown]: "noGroup",
  [codes.accountUnknown]: "noAccount",
  10_004: "input",
  80_001: "text",
  80_002: "text",
  80_004: "text",
};
/** Timeouts and faults inside the provider. */
const passing: ReadonlySet<number> = new Set([10_002, 60_004, 60_005, 60_007, 70_169, 70_500]);
/** Rate limits: of one endpoint, of the whole application. */
const tooOften: ReadonlySet<number> = new Set([10_006, 60_018]);
/** Their limit counts per second; the rest allows for clocks that differ. */
const REST_MS = 1_200;

const Head = z.object({ ActionStatus: z.string(), ErrorCode: z.number(), ErrorInfo: z.string().default("") });

const fiveSeconds: TimeLeft = () => seconds(5);

/** Throws ChatRefused, TooManyCalls, OutboundFailed. */
export function callChat<S extends z.ZodType>(
  path: string,
  body: object,
  answer: S,
  left: TimeLeft = fiveSeconds,
): Promise<z.output<S>> {
  return withOneRetry(() => callOnce(path, body, answer, left), isPassing, left);
}

const isPassing = (error: unknown): boolean =>
  error instanceof ChatRefused ? error.isPassing : error instanceof OutboundFailed && !(error instanceof TooManyCalls);

async function callOnce<S extends z.ZodType>(
  path: string,
  body: object,
  answer: S,
  left: TimeLeft,
): Promise<z.output<S>> {
  const timeoutMs = Math.min(left(), seconds(5));
  if (timeoutMs <= 0) throw new OutboundFailed(TO, "no time is left");
  const { IM_SDK_APP_ID: sdkAppId, IM_SECRET_KEY: secretKey, IM_ADMIN_ACCOUNT: identifier } = config;
  const query = new URLSearchParams({
    sdkappid: sdkAppId,
    identifier,
    usersig: userSig({ sdkAppId, secretKey }, identifier, SIG_SECONDS),
    random: String(randomInt(2 ** 32)),
    contenttype: "json",
  });
  const reply = await callOutside({
    to: TO,
    method: "POST",
    url: `${config.IM_BASE_URL}${path}?${query}`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    timeoutMs,
    maxBytes: MAX_BYTES,
  });
  if (reply.status === 429) throw new TooManyCalls(TO, retryAfterMs(reply, REST_MS));
  const content = parseJson(reply.body);
  const head = Head.safeParse(content);
  if (!head.success) throw new OutboundFailed(TO, `HTTP ${reply.status} with an answer of another form`);
  const { ErrorCode: code, ErrorInfo: info } = head.data;
  if (tooOften.has(code)) throw new TooManyCalls(TO, retryAfterMs(reply, REST_MS));
  if (code !== 0) throw new ChatRefused(code, info.slice(0, 200), passing.has(code), kinds[code]);
  const parsed = answer.safeParse(content);
  if (!parsed.success) throw new OutboundFailed(TO, `${path} answered in another form`);
  return parsed.data;
}
