import { createHmac, randomInt, randomUUID } from "node:crypto";
import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { callOutside, retryAfterMs, type OutboundAnswer } from "#shared/kernel/http/client.js";
import { parseJson } from "#shared/kernel/http/decoding.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { InvoiceRefused, type InvoiceCredential, type InvoiceRefusalKind } from "./port.js";

/** Calls of the Nuonuo Open Platform: an access token by a form, every service by a signed POST to one address. */
const TO = "invoice";
const TIMEOUT_MS = seconds(10);
/** The pause when it limits our calls without naming one. */
const REST_MS = seconds(5);

const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().int().positive() });
const TokenRefusal = z.object({ error: z.coerce.string(), error_description: z.string().default("") });
const Answer = z.object({ code: z.string(), describe: z.string().nullish(), result: z.unknown().optional() });

const SUCCESS = "E0000";
const DUPLICATE = "E9106";
/** The provider does not know the number. */
export const UNKNOWN_NUMBER = "E9500";
/** An access token that is missing, unknown or expired. */
const BAD_TOKEN: ReadonlySet<string> = new Set(["070301", "070302", "070303"]);
const TOO_MANY: ReadonlySet<string> = new Set(["070306", "E9998"]);

export async function fetchToken(): Promise<InvoiceCredential> {
  const answer = await callOutside({
    to: TO,
    method: "POST",
    url: config.NUONUO_TOKEN_URL,
    headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
    body: new URLSearchParams({
      client_id: config.NUONUO_APP_KEY,
      client_secret: config.NUONUO_APP_SECRET,
      grant_type: "client_credentials",
    }).toString(),
    timeoutMs: TIMEOUT_MS,
    maxBytes: 65_536,
  });
  checkLimit(answer);
  const reply = parseJson(answer.body);
  const refusal = TokenRefusal.safeParse(reply);
  if (refusal.success) throw refusalOf(refusal.data.error, refusal.data.error_description);
  const parsed = Token.safeParse(reply);
  // Without the response itself, which may hold a secret.
  if (!parsed.success) throw new OutboundFailed(TO, `HTTP ${answer.status} with no token`);
  return { value: parsed.data.access_token, expiresInSeconds: parsed.data.expires_in };
}

/** Calls one service. Throws InvoiceRefused, OutboundFailed, TooManyCalls. */
export async function callService<S extends z.ZodType>(
  token: string,
  method: string,
  content: object,
  result: S,
): Promise<z.output<S>> {
  const senid = randomUUID().replaceAll("-", "");
  const nonce = String(randomInt(10_000_000, 100_000_000));
  // Checked against their clock, so real time counts, not the shop's.
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const body = JSON.stringify(content);
  const query = new URLSearchParams({ senid, nonce, timestamp, appkey: config.NUONUO_APP_KEY });
  const answer = await callOutside({
    to: TO,
    method: "POST",
    url: `${config.NUONUO_BASE_URL}/open/v1/services?${query.toString()}`,
    headers: {
      "content-type": "application/json",
      "X-Nuonuo-Sign": signCall(config.NUONUO_APP_SECRET, {
        appKey: config.NUONUO_APP_KEY,
        senid,
        nonce,
        timestamp,
        body,
      }),
      accessToken: token,
      userTax: config.INVOICE_SELLER_TAX_NO,
      method,
    },
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: 524_288,
  });
  checkLimit(answer);
  const reply = Answer.safeParse(parseJson(answer.body));
  if (!reply.success || answer.status < 200 || answer.status > 299)
    throw new OutboundFailed(TO, `HTTP ${answer.status} with an answer of another form`);
  if (reply.data.code !== SUCCESS) throw refusalOf(reply.data.code, reply.data.describe ?? "");
  const parsed = result.safeParse(reply.data.result);
  if (!parsed.success) throw new OutboundFailed(TO, `${method} answered in another form`);
  return parsed.data;
}

interface SignedParts {
  appKey: string;
  senid: string;
  nonce: string;
  timestamp: string;
  body: string;
}

/** base64(HMAC-SHA1) over the three parts of the address, the query and the body, exactly as it is sent. */
export function signCall(appSecret: string, { appKey, senid, nonce, timestamp, body }: SignedParts): string {
  const text = `a=services&l=v1&p=open&k=${appKey}&i=${senid}&n=${nonce}&t=${timestamp}&f=${body}`;
  return createHmac("sha1", appSecret).update(text).digest("base64");
}

function checkLimit(answer: OutboundAnswer): void {
  if (answer.status === 429) throw new TooManyCalls(TO, retryAfterMs(answer, REST_MS));
}

function refusalOf(code: string, message: string): Error {
  if (TOO_MANY.has(code)) return new TooManyCalls(TO, REST_MS);
  const kind: InvoiceRefusalKind = code === DUPLICATE ? "duplicate" : BAD_TOKEN.has(code) ? "token" : "refused";
  return new InvoiceRefused(kind, code, message.slice(0, 200));
}
