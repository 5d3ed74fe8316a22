import { realTimers, seconds, type Timers } from "#shared/kernel/time/clock.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import { runsAbandoned } from "#shared/kernel/observability/metrics.js";
import { isMongoAway } from "#shared/kernel/mongo/mongo.js";
import type { QueueWorker } from "./queueWorker.js";

/** How long an aborted run may take to end. */
const GRACE_MS = seconds(5);

/** A run took longer than its job may. */
export class TimedOut extends Error {
  constructor({ name, maxRunMs }: Pick<JobDefinition, "name" | "maxRunMs">) {
    super(`${name} took more than the ${maxRunMs} ms that it may`);
    this.name = "TimedOut";
  }
}

/**
 * After `maxRunMs` `controller` aborts the run's outside calls. A run that goes on is abandoned after a grace period: its
 * slot is free, its try has failed, and whatever it still does counts as a run in parallel with the next one, which every
 * job tolerates. The watchdog has the process replaced when as many runs were abandoned as the queue has slots.
 */
export async function withinRunTime<T>(
  state: Pick<QueueWorker, "queue" | "abandoned">,
  job: JobDefinition,
  controller: AbortController,
  run: () => Promise<T>,
  timers: Timers = realTimers,
): Promise<T> {
  const timeout = timers.setTimeout(() => controller.abort(new TimedOut(job)), job.maxRunMs);
  const running = run();
  try {
    return await Promise.race([running, afterGrace(controller.signal, timers)]);
  } catch (error) {
    // A store that was away is at fault, however long the run waited for it, and that costs no try.
    if (!(error instanceof GraceOver))
      throw controller.signal.aborted && !isMongoAway(error) ? controller.signal.reason : error;
    abandonRun(state, job, running);
    throw controller.signal.reason;
  } finally {
    timers.clearTimeout(timeout);
  }
}

class GraceOver extends Error {}

const afterGrace = (signal: AbortSignal, timers: Timers): Promise<never> =>
  new Promise((_, fail) => {
    const startGrace = (): unknown => timers.setTimeout(() => fail(new GraceOver()), GRACE_MS).unref();
    signal.addEventListener("abort", startGrace, { once: true });
  });

function abandonRun(
  state: Pick<QueueWorker, "queue" | "abandoned">,
  job: JobDefinition,
  running: Promise<unknown>,
): void {
  state.abandoned++;
  runsAbandoned.inc({ queue: state.queue });
  log.error({ job: job.name, maxRunMs: job.maxRunMs, queue: state.queue }, "a run was abandoned and goes on");
  void running
    .catch(() => undefined)
    .finally(() => {
      state.abandoned--;
      log.warn({ job: job.name }, "an abandoned run has ended");
    });
}
