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
 * Of files that are far from what is usual in their folder: two lanes share these by time.
 * @type {Record<string, number>}
 */
const usualOfFile = {
  "test/faults/check.test.ts": 8_000,
  "test/faults/checkRewards.test.ts": 3_000,
  "test/faults/checkRefunds.test.ts": 3_000,
  "test/faults/backlog.test.ts": 60_000,
  "test/faults/chat.test.ts": 35_000,
  "test/faults/express.test.ts": 65_000,
  "test/faults/faults.test.ts": 95_000,
  "test/faults/halfOpen.test.ts": 55_000,
  "test/faults/poison.test.ts": 93_000,
  "test/faults/qrTwoProcesses.test.ts": 30_000,
  "test/faults/shutdown.test.ts": 50_000,
  "test/faults/wallet.test.ts": 30_000,
  "test/faults/walletKills.test.ts": 50_000,
};

/**
 * @param {string} root
 * @param {string} file
 */
export function usualTime(root, file) {
  const known = usualOfFile[file];
  if (known) return known;
  const tests = readFileSync(join(root, file), "utf8").match(/^\s*it\(/gm)?.length ?? 1;
  return tests * (usualOfFolder[file.split("/")[1] ?? ""] ?? usual);
}
