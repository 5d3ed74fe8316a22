import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Milliseconds per test, as once measured: orders the folders in a checkout that has run no test yet. */
const usual = 350;
/** @type {Record<string, number>} */
const usualOfFolder = {
  architecture: 1_500,
  browser: 5_000,
  client: 100,
  faults: 10_000,
  mail: 200,
  kernel: 400,
  sandbox: 100,
  seed: 4_000,
  tracing: 1_000,
};

/**
 * Files far from the usual time of their folder: two lanes share these by time.
 * @type {Record<string, number>}
 */
const usualOfFile = {
  "test/faults/ledger/backlog.test.ts": 120_000,
  "test/faults/providers/chat.test.ts": 42_000,
  "test/faults/check/check.test.ts": 20_000,
  "test/faults/check/checkRefunds.test.ts": 3_000,
  "test/faults/check/checkRewards.test.ts": 9_000,
  "test/faults/crons.test.ts": 115_000,
  "test/faults/endings.test.ts": 74_000,
  "test/faults/providers/express.test.ts": 21_000,
  "test/faults/faults.test.ts": 62_000,
  "test/faults/halfOpen/halfOpen.test.ts": 140_000,
  "test/faults/providers/hangingChannel.test.ts": 35_000,
  "test/faults/likes.test.ts": 8_000,
  "test/faults/providers/mailDown.test.ts": 16_000,
  "test/faults/market.test.ts": 12_000,
  "test/faults/providers/outsideAway.test.ts": 12_000,
  "test/faults/poison/poison.test.ts": 130_000,
  "test/faults/qrTwoProcesses.test.ts": 23_000,
  "test/faults/queuesAfterOutage.test.ts": 16_000,
  "test/faults/rollback.test.ts": 90_000,
  "test/faults/shutdown/rolling.test.ts": 50_000,
  "test/faults/shutdown/shutdown.test.ts": 62_000,
  "test/faults/shutdown/signals.test.ts": 75_000,
  "test/faults/wallet.test.ts": 12_000,
  "test/faults/walletKills.test.ts": 24_000,
  "test/faults/workerStorm.test.ts": 90_000,
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
