import cron from "node-cron";
import { watchBacklog } from "#shared/platform/backlog.js";
import { log } from "#shared/platform/log.js";
import { guardLoop } from "#shared/platform/loopGuard.js";
import { collectProcessMetrics } from "#shared/platform/metrics.js";
import { connectMongo, disconnectMongo } from "#shared/platform/mongo.js";
import { startOpsServer } from "#shared/platform/opsServer.js";
import { startReporting } from "#shared/platform/processes.js";
import { closeQueues } from "#shared/platform/queues.js";
import { disconnectRedis, producerRedis, redisReady } from "#shared/platform/redis.js";
import { noteTick, recordSchedules, type ScheduleFacts } from "#shared/platform/scheduleRows.js";
import { onShutdown } from "#shared/platform/shutdown.js";
import { areTicksTaken, startCatchingUp, tick } from "./runtime/ticks.js";
import { schedules, type Schedule } from "./schedules.js";

collectProcessMetrics();
const stopGuard = guardLoop();
watchBacklog();
await connectMongo();
await redisReady(producerRedis());

/** Redis away: it is tried again until it is taken. */
async function run(schedule: Schedule, due: Date): Promise<void> {
  if (await tick(schedule, due)) noteTick(factsOf(schedule), due);
}

const tasks = schedules.map((schedule) =>
  cron.schedule(schedule.cron, ({ date }) => run(schedule, date), {
    timezone: schedule.timeZone,
    name: schedule.job.name,
  }),
);
// A process that was held up for too long leaves a tick out; it is made good as any other that was missed.
for (const [index, task] of tasks.entries())
  task.on("execution:missed", ({ date }) => void run(schedules[index]!, date));
const stopCatchingUp = startCatchingUp((schedule, due) => noteTick(factsOf(schedule), due));

/** For operators (infra/job). */
function factsOf({ job, cron: expression, timeZone, payload }: Schedule): ScheduleFacts {
  const nextAt = tasks.find(({ name }) => name === job.name)?.getNextRun() ?? null;
  return { _id: job.name, queue: job.queue, v: job.v, payload, cron: expression, timeZone, nextAt };
}
recordSchedules(schedules.map(factsOf)).catch((error: unknown) => log.warn({ err: error }, "schedules not recorded"));
const stopReporting = await startReporting("cron", []);
const stopOps = await startOpsServer(areTicksTaken);
log.info({ schedules: tasks.length }, "cron runs");

onShutdown([
  ["ticks", async () => (stopCatchingUp(), Promise.all(tasks.map((task) => task.stop())))],
  ["reporting", stopReporting],
  ["ops", stopOps],
  ["guard", stopGuard],
  ["queues", closeQueues],
  ["redis", disconnectRedis],
  ["mongodb", disconnectMongo],
]);
