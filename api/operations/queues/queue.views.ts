import type { z } from "zod";
import type { QueueDetail, QueueHistoryRow, QueueRow } from "#shared/domains/operations/queues/index.js";
import { queueGroups, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { epochMs } from "#api/http/fields.js";
import type { QueueDetailView, QueueHistory, QueueView } from "./queue.schemas.js";

export const groupOf = (name: QueueName): string =>
  Object.entries(queueGroups).find(([, queues]) => (queues as readonly string[]).includes(name))?.[0] ?? "";
const toHundredths = (value: number): number => Math.round(value * 100) / 100;

export const queueView = (row: QueueRow): z.input<typeof QueueView> => ({
  name: row.name,
  group: groupOf(row.name),
  waiting: row.waiting,
  active: row.active,
  delayed: row.delayed,
  failed: row.failed,
  completed: row.completed,
  paused: row.paused,
  oldestWaitMs: row.oldestWaitingMs,
  ratePerMinute: toHundredths(row.donePerMinute),
  failedPerMinute: toHundredths(row.failedPerMinute),
  lagMs: row.lagMs,
  workers: row.workers,
  concurrency: row.concurrency,
  deadLetters: row.deadLetters,
  workerList: row.processes.map((worker) => ({
    id: worker._id,
    host: worker.host,
    pid: worker.pid,
    queues: worker.queues,
    startTime: worker.startedAt.getTime(),
    reportTime: worker.reportedAt.getTime(),
    lastTakeTime: epochMs(worker.lastTakeAt),
    concurrency: worker.concurrency,
    running: worker.running,
    loopDelayMs: worker.loopDelayMs,
    troubles: worker.troubles,
    alive: worker.live,
    silent: worker.silent,
  })),
});

export const queueDetailView = (queue: QueueDetail): z.input<typeof QueueDetailView> => ({
  ...queueView(queue),
  failures: queue.failures.map(({ job, reason, code, retried, dead }) => ({ job, reason, code, retried, dead })),
  curves: curvesView(queue.curves),
  runningJobs: queue.runningJobs.map((one) => ({
    jobId: one.jobId,
    id: one.id,
    job: one.job,
    startTime: one.since,
    tries: one.tries,
    about: one.about,
    numbers: one.numbers,
    worker: workerOf(queue, one.processId),
  })),
  kinds: queue.kinds.map(kindView),
  drain: drainView(queue.drain),
});

const curvesView = ({ range, from, until, pointMs, points }: QueueDetail["curves"]): DetailView["curves"] => ({
  range,
  fromTime: from,
  untilTime: until,
  pointMs,
  points: points.map(({ at, oldestMaxMs, dead, ...point }) => ({
    time: at,
    depthMax: point.depthMax,
    oldestWaitMaxMs: oldestMaxMs,
    done: point.done,
    failed: dead,
    retried: point.retried,
    runP50Ms: point.runP50Ms,
    runP99Ms: point.runP99Ms,
    waitP50Ms: point.waitP50Ms,
    waitP99Ms: point.waitP99Ms,
  })),
});

const kindView = (kind: QueueDetail["kinds"][number]): DetailView["kinds"][number] => ({
  job: kind.job,
  ratePerMinute: toHundredths(kind.donePerMinute),
  failed: kind.dead,
  retried: kind.retried,
  runP50Ms: kind.runP50Ms,
  runP99Ms: kind.runP99Ms,
  canBeHeld: kind.canBeHeld,
  hold: kind.hold && {
    operatorName: kind.hold.by,
    reason: kind.hold.reason,
    time: kind.hold.at.getTime(),
    jobs: kind.hold.jobs,
  },
  limit: kind.limit && {
    perMinute: kind.limit.perMinute,
    operatorName: kind.limit.by,
    reason: kind.limit.reason,
    time: kind.limit.at.getTime(),
    jobs: kind.limit.jobs,
    throughTime: epochMs(kind.limit.through),
  },
});

function workerOf({ processes }: QueueRow, processId: string | null) {
  const found = processes.find(({ _id }) => _id === processId);
  return found ? { host: found.host, pid: found.pid, alive: found.live } : null;
}

const drainView = (drain: QueueDetail["drain"]): DetailView["drain"] => ({
  state: drain.state,
  time: drain.at,
  earliestTime: drain.earliest,
  latestTime: drain.latest,
  arrivalsPerMinute: drain.arrivedPerMinute === null ? null : toHundredths(drain.arrivedPerMinute),
  endsPerMinute: drain.endedPerMinute === null ? null : toHundredths(drain.endedPerMinute),
  minutes: drain.minutes,
});
type DetailView = z.input<typeof QueueDetailView>;

export const queueHistoryView = (rows: QueueHistoryRow[]): z.input<typeof QueueHistory> =>
  rows.map((row) => ({
    time: row.at.getTime(),
    depthMax: row.depthMax,
    oldestWaitMaxMs: row.oldestMaxMs,
    done: row.done,
    failed: row.dead,
    retried: row.retried,
    runP50Ms: row.runP50Ms,
    runP95Ms: row.runP95Ms,
    waitP50Ms: row.waitP50Ms,
    waitP95Ms: row.waitP95Ms,
  }));
