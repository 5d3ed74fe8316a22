import { workerConcurrency } from "#shared/kernel/config/config.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

const DEFAULT_SLOTS = 16;
/**
 * notify only waits for receivers, up to four at a host and 10 s each: room so that some slow hosts delay no other. Those of
 * pay wait for channels, each of which may hold half of the slots.
 */
const SLOTS: Partial<Record<QueueName, number>> = {
  notify: 64,
  "pay-submit": 32,
  "pay-ask": 32,
  "pay-sync": 32,
  "pay-refund": 32,
};
/** What a provider takes at most, over all workers; a queue with a line here also rests when its provider asks for it. */
const LIMITS: Partial<Record<QueueName, { max: number; duration: number }>> = {
  im: { max: 200, duration: 1_000 },
  invoice: { max: 50, duration: 1_000 },
  logistics: { max: 100, duration: 1_000 },
};

/** How many jobs of a queue a process runs at a time; WORKER_CONCURRENCY_<QUEUE> says otherwise. */
export const slotsOf = (queue: QueueName): number => workerConcurrency(queue, SLOTS[queue] ?? DEFAULT_SLOTS);

/** Undefined: as many jobs as the workers can take. */
export const limitOf = (queue: QueueName): { max: number; duration: number } | undefined => LIMITS[queue];
