import { seconds } from "#shared/kernel/time/clock.js";
import { recordOutboxTry } from "#shared/kernel/outbox/ending.js";
import type { QueueWorker } from "./queueWorker.js";

const EVERY_MS = 500;
/** What takes less is over before anybody could look, and not worth a write. */
const LONG_MS = seconds(1);

/** Has the rows of what runs longer say so, and where; answers how to stop it. */
export function startNotingLongRuns(workers: readonly QueueWorker[]): () => void {
  const timer = setInterval(() => reportLongRuns(workers), EVERY_MS);
  return () => clearInterval(timer);
}

function reportLongRuns(workers: readonly QueueWorker[]): void {
  for (const { running } of workers)
    for (const one of running.values()) {
      if (one.isNoted || Date.now() - one.startedAt < LONG_MS) continue;
      one.isNoted = true;
      const { notes: _stillGrowing, ...story } = one.story;
      recordOutboxTry(one.data, "running", story);
    }
}
