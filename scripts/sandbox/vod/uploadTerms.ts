/** Checks the signature of a client's own upload as the provider does. */
import { createHmac, timingSafeEqual } from "node:crypto";

const DAY_S = 86_400;
const SHA1_BYTES = 20;

/** The terms of a valid signature; null for any other. */
export function uploadTerms(
  signature: string,
  account: { secretId: string; secretKey: string },
  nowSeconds: number,
): URLSearchParams | null {
  const bytes = Buffer.from(signature, "base64");
  if (bytes.length <= SHA1_BYTES) return null;
  const signed = bytes.subarray(SHA1_BYTES);
  const right = createHmac("sha1", account.secretKey).update(signed).digest();
  const terms = new URLSearchParams(signed.toString("utf8"));
  const [from, until] = [Number(terms.get("currentTimeStamp")), Number(terms.get("expireTime"))];
  const inTime =
    from > 0 && until > from && until - from <= DAY_S && until > nowSeconds && terms.get("random") !== null;
  if (!inTime || terms.get("secretId") !== account.secretId) return null;
  return timingSafeEqual(right, bytes.subarray(0, SHA1_BYTES)) ? terms : null;
}
