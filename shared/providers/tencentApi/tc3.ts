import { createHash, createHmac } from "node:crypto";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

interface Tc3Request {
  service: string;
  host: string;
  action: string;
  payload: string;
  /** Epoch seconds; the provider refuses one that is more than five minutes off its own clock. */
  timestamp: number;
  secretId: string;
  secretKey: string;
}

export const TC3_CONTENT_TYPE = "application/json; charset=utf-8";

/** The Authorization header of a Tencent Cloud API 3.0 POST: TC3-HMAC-SHA256 over content type, host and action. */
export function tc3Authorization(request: Tc3Request): string {
  const { service, host, action, payload, timestamp, secretId, secretKey } = request;
  const headers = `content-type:${TC3_CONTENT_TYPE}\nhost:${host.toLowerCase()}\nx-tc-action:${action.toLowerCase()}\n`;
  const signedHeaders = "content-type;host;x-tc-action";
  const canonical = ["POST", "/", "", headers, signedHeaders, sha256(payload)].join("\n");
  const date = new Date(timestamp * 1_000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const toSign = ["TC3-HMAC-SHA256", String(timestamp), scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), "tc3_request");
  const signature = hmac(key, toSign).toString("hex");
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}
