import { hostname } from "node:os";
import { processId } from "./leases.js";
import { log } from "./log.js";
import { defineModel, mongoAnswers } from "./mongo.js";
import { queueNames, type QueueName } from "./queueNames.js";
import { redisAnswers } from "./redis.js";

/** What each running process says of itself every few seconds; readiness and operators read it. Real time, not the clock. */
export interface ProcessReport {
  _id: string;
  kind: "api" | "worker" | "cron";
  host: string;
  pid: number;
  queues: QueueName[];
  reportedAt: Date;
}
const ProcessModel = defineModel<ProcessReport>(
  "processes",
  {
    _id: { type: String, required: true },
    kind: String,
    host: String,
    pid: Number,
    queues: [String],
    reportedAt: Date,
  },
  { indexes: [[{ reportedAt: 1 }, { expireAfterSeconds: 3_600 }]] },
);

const EVERY_MS = 3_000;
const LIVE_MS = 15_000;

/** Reports this process until the answered function is called. */
export async function startReporting(kind: ProcessReport["kind"], queues: QueueName[]): Promise<() => Promise<void>> {
  const report = async (): Promise<void> => {
    const $set = { kind, host: hostname(), pid: process.pid, queues, reportedAt: new Date() };
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
export async function workersByQueue(): Promise<Map<QueueName, number>> {
  const rows = await ProcessModel.find({ kind: "worker", reportedAt: { $gte: new Date(Date.now() - LIVE_MS) } }).lean();
  const counts = new Map<QueueName, number>();
  for (const queue of rows.flatMap((row) => row.queues)) counts.set(queue, (counts.get(queue) ?? 0) + 1);
  return counts;
}

export interface Readiness {
  ready: boolean;
  /** degraded: Redis is away; reads and writes go on, the outbox holds the work. */
  status: "ok" | "degraded" | "unavailable" | "waiting for workers";
  mongodb: boolean;
  redis: boolean;
  queuesWithoutWorker: string[];
}

/** Ready when MongoDB answers and every queue has a worker that reported lately (contract 13). */
export async function readiness(): Promise<Readiness> {
  const [mongodb, redis] = await Promise.all([mongoAnswers(), redisAnswers()]);
  if (!mongodb) return { ready: false, status: "unavailable", mongodb, redis, queuesWithoutWorker: [] };
  const served = await workersByQueue();
  const queuesWithoutWorker = queueNames.filter((queue) => !served.has(queue));
  const status = queuesWithoutWorker.length > 0 ? "waiting for workers" : redis ? "ok" : "degraded";
  return { ready: queuesWithoutWorker.length === 0, status, mongodb, redis, queuesWithoutWorker };
}
