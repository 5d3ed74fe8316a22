/** Tencent Cloud API 3.0 request signatures, TC3-HMAC-SHA256, checked as the provider does. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { headerOf, type ProviderCall } from "../provider.js";

export class SmsRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const MAX_SKEW_S = 300;
const AUTHORIZATION =
  /^TC3-HMAC-SHA256 Credential=([^/\s]+)\/([^/\s]+)\/([^/\s]+)\/tc3_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

const sha256Hex = (content: Buffer | string): string => createHash("sha256").update(content).digest("hex");
const hmac = (key: Buffer | string, content: string): Buffer => createHmac("sha256", key).update(content).digest();

/**
 * The signature of a request.
 * @param request.headers [lower-case name, value] in the order in which they were signed; values are lower-cased and trimmed here
 * @param request.timestamp epoch seconds; its UTC date is the credential's
 * @returns 64 hex digits
 */
export function tc3Signature(
  secretKey: string,
  request: {
    method: string;
    query: string;
    headers: readonly (readonly [string, string])[];
    payload: Buffer;
    timestamp: number;
    service: string;
  },
): string {
  const date = new Date(request.timestamp * 1_000).toISOString().slice(0, 10);
  // API 3.0 has one resource: the canonical URI is "/" whatever precedes it on the wire.
  const canonical = [
    request.method,
    "/",
    request.query,
    request.headers.map(([name, value]) => `${name}:${value.trim().toLowerCase()}\n`).join(""),
    request.headers.map(([name]) => name).join(";"),
    sha256Hex(request.payload),
  ].join("\n");
  const scope = `${date}/${request.service}/tc3_request`;
  const toSign = ["TC3-HMAC-SHA256", request.timestamp, scope, sha256Hex(canonical)].join("\n");
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), request.service), "tc3_request");
  return hmac(key, toSign).toString("hex");
}

/** Checks that the account's key signed the call; else throws the provider's refusal. */
export function checkTc3(call: ProviderCall, account: { secretId: string; secretKey: string; service: string }): void {
  const parts = AUTHORIZATION.exec(headerOf(call, "authorization") ?? "");
  if (!parts) {
    throw new SmsRefusal("AuthFailure.InvalidAuthorization", "The Authorization header is not in the TC3 form.");
  }
  const [, secretId = "", date = "", service = "", signedHeaders = "", signature = ""] = parts;
  const timestamp = Number(headerOf(call, "x-tc-timestamp"));
  if (!Number.isSafeInteger(timestamp) || timestamp <= 0) {
    throw new SmsRefusal("MissingParameter", "The request is missing a required parameter `X-TC-Timestamp`.");
  }
  if (Math.abs(call.at / 1_000 - timestamp) > MAX_SKEW_S) {
    throw new SmsRefusal("AuthFailure.SignatureExpire", "The timestamp is more than five minutes off the server time.");
  }
  if (secretId !== account.secretId) {
    throw new SmsRefusal(
      "AuthFailure.SecretIdNotFound",
      "The SecretId is not found, please ensure that it is correct.",
    );
  }
  const names = signedHeaders.split(";");
  const expected = tc3Signature(account.secretKey, {
    method: call.method,
    query: call.path.split("?")[1] ?? "",
    headers: names.map((name) => [name, headerOf(call, name) ?? ""] as const),
    payload: call.body,
    timestamp,
    service: account.service,
  });
  const covers = names.includes("content-type") && names.includes("host");
  const scope = date === new Date(timestamp * 1_000).toISOString().slice(0, 10) && service === account.service;
  if (!covers || !scope || !timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) {
    throw new SmsRefusal(
      "AuthFailure.SignatureFailure",
      "The provided credentials could not be validated. Please check your signature is correct.",
    );
  }
}
