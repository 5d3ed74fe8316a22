import { createHash, timingSafeEqual } from "node:crypto";

/** MD5 of a UTF-8 text as lower-case hex, where a provider's signatures require it. */
export const md5 = (text: string): string => createHash("md5").update(text, "utf8").digest("hex");

/** Whether two texts are equal, in a time that does not reveal where they differ. */
export function safeEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
