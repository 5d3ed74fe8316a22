import { realTimers, seconds, type Timers } from "#shared/kernel/time/clock.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import { runsGivenUp } from "#shared/kernel/observability/metrics.js";
import { isMongoAway } from "#shared/kernel/mongo/mongo.js";
import type { QueueWorker } from "./queueWorker.js";

/** So long a run that was told to end may take to do so. */
const GRACE_MS = seconds(5);

/** A run took longer than its job may. */
export class TimedOut extends Error {
  constructor({ name, maxRunMs }: Pick<JobDefinition, "name" | "maxRunMs">) {
    super(`${name} took more than the ${maxRunMs} ms that it may`);
    this.name = "TimedOut";
  }
}

/**
 * A run has `maxRunMs`: then `controller` aborts what it waits for outside. What does not heed that is given up after a
 * grace: its slot is free, its try has failed, and whatever it still does counts as a run beside the next one, which any
 * job bears. The watchdog has the process replaced when as many were given up as the queue has slots.
 */
export async function withinRunTime<T>(
  state: Pick<QueueWorker, "queue" | "givenUp">,
  job: JobDefinition,
  controller: AbortController,
  run: () => Promise<T>,
  timers: Timers = realTimers,
): Promise<T> {
  const late = timers.setTimeout(() => controller.abort(new TimedOut(job)), job.maxRunMs);
  const running = run();
  try {
    return await Promise.race([running, afterGrace(controller.signal, timers)]);
  } catch (error) {
    // A store that was away is the trouble, however long the run waited for it: it costs no try.
    if (!(error instanceof GivenUp))
      throw controller.signal.aborted && !isMongoAway(error) ? controller.signal.reason : error;
    abandonRun(state, job, running);
    throw controller.signal.reason;
  } finally {
    timers.clearTimeout(late);
  }
}

class GivenUp extends Error {}

const afterGrace = (signal: AbortSignal, timers: Timers): Promise<never> =>
  new Promise((_, fail) => {
    const told = (): unknown => timers.setTimeout(() => fail(new GivenUp()), GRACE_MS).unref();
    signal.addEventListener("abort", told, { once: true });
  });

function abandonRun(
  state: Pick<QueueWorker, "queue" | "givenUp">,
  job: JobDefinition,
  running: Promise<unknown>,
): void {
  state.givenUp++;
  runsGivenUp.inc({ queue: state.queue });
  log.error({ job: job.name, maxRunMs: job.maxRunMs, queue: state.queue }, "a run was given up and goes on");
  void running
    .catch(() => undefined)
    .finally(() => {
      state.givenUp--;
      log.warn({ job: job.name }, "a run that was given up has ended");
    });
}
