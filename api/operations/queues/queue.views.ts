import type { z } from "zod";
import type { QueueDetail, QueueHistoryRow, QueueRow } from "#shared/domains/operations/queues/index.js";
import { queueGroups, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { epochMs } from "#api/http/fields.js";
import type { QueueDetailView, QueueHistory, QueueView } from "./queue.schemas.js";

const groupOf = (name: QueueName): string =>
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

export const queueDetailView = ({ failures, ...row }: QueueDetail): z.input<typeof QueueDetailView> => ({
  ...queueView(row),
  failures: failures.map(({ job, reason, code, retried, dead }) => ({ job, reason, code, retried, dead })),
});

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
