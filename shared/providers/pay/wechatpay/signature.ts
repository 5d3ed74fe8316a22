import { createDecipheriv, randomBytes, sign, verify } from "node:crypto";
import { privateKeyOf, publicKeyOf, signatureBytes } from "../rsaKey.js";
import type { WechatpayMerchant } from "./merchant.js";

/**
 * The cryptography of WeChat Pay v3: requests are signed with the merchant's key, responses and callbacks with the
 * provider's, resources are encrypted with the APIv3 key.
 */

/**
 * Real time, as the provider compares it with its own clock, whatever a test does to ours.
 */
export const wireSeconds = (): number => Math.floor(Date.now() / 1_000);
export const newNonce = (): string => randomBytes(16).toString("hex").toUpperCase();

/** SHA256withRSA over these lines, each terminated by a line feed; base64. */
export function signLines({ privateKey }: Pick<WechatpayMerchant, "privateKey">, ...lines: string[]): string {
  return sign("sha256", Buffer.from(`${lines.join("\n")}\n`), privateKeyOf(privateKey)).toString("base64");
}

/** The Authorization header of a request. `path` includes the query. */
export function authorization(
  merchant: Pick<WechatpayMerchant, "mchId" | "serial" | "privateKey">,
  method: string,
  path: string,
  body: string,
): string {
  const timestamp = String(wireSeconds());
  const nonce = newNonce();
  const signature = signLines(merchant, method, path, timestamp, nonce, body);
  const parts = { mchid: merchant.mchId, nonce_str: nonce, signature, timestamp, serial_no: merchant.serial };
  const list = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${list.join(",")}`;
}

/** The four signature headers of a response or a callback. */
interface ProviderSignature {
  timestamp: string;
  nonce: string;
  signature: string;
  serial: string;
}

/** Undefined when one is missing or ill-formed. Header names in lower case. */
export function providerSignature(headers: Record<string, string | undefined>): ProviderSignature | undefined {
  const timestamp = headers["wechatpay-timestamp"];
  const nonce = headers["wechatpay-nonce"];
  const signature = headers["wechatpay-signature"];
  const serial = headers["wechatpay-serial"];
  if (!timestamp || !nonce || !signature || !serial || !/^\d{1,12}$/.test(timestamp)) return undefined;
  return { timestamp, nonce, signature, serial };
}

/** The provider tries now and then whether wrong signatures are refused. */
export const isProbe = ({ signature }: Pick<ProviderSignature, "signature">): boolean =>
  signature.startsWith("WECHATPAY/SIGNTEST/");

const MAX_SKEW_SECONDS = 300;
/** Whether it is at most five minutes off in either direction, as their clock may be slow or fast. */
export const isFresh = ({ timestamp }: Pick<ProviderSignature, "timestamp">): boolean =>
  Math.abs(wireSeconds() - Number(timestamp)) <= MAX_SKEW_SECONDS;

/** Whether this raw body is signed with the provider's key (a certificate's or a public key's PEM). */
export function isSignedBy(providerPem: string, given: ProviderSignature, body: Buffer): boolean {
  const message = Buffer.concat([Buffer.from(`${given.timestamp}\n${given.nonce}\n`), body, Buffer.from("\n")]);
  const signature = signatureBytes(given.signature);
  return signature !== undefined && verify("sha256", message, publicKeyOf(providerPem), signature);
}

interface SealedResource {
  ciphertext: string;
  nonce: string;
  associated_data?: string | undefined;
}

type Opener = Pick<WechatpayMerchant, "apiV3Key"> & { older?: readonly { apiV3Key: string }[] };

/** Decrypts AEAD_AES_256_GCM, with the replaced keys first, then the current one; throws when none fits. */
export function openResource(merchant: Opener, resource: SealedResource): string {
  for (const { apiV3Key } of merchant.older ?? [])
    if (apiV3Key !== merchant.apiV3Key)
      try {
        return opened(apiV3Key, resource);
      } catch {
        // encrypted with another key
      }
  return opened(merchant.apiV3Key, resource);
}

const TAG_BYTES = 16;
function opened(apiV3Key: string, { ciphertext, nonce, associated_data = "" }: SealedResource): string {
  const bytes = Buffer.from(ciphertext, "base64");
  const decipher = createDecipheriv("aes-256-gcm", apiV3Key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  decipher.setAAD(Buffer.from(associated_data));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
}
