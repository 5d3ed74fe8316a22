import { createHmac } from "node:crypto";
import { deflateSync } from "node:zlib";

interface Signer {
  sdkAppId: string;
  secretKey: string;
}

/**
 * A UserSig of version 2: who signs in to the chat, and until when, under our key. Times in epoch seconds; zlib-deflated
 * JSON in base64, with the three characters that a URL would escape put otherwise.
 */
export function userSig({ sdkAppId, secretKey }: Signer, account: string, time: number, expire: number): string {
  const signed = `TLS.identifier:${account}\nTLS.sdkappid:${sdkAppId}\nTLS.time:${time}\nTLS.expire:${expire}\n`;
  const text = JSON.stringify({
    "TLS.ver": "2.0",
    "TLS.identifier": account,
    "TLS.sdkappid": Number(sdkAppId),
    "TLS.time": time,
    "TLS.expire": expire,
    "TLS.sig": createHmac("sha256", secretKey).update(signed).digest("base64"),
  });
  return deflateSync(text).toString("base64").replaceAll("+", "*").replaceAll("/", "-").replaceAll("=", "_");
}
