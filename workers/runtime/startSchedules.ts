import cron from "node-cron";
import { isOffered } from "#shared/kernel/config/providers.js";
import { log } from "#shared/kernel/observability/log.js";
import { storeAheadMs } from "#shared/kernel/mongo/storeTime.js";
import { recordTick, recordSchedules, type ScheduleFacts } from "#shared/kernel/queue/scheduleRows.js";
import type { Schedule } from "#workers/schedules.js";
import { startCatchingUp, tick } from "./ticks.js";

/**
 * Enqueues the ticks of these schedules when they are due, and records them, until the returned function is called. Those
 * whose providers are off do not tick.
 */
export function startSchedules(all: readonly Schedule[]): () => Promise<void> {
  const schedules = all.filter(({ needs }) => isOffered(needs));
  /** While Redis is away startCatchingUp repeats it. */
  const run = async (schedule: Schedule, due: Date): Promise<void> => {
    if (await tick(schedule, due)) recordTick(factsOf(schedule), due);
  };
  const tasks = schedules.map((schedule) =>
    cron.schedule(schedule.cron, ({ date }) => run(schedule, date), {
      timezone: schedule.timeZone,
      name: schedule.job.name,
    }),
  );
  // A process that was blocked for too long skips a tick, which is then enqueued like any other missed one.
  for (const [index, task] of tasks.entries())
    task.on("execution:missed", ({ date }) => void run(schedules[index]!, date));
  const stopCatchingUp = startCatchingUp((schedule, due) => recordTick(factsOf(schedule), due));

  /** The schedule's row, for operators (infra/job). */
  function factsOf({ job, cron: expression, timeZone, payload }: Schedule): ScheduleFacts {
    const next = tasks.find(({ name }) => name === job.name)?.getNextRun() ?? null;
    // By MongoDB's clock, like the check whether it is late.
    const nextAt = next && new Date(next.getTime() + storeAheadMs());
    return { _id: job.name, queue: job.queue, v: job.v, payload, cron: expression, timeZone, nextAt };
  }
  const off = all.filter((one) => !schedules.includes(one)).map(({ job }) => job.name);
  recordSchedules(schedules.map(factsOf), off).catch((error: unknown) =>
    log.warn({ err: error }, "schedules not recorded"),
  );
  return async () => {
    stopCatchingUp();
    await Promise.all(tasks.map((task) => task.stop()));
  };
}
