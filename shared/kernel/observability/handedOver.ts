import type { QueueName } from "../queue/queueNames.js";
import { makeLately } from "./lately.js";

/** How many jobs this process took from the outbox to a queue, in the last one to two minutes. */
export interface HandedOver {
  queue: QueueName;
  perMinute: number;
}

const counters = new Map<QueueName, ReturnType<typeof makeLately>>();

export function countHandedOver(queue: QueueName, jobs: number): void {
  const counter = counters.get(queue) ?? makeLately();
  counters.set(queue, counter);
  for (let one = 0; one < jobs; one++) counter.count(0);
}

/** Without the queues that got none. */
export const handedOverLately = (): HandedOver[] =>
  [...counters].flatMap(([queue, counter]) => {
    const { perMinute } = counter.read();
    return perMinute > 0 ? [{ queue, perMinute }] : [];
  });
