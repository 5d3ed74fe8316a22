import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { config } from "#shared/platform/config.js";

/**
 * The cryptography of WeChat Pay v3: requests are signed with the merchant's key, answers and callbacks with the
 * platform's, resources sealed with the APIv3 key.
 */

/**
 * Signatures carry real time: the other side compares it with its own clock, whatever a test does to ours.
 */
export const wireSeconds = (): number => Math.floor(Date.now() / 1_000);
export const newNonce = (): string => randomBytes(16).toString("hex").toUpperCase();

let kept: { pem: string; key: KeyObject } | undefined;
function merchantKey(): KeyObject {
  const pem = config.WECHATPAY_MCH_PRIVATE_KEY;
  if (kept?.pem !== pem) kept = { pem, key: createPrivateKey(pem) };
  return kept.key;
}

/** SHA256withRSA over these lines, each ended by a line feed; base64. */
export function signLines(...lines: string[]): string {
  return sign("sha256", Buffer.from(`${lines.join("\n")}\n`), merchantKey()).toString("base64");
}

/** The Authorization header of a request. `path` carries the query. */
export function authorization(method: string, path: string, body: string): string {
  const timestamp = String(wireSeconds());
  const nonce = newNonce();
  const signature = signLines(method, path, timestamp, nonce, body);
  const parts = {
    mchid: config.WECHATPAY_MCH_ID,
    nonce_str: nonce,
    signature,
    timestamp,
    serial_no: config.WECHATPAY_MCH_SERIAL,
  };
  const list = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${list.join(",")}`;
}

/** The four headers of an answer or a callback. */
export interface PlatformSignature {
  timestamp: string;
  nonce: string;
  signature: string;
  serial: string;
}

/** Undefined when one is missing or ill-formed. Header names in lower case. */
export function platformSignature(headers: Record<string, string | undefined>): PlatformSignature | undefined {
  const timestamp = headers["wechatpay-timestamp"];
  const nonce = headers["wechatpay-nonce"];
  const signature = headers["wechatpay-signature"];
  const serial = headers["wechatpay-serial"];
  if (!timestamp || !nonce || !signature || !serial || !/^\d{1,12}$/.test(timestamp)) return undefined;
  return { timestamp, nonce, signature, serial };
}

const MAX_SKEW_SECONDS = 300;
export const isFresh = ({ timestamp }: PlatformSignature): boolean =>
  Math.abs(wireSeconds() - Number(timestamp)) <= MAX_SKEW_SECONDS;

/** Is this body, byte for byte, signed with the certificate's key? */
export function isSignedBy(certificatePem: string, given: PlatformSignature, body: Buffer): boolean {
  const message = Buffer.concat([Buffer.from(`${given.timestamp}\n${given.nonce}\n`), body, Buffer.from("\n")]);
  return verify("sha256", message, createPublicKey(certificatePem), Buffer.from(given.signature, "base64"));
}

export interface SealedResource {
  ciphertext: string;
  nonce: string;
  associated_data?: string | undefined;
}

const TAG_BYTES = 16;
/** Undoes AEAD_AES_256_GCM; throws when the key or the content is another. */
export function openResource({ ciphertext, nonce, associated_data = "" }: SealedResource): string {
  const bytes = Buffer.from(ciphertext, "base64");
  const decipher = createDecipheriv("aes-256-gcm", config.WECHATPAY_API_V3_KEY, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  decipher.setAAD(Buffer.from(associated_data));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
}
