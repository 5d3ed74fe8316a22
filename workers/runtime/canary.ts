import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import { queueCanaryAt, queueLagSeconds } from "#shared/kernel/observability/metrics.js";
import { recordLag } from "#shared/kernel/process/processes.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { storeAheadMs } from "#shared/kernel/mongo/storeTime.js";
import { processor } from "./processor.js";

const EVERY_MS = 30_000;

/** A job that only measures how long it waited. Each queue gets one; it may be lost. */
export const canary = defineJob({
  name: "runtime.canary",
  queue: "maintenance",
  v: 1,
  payload: z.object({ queue: z.string(), sentAt: z.number() }),
  bestEffort: true,
  options: { attempts: 1 },
});

export const canaryProcessor = processor(canary, async ({ queue, sentAt }) => {
  const lagMs = Math.max(0, Date.now() + storeAheadMs() - sentAt);
  queueLagSeconds.set({ queue }, lagMs / 1_000);
  recordLag(queue as QueueName, lagMs);
  queueCanaryAt.set({ queue }, Date.now() / 1_000);
});

/** Sends one canary per queue every 30 s. */
export function startCanaries(queues: readonly QueueName[]): () => void {
  const timer = setInterval(() => queues.forEach(sendCanary), EVERY_MS);
  return () => clearInterval(timer);
}

/** One per tick, however many processes send it; removed when it ends (retainedWhenEnded explains why nothing is kept). */
export function sendCanary(queue: QueueName): void {
  const id = `canary-${Math.floor(Date.now() / EVERY_MS)}`;
  queueNamed(queue)
    .add(
      canary.name,
      { payload: { queue, sentAt: Date.now() + storeAheadMs() }, v: 1, requestId: id, about: {} },
      { deduplication: { id, ttl: 2 * EVERY_MS }, removeOnComplete: true, removeOnFail: true },
    )
    .catch((error: unknown) => log.debug({ queue, err: error }, "a canary was not enqueued"));
}
