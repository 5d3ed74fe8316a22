import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { clock, minutes } from "../time/clock.js";
import { config } from "../config/config.js";
import { randomId } from "../mongo/ids.js";
import { defineModel } from "../mongo/mongo.js";

/**
 * Secrets in flight, which a job or a reply must carry but no queue may hold in clear text. AES-256-GCM under
 * SEAL_KEY, in MongoDB, at most ten minutes.
 */
interface SealedValue {
  _id: string;
  box: string;
  expiresAt: Date;
}
const SealedValueModel = defineModel<SealedValue>(
  "sealedValues",
  { _id: { type: String, required: true }, box: String, expiresAt: Date },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);

const MAX_TTL = minutes(10);
const master = Buffer.from(config.SEAL_KEY, "hex");
const derive = (purpose: string): Buffer => Buffer.from(hkdfSync("sha256", master, "", purpose, 32));
const sealKey = derive("sealed values");

/** Encrypts text with a fresh nonce: base64 of nonce, tag and ciphertext. */
export function encryptText(text: string, key: Buffer = sealKey): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
}

/** Undoes encryptText; throws when the text was changed or the key differs. */
export function decryptText(box: string, key: Buffer = sealKey): string {
  const bytes = Buffer.from(box, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

/** Seals a JSON value and returns its id; `ttlMs` is at most ten minutes. */
export async function sealValue(value: unknown, ttlMs: number): Promise<string> {
  const _id = randomId();
  const expiresAt = clock.after(Math.min(ttlMs, MAX_TTL));
  await SealedValueModel.create([{ _id, box: encryptText(JSON.stringify(value)), expiresAt }]);
  return _id;
}

/** The sealed value, or undefined when it expired or never existed. The caller parses it with a schema. */
export async function openSealed(id: string): Promise<unknown> {
  const row = await SealedValueModel.findById(id).lean();
  if (!row || row.expiresAt <= clock.now()) return undefined;
  return JSON.parse(decryptText(row.box)) as unknown;
}

/** A keyed hash for values that must be compared but not stored: SMS codes, refresh tokens. Hex. */
export function keyedHash(purpose: string, text: string): string {
  return createHmac("sha256", derive(purpose)).update(text).digest("hex");
}

const secretsKey = derive("secrets at rest");

/** A secret that is stored for long, such as a pay app's signing secret. */
export const encryptSecret = (text: string): string => encryptText(text, secretsKey);
export const decryptSecret = (box: string): string => decryptText(box, secretsKey);
