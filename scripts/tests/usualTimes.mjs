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
  "test/faults/check/check.test.ts": 4_000,
  "test/faults/check/checkPieces.test.ts": 1_000,
  "test/faults/check/checkRefunds.test.ts": 1_000,
  "test/faults/check/checkRewards.test.ts": 3_000,
  "test/faults/crons.test.ts": 90_000,
  "test/faults/endings.test.ts": 19_000,
  "test/faults/faults.test.ts": 39_000,
  "test/faults/flowOutage.test.ts": 36_000,
  "test/faults/halfOpen/deadRoutes.test.ts": 20_000,
  "test/faults/halfOpen/halfOpen.test.ts": 142_000,
  "test/faults/halfOpen/handshake.test.ts": 4_000,
  "test/faults/ledger/backlog.test.ts": 100_000,
  "test/faults/market.test.ts": 16_000,
  "test/faults/mongo/examine.test.ts": 14_000,
  "test/faults/mongo/stepDown.test.ts": 64_000,
  "test/faults/poison/poison.test.ts": 207_000,
  "test/faults/providers/express.test.ts": 17_000,
  "test/faults/providers/hangingChannel.test.ts": 34_000,
  "test/faults/providers/mailDown.test.ts": 16_000,
  "test/faults/providers/outsideAway.test.ts": 18_000,
  "test/faults/qrTwoProcesses.test.ts": 24_000,
  "test/faults/queuesAfterOutage.test.ts": 21_000,
  "test/faults/redis/examine.test.ts": 10_000,
  "test/faults/redis/failOver.test.ts": 238_000,
  "test/faults/redis/tls.test.ts": 1_000,
  "test/faults/redisFull.test.ts": 2_000,
  "test/faults/restarts.test.ts": 173_000,
  "test/faults/restore.test.ts": 42_000,
  "test/faults/rollback.test.ts": 108_000,
  "test/faults/shutdown/drain.test.ts": 44_000,
  "test/faults/shutdown/killedReplay.test.ts": 46_000,
  "test/faults/shutdown/rolling.test.ts": 69_000,
  "test/faults/shutdown/shutdown.test.ts": 73_000,
  "test/faults/shutdown/signals.test.ts": 40_000,
  "test/faults/shutdown/steeredKinds.test.ts": 59_000,
  "test/faults/storesRefuse.test.ts": 34_000,
  "test/faults/wallet.test.ts": 8_000,
  "test/faults/workerStorm.test.ts": 50_000,
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
