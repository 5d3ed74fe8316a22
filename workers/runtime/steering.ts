import { log } from "#shared/kernel/observability/log.js";
import type { Steering } from "#shared/kernel/process/process.model.js";
import type { QueueWorker } from "./queueWorker.js";

/**
 * Gives the workers of this process the slots that operators have set: `own` comes with each report, and counts before what
 * was set for all processes when this one started. With fewer slots running jobs end as they would have; with more the next
 * are taken once one of them has ended, or at once where a slot was free.
 */
export function setSlots(workers: readonly QueueWorker[], ofAll: Steering["slots"], own: Steering["slots"]): void {
  for (const state of workers) {
    const { queue, concurrency: before } = state;
    const set = queue in own ? own[queue] : ofAll[queue];
    const slots = set ?? state.configured;
    if (slots === before) continue;
    state.concurrency = state.worker.concurrency = slots;
    log.info({ queue, before, slots }, "its slots were changed by an operator");
  }
}
