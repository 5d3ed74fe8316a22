import { readOutboxFigures, type OutboxFigures } from "#shared/kernel/outbox/figures.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { readTryRates, type TryRates } from "#shared/kernel/queue/queueTries.js";

export type JobFigures = { queue: QueueName } & OutboxFigures &
  Pick<TryRates, "healed" | "ranAgain" | "walkedPerMinute">;

/** Figures of the walk over the jobs of each queue; healed, ranAgain and the rate cover the last five minutes. */
export async function readJobFigures(): Promise<JobFigures[]> {
  const [figures, rates] = await Promise.all([readOutboxFigures(), readTryRates()]);
  return [...figures].map(([queue, figure]) => {
    const { healed = 0, ranAgain = 0, walkedPerMinute = 0 } = rates.get(queue) ?? {};
    return { queue, ...figure, healed, ranAgain, walkedPerMinute };
  });
}
