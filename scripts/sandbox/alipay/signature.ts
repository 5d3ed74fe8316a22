/** RSA2 signatures of the Alipay gateway: requests, responses and notifications. */
import { sign, verify, type KeyObject } from "node:crypto";

/** Names and values after form decoding: signatures are over the plain values. */
export type Parameters = Readonly<Record<string, string>>;

/**
 * The text that is signed: name=value by name, joined by &, without empty values.
 * @param leftOut `sign` for a request; `sign_type` too for what the provider sends
 */
export function signContent(parameters: Parameters, leftOut: readonly string[]): string {
  return Object.entries(parameters)
    .filter(([name, value]) => value !== "" && !leftOut.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** SHA256withRSA (PKCS #1 v1.5), base64. */
export function signText(text: string, privateKey: KeyObject): string {
  return sign("sha256", Buffer.from(text), privateKey).toString("base64");
}

export function isTextSignedBy(text: string, signature: string, publicKey: KeyObject): boolean {
  return verify("sha256", Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
}

/**
 * Signs what the provider sends on its own: a notification, or the parameters of the return address.
 * @param forged signs other text, so that the signature is well-formed and wrong
 */
export function signedParameters(parameters: Parameters, privateKey: KeyObject, forged = false): Parameters {
  const text = signContent(parameters, ["sign", "sign_type"]);
  return { ...parameters, sign: signText(forged ? `${text} ` : text, privateKey), sign_type: "RSA2" };
}
