import { createHash, createHmac } from "node:crypto";

/** @typedef {{ endpoint: string, region: string, bucket: string, accessKey: string, secretKey: string }} Bucket */

/** @param {string} text */
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
/**
 * @param {string | Buffer} key
 * @param {string} text
 */
const hmac = (key, text) => createHmac("sha256", key).update(text).digest();

/**
 * Creates the bucket when it is missing. One signed request (AWS signature 4) is less than a client library, and a
 * server that answers it is really ready: its port opens earlier.
 * @param {Bucket} bucket
 * @returns {Promise<boolean>} whether it exists now
 */
export async function ensureBucket(bucket) {
  if ((await signedRequest("HEAD", bucket)).status === 200) return true;
  const { status } = await signedRequest("PUT", bucket);
  return status === 200 || status === 409;
}

/**
 * @param {string} method
 * @param {Bucket} bucket
 */
async function signedRequest(method, { endpoint, region, bucket, accessKey, secretKey }) {
  const url = new URL(`/${bucket}`, endpoint);
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const bodyHash = sha256("");
  const headers = { host: url.host, "x-amz-content-sha256": bodyHash, "x-amz-date": time };
  const names = Object.keys(headers).join(";");
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, url.pathname, "", lines.join(""), names, bodyHash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, "s3", "aws4_request"].reduce(hmac, /** @type {string | Buffer} */ (`AWS4${secretKey}`));
  const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString("hex");
  const { host: _host, ...sent } = headers;
  return await fetch(url, {
    method,
    headers: {
      ...sent,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
    signal: AbortSignal.timeout(5_000),
  });
}
