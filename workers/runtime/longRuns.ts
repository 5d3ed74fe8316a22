import { seconds } from "#shared/kernel/time/clock.js";
import { recordOutboxTry } from "#shared/kernel/outbox/ending.js";
import type { QueueWorker } from "./queueWorker.js";

const EVERY_MS = 500;
/** Shorter runs end before anybody could look, and are not worth a write. */
const LONG_MS = seconds(1);

/** Records on the rows of long runs that they run, and where, until the returned function is called. */
export function startReportingLongRuns(workers: readonly QueueWorker[]): () => void {
  const timer = setInterval(() => reportLongRuns(workers), EVERY_MS);
  return () => clearInterval(timer);
}

function reportLongRuns(workers: readonly QueueWorker[]): void {
  for (const { running } of workers)
    for (const one of running.values()) {
      if (one.isReported || Date.now() - one.startedAt < LONG_MS) continue;
      one.isReported = true;
      const { notes: _stillGrowing, ...tryRecord } = one.tryRecord;
      recordOutboxTry(one.data, "running", tryRecord);
    }
}
