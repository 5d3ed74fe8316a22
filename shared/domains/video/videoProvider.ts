import type { z } from "zod";
import { tencentVod } from "#shared/providers/vod/client.js";
import { VodBusy, type VideoClient } from "#shared/providers/vod/port.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";

export const provider: VideoClient = tencentVod;

/** Until when this process makes no calls to the provider (real time), after it reported too many. */
let quietUntil = 0;

/**
 * Runs work that calls the provider. While the provider accepts no calls, none is made: the job is delayed until it
 * does, without losing a try.
 */
export async function whenProviderTakesCalls<P extends z.ZodType>(
  job: JobDefinition<P>,
  payload: z.input<P>,
  work: () => Promise<void>,
): Promise<void> {
  const leftMs = quietUntil - Date.now();
  if (leftMs > 0) return runLater(job, payload, leftMs);
  try {
    await work();
  } catch (error) {
    if (!(error instanceof VodBusy)) throw error;
    quietUntil = Math.max(quietUntil, Date.now() + error.waitMs);
    log.warn({ waitMs: error.waitMs, job: job.name }, "too many calls to the video provider");
    await runLater(job, payload, error.waitMs);
  }
}

/** Delays the open row of this very job; the end of the current run does not end it. */
export async function runLater<P extends z.ZodType>(
  job: JobDefinition<P>,
  payload: z.input<P>,
  delayMs: number,
): Promise<void> {
  await enqueue(job, payload, { delayMs, replace: true });
}
