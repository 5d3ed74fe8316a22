import cron from "node-cron";
import { watchBacklog } from "#shared/platform/backlog.js";
import { keptWhenEnded, TICK_ID } from "#shared/platform/jobs.js";
import { log } from "#shared/platform/log.js";
import { collectProcessMetrics } from "#shared/platform/metrics.js";
import { connectMongo, disconnectMongo } from "#shared/platform/mongo.js";
import { startOpsServer } from "#shared/platform/opsServer.js";
import { startReporting } from "#shared/platform/processes.js";
import { closeQueues, queueNamed } from "#shared/platform/queues.js";
import { disconnectRedis, producerRedis } from "#shared/platform/redis.js";
import { noteTick, recordSchedules, type ScheduleFacts } from "#shared/platform/scheduleRows.js";
import { onShutdown } from "#shared/platform/shutdown.js";
import { schedules, type Schedule } from "./schedules.js";

collectProcessMetrics();
watchBacklog();
await connectMongo();
producerRedis();

/** The id is the tick, so that two crons enqueue one job. Redis away: the tick is missed, the next does its work. */
async function tick(schedule: Schedule, due: Date): Promise<void> {
  const { job, payload } = schedule;
  const jobId = `${TICK_ID}${job.name}-${Math.floor(due.getTime() / 1_000)}`;
  try {
    await queueNamed(job.queue).add(
      job.name,
      { payload, v: job.v, requestId: jobId, about: {} },
      { jobId, attempts: 1, ...keptWhenEnded },
    );
    log.debug({ job: job.name }, "tick");
    noteTick(factsOf(schedule), due);
  } catch (error) {
    log.warn({ job: job.name, err: error }, "tick missed");
  }
}

const tasks = schedules.map((schedule) =>
  cron.schedule(schedule.cron, ({ date }) => tick(schedule, date), {
    timezone: schedule.timeZone,
    name: schedule.job.name,
  }),
);

/** For operators (infra/job). */
function factsOf({ job, cron: expression, timeZone, payload }: Schedule): ScheduleFacts {
  const nextAt = tasks.find(({ name }) => name === job.name)?.getNextRun() ?? null;
  return { _id: job.name, queue: job.queue, v: job.v, payload, cron: expression, timeZone, nextAt };
}
recordSchedules(schedules.map(factsOf)).catch((error: unknown) => log.warn({ err: error }, "schedules not recorded"));
const stopReporting = await startReporting("cron", []);
const stopOps = await startOpsServer(() => true);
log.info({ schedules: tasks.length }, "cron runs");

onShutdown([
  ["ticks", async () => Promise.all(tasks.map((task) => task.stop()))],
  ["reporting", stopReporting],
  ["ops", stopOps],
  ["queues", closeQueues],
  ["redis", disconnectRedis],
  ["mongodb", disconnectMongo],
]);
