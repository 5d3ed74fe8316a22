import { DelayedError, Worker, type Job } from "bullmq";
import { clock } from "#shared/kernel/time/clock.js";
import { triesOf, type JobData } from "#shared/kernel/queue/jobs.js";
import { recordOutboxTry } from "#shared/kernel/outbox/ending.js";
import type { TryRecord } from "#shared/kernel/outbox/tryRecord.js";
import type { QueueWorker } from "./queueWorker.js";

/** Shorter postponements are over before anybody could look, and are not worth a write. */
const LEAST_RECORDED_MS = 1_000;

/** Puts the job back for `ms` without counting a try; a longer postponement is recorded on its row with the reason. */
export async function putBack(
  state: QueueWorker,
  job: Job<JobData>,
  token: string | undefined,
  ms: number,
  why?: TryRecord["postponed"],
): Promise<never> {
  if (why && ms >= LEAST_RECORDED_MS)
    recordOutboxTry(job.data, "retrying", {
      number: triesOf(job),
      startedAt: clock.now(),
      postponed: why,
      nextTryAt: clock.after(ms),
    });
  state.puttingBack++;
  try {
    await job.moveToDelayed(Date.now() + ms, token);
    state.openTakes.delete(job.id ?? "");
  } finally {
    state.puttingBack--;
  }
  throw new DelayedError();
}

/** Whether the job was put back, to be taken again. */
export const comesBack = (error: unknown): boolean =>
  error instanceof DelayedError || (error instanceof Error && error.message === Worker.RateLimitError().message);
