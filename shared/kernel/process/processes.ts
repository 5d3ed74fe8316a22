import { hostname } from "node:os";
import { isQueueUsed } from "../config/providers.js";
import { processId } from "../mongo/leases.js";
import { log } from "../observability/log.js";
import { connectionsLost } from "../mongo/lostConnections.js";
import { defineModel, mongoAnswers } from "../mongo/mongo.js";
import { queueNames, type QueueName } from "../queue/queueNames.js";
import { redisAnswers, redisRefuses } from "../redis/redis.js";
import { storeAheadMs } from "../mongo/storeTime.js";

/**
 * What each running process reports every few seconds; readiness and operators read it. Real time, by MongoDB's clock, so
 * that a host whose own clock is slow does not look silent.
 */
interface ProcessReport {
  _id: string;
  kind: "api" | "worker" | "cron";
  host: string;
  pid: number;
  queues: QueueName[];
  /** Of a worker: how it works on each of them. */
  work: QueueWork[];
  /** How long the last canary that this process took waited, by queue. */
  lags: { queue: QueueName; ms: number; at: Date }[];
  /** The longest that its event loop was blocked in the last half minute. */
  loopDelayMs?: number;
  /** Why it is unhealthy, in words. */
  troubles?: string[];
  startedAt: Date;
  reportedAt: Date;
}
/** How a worker process works on one of its queues. */
export interface QueueWork {
  queue: QueueName;
  concurrency: number;
  running: number;
  /** When it last took a job, or last had none to take. */
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
/** A report waits no longer for a connection that may be dead: the next one takes another. */
const BOUND_MS = 4_000;
/** How long a process that stopped reporting is still shown. */
const MISSED_MS = 600_000;

const sharedMs = (): number => Date.now() + storeAheadMs();

const lags = new Map<QueueName, { ms: number; at: Date }>();
/** Records how long a canary of the queue waited. */
export function recordLag(queue: QueueName, ms: number): void {
  lags.set(queue, { ms, at: new Date(sharedMs()) });
}

/** What a process reports about itself each time. */
interface ProcessDetails {
  work?: () => QueueWork[];
  loopDelayMs?: () => number;
  troubles?: () => string[];
}

/** Reports this process, and how it works, until the returned function is called. */
export async function startReporting(
  kind: ProcessReport["kind"],
  queues: QueueName[],
  { work = () => [], loopDelayMs = () => 0, troubles = () => [] }: ProcessDetails = {},
): Promise<() => Promise<void>> {
  const startedAt = new Date(sharedMs());
  const report = async (): Promise<void> => {
    const taken = work().map((one) => ({ ...one, lastTakeAt: new Date(one.lastTakeAt.getTime() + storeAheadMs()) }));
    const reported = { work: taken, lags: [...lags].map(([queue, lag]) => ({ queue, ...lag })) };
    const $set = {
      kind,
      host: hostname(),
      pid: process.pid,
      queues,
      ...reported,
      loopDelayMs: loopDelayMs(),
      troubles: troubles(),
      startedAt,
      reportedAt: new Date(sharedMs()),
    };
    // Through the driver: mongoose would make a document of each queue to cast it.
    await ProcessModel.collection.updateOne(
      { _id: processId as never },
      { $set },
      { upsert: true, timeoutMS: BOUND_MS },
    );
  };
  await report();
  let isReporting = false;
  const timer = setInterval(() => {
    if (isReporting) return;
    isReporting = true;
    report()
      .catch((error: unknown) => log.warn({ err: error }, "could not report"))
      .finally(() => (isReporting = false));
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await ProcessModel.deleteOne({ _id: processId }).catch(() => undefined);
  };
}

/** How many live worker processes serve each queue; a queue without any is absent. */
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
  /** false: it stopped reporting within the last ten minutes. */
  live: boolean;
  loopDelayMs: number;
  troubles: string[];
  concurrency: number;
  running: number;
  lastTakeAt: Date | null;
}

export interface WorkersNow {
  workers: Map<QueueName, WorkerOfQueue[]>;
  /** How long the newest canary of each queue waited. */
  lags: Map<QueueName, number>;
}

/** The workers of each queue, including those that were lost lately. */
export async function readWorkers(): Promise<WorkersNow> {
  const now = sharedMs();
  const seen = { kind: "worker" as const, reportedAt: { $gte: new Date(now - MISSED_MS) } };
  const rows = await ProcessModel.find(seen).sort({ startedAt: 1, _id: 1 }).lean<ProcessReport[]>();
  const workers = new Map<QueueName, WorkerOfQueue[]>();
  const newest = new Map<QueueName, { ms: number; at: Date }>();
  for (const { work = [], lags: reported = [], loopDelayMs = 0, troubles = [], ...row } of rows) {
    const { _id, host, pid, queues, reportedAt, startedAt = reportedAt } = row;
    const live = now - reportedAt.getTime() <= LIVE_MS;
    const process = { _id, host, pid, queues, startedAt, reportedAt, live, loopDelayMs, troubles };
    for (const queue of queues) {
      const { concurrency = 0, running = 0, lastTakeAt = null } = work.find((one) => one.queue === queue) ?? {};
      workers.set(queue, [...(workers.get(queue) ?? []), { ...process, concurrency, running, lastTakeAt }]);
    }
    for (const { queue, ms, at } of reported) if ((newest.get(queue)?.at ?? 0) < at) newest.set(queue, { ms, at });
  }
  return { workers, lags: new Map([...newest].map(([queue, { ms }]) => [queue, ms])) };
}

/** The state of a queue by which its workers are judged. */
interface QueueAtWork {
  paused: boolean;
  /** How long its oldest job could have been taken. */
  oldestWaitingMs: number;
}

/**
 * A worker is silent when it stopped reporting `timeoutMs` ago and no other one was started since, or when it took nothing
 * for `timeoutMs` although work has waited as long. Real time.
 */
export function isSilent(
  worker: WorkerOfQueue,
  all: readonly WorkerOfQueue[],
  { paused, oldestWaitingMs }: QueueAtWork,
  timeoutMs: number,
): boolean {
  const now = sharedMs();
  if (!worker.live) {
    const replaced = all.some((other) => other.live && other.startedAt > worker.reportedAt);
    return !replaced && now - worker.reportedAt.getTime() >= timeoutMs;
  }
  // A worker whose slots are all in use takes nothing because it is busy.
  if (paused || oldestWaitingMs < timeoutMs || worker.running >= worker.concurrency) return false;
  return now - (worker.lastTakeAt ?? worker.startedAt).getTime() >= timeoutMs;
}

export interface Readiness {
  ready: boolean;
  /**
   * degraded: Redis is away or full, and the outbox holds the work; or cron is; or connections to MongoDB were lost; or a process is
   * unhealthy. Requests still work.
   */
  status: "ok" | "degraded" | "unavailable" | "waiting for workers";
  mongodb: boolean;
  redis: boolean;
  queuesWithoutWorker: string[];
  /** A cron process reported lately. Without one the shop sells but nothing recurs: reported, but still ready. */
  cron: boolean;
  /** Why it is not ready, or degraded, in words. */
  reasons: string[];
}

/** Ready when MongoDB answers and every queue in use has a worker that reported lately (rules: Processes). */
export async function readiness(): Promise<Readiness> {
  const [mongodb, answers, refusal] = await Promise.all([mongoAnswers(), redisAnswers(), redisRefuses()]);
  const redis = answers && refusal === undefined;
  const reasons = [
    ...(mongodb ? [] : ["MongoDB does not answer"]),
    ...(answers ? [] : ["Redis does not answer: the outbox holds the work"]),
    ...(refusal === undefined ? [] : [`Redis takes no jobs, the outbox holds the work: ${refusal}`]),
  ];
  if (!mongodb)
    return { ready: false, status: "unavailable", mongodb, redis, queuesWithoutWorker: [], cron: false, reasons };
  const { served, cron, troubles } = await liveProcesses();
  const queuesWithoutWorker = queueNames.filter((queue) => !served.has(queue) && isQueueUsed(queue));
  reasons.push(...queuesWithoutWorker.map((queue) => `no worker takes ${queue}`));
  const lost = connectionsLost();
  if (lost > 0) reasons.push(`MongoDB does not answer over every connection: ${lost} were lost lately`);
  if (!cron) reasons.push("no cron process reports: nothing recurs");
  // While Redis is away each of them reports just that.
  if (redis) reasons.push(...troubles);
  const isServed = queuesWithoutWorker.length === 0;
  const status = !isServed ? "waiting for workers" : redis && cron && lost + troubles.length === 0 ? "ok" : "degraded";
  return { ready: isServed, status, mongodb, redis, queuesWithoutWorker, cron, reasons };
}
