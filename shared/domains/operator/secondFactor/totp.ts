import { createHmac, timingSafeEqual } from "node:crypto";

/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, steps of 30 s, as authenticator apps use. */
const STEP_S = 30;

/** The step of a code: the current one, one before or one after; undefined if it matches none of them. */
export function totpStepOf(base32Secret: string, code: string, nowMs: number): number | undefined {
  const secret = fromBase32(base32Secret);
  const now = Math.floor(nowMs / 1_000 / STEP_S);
  return [now, now - 1, now + 1].find((step) => same(totpAt(secret, step), code));
}

/** The code of a step. */
export function totpAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest[digest.length - 1]! & 0x0f;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 (RFC 4648) without padding, as authenticator apps expect a secret. */
export function toBase32(bytes: Buffer): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text.toUpperCase().replace(/[=\s]/g, "")) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) throw new Error("not base32");
    value = (value << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
