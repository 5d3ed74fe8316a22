/** Signatures and encrypted resources of the payment API v3, both directions. */
import { createCipheriv, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";

/** The text that a merchant signs: five lines, each ended by a line feed. `path` includes the query. */
export function requestMessage(request: {
  method: string;
  path: string;
  timestamp: string;
  nonce: string;
  body: string;
}): string {
  return `${request.method}\n${request.path}\n${request.timestamp}\n${request.nonce}\n${request.body}\n`;
}

/** The text that the provider signs, in responses and in callbacks alike. */
export function answerMessage(answer: { timestamp: string; nonce: string; body: string }): string {
  return `${answer.timestamp}\n${answer.nonce}\n${answer.body}\n`;
}

/** SHA256withRSA (PKCS #1 v1.5), base64. */
export function signMessage(message: string, privateKey: KeyObject): string {
  return sign("sha256", Buffer.from(message), privateKey).toString("base64");
}

export function isSignedBy(message: string, signature: string, publicKey: KeyObject): boolean {
  return verify("sha256", Buffer.from(message), publicKey, Buffer.from(signature, "base64"));
}

/**
 * AEAD_AES_256_GCM in the provider's format: base64 of ciphertext and the 16-byte tag.
 * @param sealed.key the merchant's API v3 key, 32 ASCII characters
 * @param sealed.nonce 12 ASCII characters
 */
export function sealResource(sealed: {
  key: string;
  nonce: string;
  associatedData: string;
  plaintext: string;
}): string {
  const cipher = createCipheriv("aes-256-gcm", sealed.key, sealed.nonce);
  cipher.setAAD(Buffer.from(sealed.associatedData));
  return Buffer.concat([cipher.update(sealed.plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64",
  );
}

interface Authorization {
  mchid: string;
  nonce: string;
  signature: string;
  timestamp: string;
  serial: string;
}

/** Parses `WECHATPAY2-SHA256-RSA2048 mchid="...",nonce_str="...",...` in any order; undefined if a part is missing. */
export function readAuthorization(header: string): Authorization | undefined {
  const [, list] = /^WECHATPAY2-SHA256-RSA2048\s+(.+)$/.exec(header) ?? [];
  const parts = new Map([...(list ?? "").matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  const mchid = parts.get("mchid");
  const nonce = parts.get("nonce_str");
  const signature = parts.get("signature");
  const timestamp = parts.get("timestamp");
  const serial = parts.get("serial_no");
  if (!mchid || !nonce || !signature || !timestamp || !serial) return undefined;
  return { mchid, nonce, signature, timestamp, serial };
}

/** Created once, instead of parsing PEM at each call. */
export const privateKeyOf = (pem: string): KeyObject => createPrivateKey(pem);
export const publicKeyOf = (pem: string): KeyObject => createPublicKey(pem);
