import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { config } from "#shared/platform/config.js";

/**
 * RSA2 (SHA256withRSA, base64): requests are signed with the application's key, answers and notices with the platform's.
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

export function signParameters(parameters: Parameters): string {
  return sign("sha256", Buffer.from(signedText(parameters), "utf8"), applicationKey()).toString("base64");
}

/** Did the platform sign these bytes? */
export function isSignedByPlatform(bytes: Buffer, signature: string): boolean {
  return verify("sha256", bytes, platformKey(), Buffer.from(signature, "base64"));
}

/** A notice is signed without its `sign` and its `sign_type`. */
export function isNoticeSigned(parameters: Parameters): boolean {
  const { sign: signature } = parameters;
  return Boolean(signature) && isSignedByPlatform(Buffer.from(signedText(parameters, unsignedInNotices)), signature!);
}
const unsignedInNotices = ["sign", "sign_type"];

interface Kept {
  pem: string;
  key: KeyObject;
}
let ours: Kept | undefined;
let theirs: Kept | undefined;

function applicationKey(): KeyObject {
  const pem = config.ALIPAY_PRIVATE_KEY;
  if (ours?.pem !== pem) ours = { pem, key: createPrivateKey(pem) };
  return ours.key;
}

function platformKey(): KeyObject {
  const pem = config.ALIPAY_PUBLIC_KEY;
  if (theirs?.pem !== pem) theirs = { pem, key: createPublicKey(pem) };
  return theirs.key;
}
