import { z } from "zod";
import { defineJob } from "#shared/platform/jobs.js";
import { log } from "#shared/platform/log.js";
import { queueCanaryAt, queueLagSeconds } from "#shared/platform/metrics.js";
import { noteLag } from "#shared/platform/processes.js";
import type { QueueName } from "#shared/platform/queueNames.js";
import { queueNamed } from "#shared/platform/queues.js";
import { processor } from "./processor.js";

const EVERY_MS = 30_000;

/** A job that only tells how long it waited. Each queue gets one; it may be lost. */
export const canary = defineJob({
  name: "runtime.canary",
  queue: "maintenance",
  v: 1,
  payload: z.object({ queue: z.string(), sentAt: z.number() }),
  volatile: true,
  options: { attempts: 1 },
});

export const canaryProcessor = processor(canary, async ({ queue, sentAt }) => {
  const lagMs = Math.max(0, Date.now() - sentAt);
  queueLagSeconds.set({ queue }, lagMs / 1_000);
  noteLag(queue as QueueName, lagMs);
  queueCanaryAt.set({ queue }, Date.now() / 1_000);
});

/** Sends one canary a queue now and every 30 s; the id is the tick, so many processes send one. */
export function startCanaries(queues: Parameters<typeof queueNamed>[0][]): () => void {
  const send = (): void => {
    const tick = Math.floor(Date.now() / EVERY_MS);
    for (const queue of queues)
      queueNamed(queue)
        .add(
          canary.name,
          { payload: { queue, sentAt: Date.now() }, v: 1, requestId: `canary-${tick}`, about: {} },
          { jobId: `canary-${tick}`, removeOnComplete: { age: 120 }, removeOnFail: { age: 120 } },
        )
        .catch((error: unknown) => log.debug({ queue, err: error }, "no canary"));
  };
  const timer = setInterval(send, EVERY_MS);
  return () => clearInterval(timer);
}
