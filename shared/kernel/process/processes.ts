import { hostname } from "node:os";
import { processId } from "../mongo/leases.js";
import { log } from "../observability/log.js";
import { defineModel, mongoAnswers } from "../mongo/mongo.js";
import { queueNames, type QueueName } from "../queue/queueNames.js";
import { redisAnswers } from "../redis/redis.js";
import { storeAheadMs } from "../mongo/storeTime.js";

/**
 * What each running process says of itself every few seconds; readiness and operators read it. Real time, by MongoDB's
 * clock: a host whose own is slow is not silent.
 */
interface ProcessReport {
  _id: string;
  kind: "api" | "worker" | "cron";
  host: string;
  pid: number;
  queues: QueueName[];
  /** Of a worker: how it takes each of them. */
  work: QueueWork[];
  /** What the last canary of a queue that this process took had waited. */
  lags: { queue: QueueName; ms: number; at: Date }[];
  /** The longest that its event loop stood still in the last half minute. */
  loopDelayMs?: number;
  /** What ails it, in words. */
  troubles?: string[];
  startedAt: Date;
  reportedAt: Date;
}
/** How a worker process takes one of its queues. */
export interface QueueWork {
  queue: QueueName;
  concurrency: number;
  running: number;
  /** When it took a job last, or was last seen to have none to take. */
  lastTakeAt: Date;
}
const ProcessModel = defineModel<ProcessReport>(
  "processes",
  {
    _id: { type: String, required: true },
    kind: String,
    host: String,
    pid: Number,
    queues: [String],
    work: [{ _id: false, queue: String, concurrency: Number, running: Number, lastTakeAt: Date }],
    lags: [{ _id: false, queue: String, ms: Number, at: Date }],
    loopDelayMs: Number,
    troubles: [String],
    startedAt: Date,
    reportedAt: Date,
  },
  { indexes: [[{ reportedAt: 1 }, { expireAfterSeconds: 3_600 }]] },
);

const EVERY_MS = 3_000;
const LIVE_MS = 15_000;
/** So long a process that went without a word is shown. */
const MISSED_MS = 600_000;

const sharedMs = (): number => Date.now() + storeAheadMs();

const lags = new Map<QueueName, { ms: number; at: Date }>();
/** A canary of the queue came, after so long. */
export function recordLag(queue: QueueName, ms: number): void {
  lags.set(queue, { ms, at: new Date(sharedMs()) });
}

/** What a process tells of itself at each report. */
interface ToldOfProcess {
  work?: () => QueueWork[];
  loopDelayMs?: () => number;
  troubles?: () => string[];
}

