import { createHmac } from "node:crypto";

interface UploadTerms {
  secretId: string;
  secretKey: string;
  /** Epoch seconds; at most a day apart. */
  from: number;
  until: number;
  random: number;
  /** Whose upload it is; the provider returns it with the uploaded video. */
  source: string;
  subAppId?: string | undefined;
  procedure?: string | undefined;
}

/**
 * The signature with which a client uploads to Tencent Cloud VOD directly: base64 of HMAC-SHA1(key, terms), 20 bytes, and
 * the terms.
 */
export function uploadSignature({ secretId, secretKey, from, until, random, ...more }: UploadTerms): string {
  const terms = new URLSearchParams({
    secretId,
    currentTimeStamp: String(from),
    expireTime: String(until),
    random: String(random),
    sourceContext: more.source,
    ...(more.subAppId ? { vodSubAppId: more.subAppId } : {}),
    ...(more.procedure ? { procedure: more.procedure } : {}),
  }).toString();
  return Buffer.concat([createHmac("sha1", secretKey).update(terms).digest(), Buffer.from(terms)]).toString("base64");
}
