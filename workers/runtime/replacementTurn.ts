import { setTimeout as pause } from "node:timers/promises";
import { seconds } from "#shared/kernel/time/clock.js";
import { takeLease } from "#shared/kernel/mongo/leases.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

/** Until the next process of it is there. */
const TURN_MS = seconds(20);
/** Who cannot ask in time is cut off, and of use to nobody. */
const ASK_MS = seconds(3);

/**
 * May this process leave now to be replaced? Of those that take the same queues one does at a time: what ails one often ails
 * all, and a group that leaves as a whole does nothing at all for as long as processes take to start.
 */
export async function isMyTurnToLeave(queues: readonly QueueName[]): Promise<boolean> {
  const asked = takeLease(`replacement:${queues.join(",")}`, TURN_MS).catch(() => true);
  return Promise.race([asked, pause(ASK_MS, true, { ref: false })]);
}
