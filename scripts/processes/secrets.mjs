import { randomBytes, randomInt } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Without 0 O 1 l I: people read it from a screen and type it. */
const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const hex = (/** @type {number} */ bytes) => randomBytes(bytes).toString("hex");

/** New keys, unique to this installation. */
export const makeSecrets = () => ({
  JWT_KEYS: `k1:${hex(32)}`,
  SEAL_KEY: hex(32),
  OPERATOR_USERNAME: "operator",
  OPERATOR_PASSWORD: Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join(""),
  METRICS_TOKEN: hex(16),
  S3_ACCESS_KEY: hex(10),
  S3_SECRET_KEY: hex(20),
});

/**
 * The keys of this data folder, created at its first start. They never change: the data is sealed and signed with them.
 * @param {string} dataDir
 * @returns {Record<string, string>}
 */
export function loadSecrets(dataDir) {
  const file = join(dataDir, "secrets.json");
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const secrets = { ...makeSecrets(), ...stored };
  if (Object.keys(secrets).some((name) => stored[name] === undefined)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  chmodSync(file, 0o600); // mode above counts only for a new file
  return secrets;
}
