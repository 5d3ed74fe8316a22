import { setTimeout as pause } from "node:timers/promises";
import { seconds } from "#shared/kernel/time/clock.js";
import { takeLease } from "#shared/kernel/mongo/leases.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

/** How long a replacement takes to start. */
const TURN_MS = seconds(20);
/** A process that cannot take the lease in time is cut off, and needs no turn. */
const TIMEOUT_MS = seconds(3);

/**
 * Whether this process may exit now to be replaced. Only one of those with the same queues does at a time: a fault often
 * affects all, and if all exited together, no work would be done until their replacements have started.
 */
export async function isMyTurnToBeReplaced(queues: readonly QueueName[]): Promise<boolean> {
  const lease = takeLease(`replacement:${queues.join(",")}`, TURN_MS).catch(() => true);
  return Promise.race([lease, pause(TIMEOUT_MS, true, { ref: false })]);
}
