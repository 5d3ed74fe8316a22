import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/**
 * The headers of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body` with the secret's decoded bytes. During a
 * rotation there is one signature per secret, separated by spaces: the receiver needs to know one of them.
 * @param sentAtMs real time: the receiver compares it with its own clock
 */
export function webhookHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
  sentAtMs: number,
): Record<string, string> {
  const timestamp = Math.floor(sentAtMs / 1_000);
  const signatures = secrets.map((secret) => `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, "base64");
  return createHmac("sha256", key).update(content).digest("base64");
}
