import { isQueueUsed } from "../config/providers.js";
import { connectionsLost } from "../mongo/lostConnections.js";
import { mongoAnswers } from "../mongo/mongo.js";
import { queueNames } from "../queue/queueNames.js";
import { redisAnswers, redisRefuses } from "../redis/redis.js";
import { servingProcesses } from "./processes.js";

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
  const { served, cron, troubles } = await servingProcesses();
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
