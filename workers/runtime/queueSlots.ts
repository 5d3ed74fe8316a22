import { workerConcurrency } from "#shared/kernel/config/config.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

const DEFAULT_SLOTS = 16;
/**
 * notify only waits for receivers, up to four per host and 10 s each: enough that some slow hosts delay no others. The pay
 * queues wait for channels, each of which may hold half of the slots.
 */
const SLOTS: Partial<Record<QueueName, number>> = {
  notify: 64,
  "pay-submit": 32,
  "pay-ask": 32,
  "pay-sync": 32,
  "pay-refund": 32,
};
/** The rate limit of a provider, over all workers; a queue with a line here also pauses when its provider requests it. */
const LIMITS: Partial<Record<QueueName, { max: number; duration: number }>> = {
  im: { max: 200, duration: 1_000 },
  invoice: { max: 50, duration: 1_000 },
  logistics: { max: 100, duration: 1_000 },
};

/** How many jobs of a queue a process runs at a time; WORKER_CONCURRENCY_<QUEUE> overrides it. */
export const slotsOf = (queue: QueueName): number => workerConcurrency(queue, SLOTS[queue] ?? DEFAULT_SLOTS);

/** Undefined: no rate limit. */
export const limitOf = (queue: QueueName): { max: number; duration: number } | undefined => LIMITS[queue];
