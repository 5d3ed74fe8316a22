import { sign, verify } from "node:crypto";
import { privateKeyOf, publicKeyOf, signatureBytes } from "../rsaKey.js";
import type { AlipayMerchant } from "./merchant.js";

/**
 * RSA2 (SHA256withRSA, base64): requests are signed with the application's key, answers and notices with the provider's.
 */
export type Parameters = Readonly<Record<string, string>>;

/** What is signed: all that is not empty, by name, `k=v` joined by &. */
export function signedText(parameters: Parameters, without: readonly string[] = ["sign"]): string {
  return Object.keys(parameters)
    .filter((name) => !without.includes(name) && parameters[name] !== "")
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join("&");
}

export function signParameters({ privateKey }: Pick<AlipayMerchant, "privateKey">, parameters: Parameters): string {
  return sign("sha256", Buffer.from(signedText(parameters), "utf8"), privateKeyOf(privateKey)).toString("base64");
}

type Verifier = Pick<AlipayMerchant, "platformKey" | "older">;

/** Did the provider sign these bytes, with its key or with one that still counts? */
export function isSignedByPlatform(merchant: Verifier, bytes: Buffer, signature: string): boolean {
  const given = signatureBytes(signature);
  if (!given) return false;
  return [merchant, ...merchant.older].some(({ platformKey }) =>
    verify("sha256", bytes, publicKeyOf(platformKey), given),
  );
}

/** A notice is signed without its `sign` and its `sign_type`: the latter can be one thing only. */
export function isNoticeSigned(merchant: Verifier, parameters: Parameters): boolean {
  const { sign: signature, sign_type: type } = parameters;
  const bytes = Buffer.from(signedText(parameters, unsignedInNotices));
  return Boolean(signature) && type === "RSA2" && isSignedByPlatform(merchant, bytes, signature!);
}
const unsignedInNotices = ["sign", "sign_type"];
