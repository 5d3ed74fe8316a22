import type { z } from "zod";
import { tencentVod } from "#shared/providers/vod/client.js";
import { VodBusy, type VideoClient } from "#shared/providers/vod/port.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";

export const provider: VideoClient = tencentVod;

/** Until when this process calls the provider no more (real time): it has said that there were too many calls. */
let quietUntil = 0;

/**
 * Does what needs the provider. While it wants no calls, none is made: the same job comes back once it takes them again,
 * without having lost a try.
 */
export async function whenProviderTakesCalls<P extends z.ZodType>(
  job: JobDefinition<P>,
  payload: z.input<P>,
  work: () => Promise<void>,
): Promise<void> {
  const leftMs = quietUntil - Date.now();
  if (leftMs > 0) return comeBack(job, payload, leftMs);
  try {
    await work();
  } catch (error) {
    if (!(error instanceof VodBusy)) throw error;
    quietUntil = Math.max(quietUntil, Date.now() + error.waitMs);
    log.warn({ waitMs: error.waitMs, job: job.name }, "the video platform has too many calls");
    await comeBack(job, payload, error.waitMs);
  }
}

/** The open row of this very job moves on; the run that is under way ends without ending it. */
export async function comeBack<P extends z.ZodType>(
  job: JobDefinition<P>,
  payload: z.input<P>,
  delayMs: number,
): Promise<void> {
  await enqueue(job, payload, { delayMs, replace: true });
}
