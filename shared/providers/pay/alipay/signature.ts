import { sign, verify } from "node:crypto";
import { privateKeyOf, publicKeyOf, signatureBytes } from "../rsaKey.js";
import type { AlipayMerchant } from "./merchant.js";

/**
 * RSA2 (SHA256withRSA, base64): requests are signed with the application's key, replies and callbacks with the provider's.
 */
export type Parameters = Readonly<Record<string, string>>;

/** The text to be signed: all parameters that are not empty, sorted by name, `k=v` joined by &. */
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

/** Whether the provider signed these bytes, with its current key or a replaced one. */
export function isSignedByProvider(merchant: Verifier, bytes: Buffer, signature: string): boolean {
  const given = signatureBytes(signature);
  if (!given) return false;
  return [merchant, ...merchant.older].some(({ platformKey }) =>
    verify("sha256", bytes, publicKeyOf(platformKey), given),
  );
}

/** A callback's signature leaves out `sign` and `sign_type`, so only RSA2 is accepted as the latter. */
export function isNoticeSigned(merchant: Verifier, parameters: Parameters): boolean {
  const { sign: signature, sign_type: type } = parameters;
  const bytes = Buffer.from(signedText(parameters, unsignedNames));
  return Boolean(signature) && type === "RSA2" && isSignedByProvider(merchant, bytes, signature!);
}
const unsignedNames = ["sign", "sign_type"];