/** Reports this process, and how it works, until the answered function is called. */
export async function startReporting(
  kind: ProcessReport["kind"],
  queues: QueueName[],
  { work = () => [], loopDelayMs = () => 0, troubles = () => [] }: ToldOfProcess = {},
): Promise<() => Promise<void>> {
  const startedAt = new Date(sharedMs());
  const report = async (): Promise<void> => {
    const taken = work().map((one) => ({ ...one, lastTakeAt: new Date(one.lastTakeAt.getTime() + storeAheadMs()) }));
    const told = { work: taken, lags: [...lags].map(([queue, lag]) => ({ queue, ...lag })) };
    const $set = {
      kind,
      host: hostname(),
      pid: process.pid,
      queues,
      ...told,
      loopDelayMs: loopDelayMs(),
      troubles: troubles(),
      startedAt,
      reportedAt: new Date(sharedMs()),
    };
    await ProcessModel.updateOne({ _id: processId }, { $set }, { upsert: true });
  };
  await report();
  const timer = setInterval(() => {
    report().catch((error: unknown) => log.warn({ err: error }, "could not report"));
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await ProcessModel.deleteOne({ _id: processId }).catch(() => undefined);
  };
}

/** How many live worker processes take each queue; a queue that none takes is missing. */
export const workersByQueue = async (): Promise<Map<QueueName, number>> => (await liveProcesses()).served;

async function liveProcesses(): Promise<{ served: Map<QueueName, number>; cron: boolean; troubles: string[] }> {
  const rows = await ProcessModel.find({ reportedAt: { $gte: new Date(sharedMs() - LIVE_MS) } }).lean();
  const served = new Map<QueueName, number>();
  for (const queue of rows.filter(({ kind }) => kind === "worker").flatMap((row) => row.queues))
    served.set(queue, (served.get(queue) ?? 0) + 1);
  const troubles = rows.flatMap(({ kind, host, pid, troubles: some = [] }) =>
    some.map((trouble) => `${kind} ${pid} at ${host}: ${trouble}`),
  );
  return { served, cron: rows.some(({ kind }) => kind === "cron"), troubles };
}

/** A worker process as one of its queues sees it. */
export interface WorkerOfQueue extends Pick<
  ProcessReport,
  "_id" | "host" | "pid" | "queues" | "startedAt" | "reportedAt"
> {
  /** false: it went without a word, within the last ten minutes. */
  live: boolean;
  loopDelayMs: number;
  troubles: string[];
  concurrency: number;
  running: number;
  lastTakeAt: Date | null;
}

export interface WorkersNow {
  workers: Map<QueueName, WorkerOfQueue[]>;
  /** What the newest canary of each queue had waited. */
  lags: Map<QueueName, number>;
}

/** The workers of each queue, those that were lost lately among them. */
export async function readWorkers(): Promise<WorkersNow> {
  const now = sharedMs();
  const seen = { kind: "worker" as const, reportedAt: { $gte: new Date(now - MISSED_MS) } };
  const rows = await ProcessModel.find(seen).sort({ startedAt: 1, _id: 1 }).lean<ProcessReport[]>();
  const workers = new Map<QueueName, WorkerOfQueue[]>();
  const newest = new Map<QueueName, { ms: number; at: Date }>();
  for (const { work = [], lags: told = [], loopDelayMs = 0, troubles = [], ...row } of rows) {
    const { _id, host, pid, queues, reportedAt, startedAt = reportedAt } = row;
    const live = now - reportedAt.getTime() <= LIVE_MS;
    const process = { _id, host, pid, queues, startedAt, reportedAt, live, loopDelayMs, troubles };
    for (const queue of queues) {
      const { concurrency = 0, running = 0, lastTakeAt = null } = work.find((one) => one.queue === queue) ?? {};
      workers.set(queue, [...(workers.get(queue) ?? []), { ...process, concurrency, running, lastTakeAt }]);
    }
    for (const { queue, ms, at } of told) if ((newest.get(queue)?.at ?? 0) < at) newest.set(queue, { ms, at });
  }
  return { workers, lags: new Map([...newest].map(([queue, { ms }]) => [queue, ms])) };
}

/** What a queue's workers are judged by. */
interface QueueAtWork {
  paused: boolean;
  /** Since when its oldest job could have been taken. */
  oldestWaitingMs: number;
}

/**
 * A worker is silent when it went without a word and no other one was started since, or when it took nothing for
 * `patienceMs` although work has waited as long. Real time.
 */
export function isSilent(
  worker: WorkerOfQueue,
  all: readonly WorkerOfQueue[],
  { paused, oldestWaitingMs }: QueueAtWork,
  patienceMs: number,
): boolean {
  const now = sharedMs();
  if (!worker.live) {
    const replaced = all.some((other) => other.live && other.startedAt > worker.reportedAt);
    return !replaced && now - worker.reportedAt.getTime() >= patienceMs;
  }
  // One whose slots are all held takes nothing because it works.
  if (paused || oldestWaitingMs < patienceMs || worker.running >= worker.concurrency) return false;
  return now - (worker.lastTakeAt ?? worker.startedAt).getTime() >= patienceMs;
}

export interface Readiness {
  ready: boolean;
  /** degraded: Redis is away, and the outbox holds the work; or cron is; or a process is not well. Reads and writes go on. */
  status: "ok" | "degraded" | "unavailable" | "waiting for workers";
  mongodb: boolean;
  redis: boolean;
  queuesWithoutWorker: string[];
  /** A cron process reported lately. Without one the shop sells, and nothing recurs: told, but no reason to be left out. */
  cron: boolean;
  /** Why it is not ready, or not well, in words. */
  reasons: string[];
}

/** Ready when MongoDB answers and every queue has a worker that reported lately (rules: Processes). */
export async function readiness(): Promise<Readiness> {
  const [mongodb, redis] = await Promise.all([mongoAnswers(), redisAnswers()]);
  const reasons = [
    ...(mongodb ? [] : ["MongoDB does not answer"]),
    ...(redis ? [] : ["Redis does not answer: the outbox holds the work"]),
  ];
  if (!mongodb)
    return { ready: false, status: "unavailable", mongodb, redis, queuesWithoutWorker: [], cron: false, reasons };
  const { served, cron, troubles } = await liveProcesses();
  const queuesWithoutWorker = queueNames.filter((queue) => !served.has(queue));
  reasons.push(...queuesWithoutWorker.map((queue) => `no worker takes ${queue}`));
  if (!cron) reasons.push("no cron process reports: nothing recurs");
  // While Redis is away each of them says so.
  if (redis) reasons.push(...troubles);
  const isServed = queuesWithoutWorker.length === 0;
  const status = !isServed ? "waiting for workers" : redis && cron && troubles.length === 0 ? "ok" : "degraded";
  return { ready: isServed, status, mongodb, redis, queuesWithoutWorker, cron, reasons };
}
