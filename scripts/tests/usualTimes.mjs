import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Milliseconds a test, as once measured: the order of the folders in a checkout that has run no test yet. */
const usual = 350;
/** @type {Record<string, number>} */
const usualOfFolder = {
  architecture: 1_500,
  browser: 5_000,
  client: 100,
  faults: 10_000,
  mail: 200,
  platform: 400,
  sandbox: 100,
  seed: 4_000,
  tracing: 1_000,
};

/**
 * @param {string} root
 * @param {string} file
 */
export function usualTime(root, file) {
  const tests = readFileSync(join(root, file), "utf8").match(/^\s*it\(/gm)?.length ?? 1;
  return tests * (usualOfFolder[file.split("/")[1] ?? ""] ?? usual);
}
