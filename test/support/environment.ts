/**
 * Loaded before every test file: a sandbox of its own and the environment that the service reads once at its import.
 * The backing services come from scripts/test.mjs (or from whoever set MONGODB_URI, REDIS_URL and S3_ENDPOINT).
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSandbox } from "#scripts/sandbox/app.js";
import { takeKeys } from "./sandboxKeys.js";

const dataDir = mkdtempSync(join(tmpdir(), "shop-test-"));
const keys = await takeKeys(dataDir, process.env["DATA_DIR"]);
export const sandbox = await (await makeSandbox({ dataDir, keys })).listen(0);

/** One database and one queue prefix a run, so that runs beside each other do not meet. */
const run = `${process.pid}-${randomBytes(3).toString("hex")}`;
const mongodb = new URL(process.env["MONGODB_URI"] ?? "mongodb://127.0.0.1:27017/?directConnection=true");
mongodb.pathname = `/shop-test-${run}`;

Object.assign(process.env, {
  NODE_ENV: "test",
  LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent",
  MONGODB_URI: mongodb.href,
  BULL_PREFIX: `test-${run}`,
  DATA_DIR: dataDir,
  S3_BUCKET: process.env["S3_BUCKET"] ?? "media",
  JWT_KEYS: `t1:${randomBytes(32).toString("hex")}`,
  SEAL_KEY: randomBytes(32).toString("hex"),
  OPERATOR_PASSWORD: "operator-test-1",
  PUBLIC_URL: "http://127.0.0.1:8080",
  NOTIFY_ALLOW_HOSTS: "127.0.0.1",
  // So that a test may call from any address; without the header it is loopback's, which is exempt.
  TRUSTED_PROXIES: "127.0.0.1/32",
  ...sandbox.env,
});
