import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/**
 * The headers of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body` with the secret's decoded bytes.
 * @param sentAtMs real time: the receiver compares it with its own clock
 */
export function webhookHeaders(secret: string, id: string, body: string, sentAtMs: number): Record<string, string> {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, "base64");
  const timestamp = Math.floor(sentAtMs / 1_000);
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
