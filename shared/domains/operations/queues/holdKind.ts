import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { KindHoldModel } from "#shared/kernel/outbox/kindHolds.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { isOfMoneyOrOrders } from "#shared/kernel/queue/queueNames.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { clock } from "#shared/kernel/time/clock.js";
import { queueErrors } from "./queue.errors.js";
import { followKind, holdable, waitingThings } from "./steerKind.js";

interface HoldKindInput {
  job: string;
  reason: string;
  operatorId: number;
  isConfirmed: boolean;
}

/**
 * Jobs of this kind wait in the outbox until it is released, and others of its queue go on. Jobs in Redis go back to the
 * outbox; those that run are let run. Every process knows within five seconds. BadInput (400) for a kind that nobody
 * knows or that has no rows; KindHoldUnconfirmed where money or orders depend on it; KindHeld.
 */
export async function holdKind({ job, reason, operatorId, isConfirmed }: HoldKindInput): Promise<true> {
  const definition = holdable(job);
  if (isOfMoneyOrOrders(definition.queue) && !isConfirmed) throw await warningOf(definition);
  await inTransaction(async () => {
    const { upsertedCount } = await KindHoldModel.updateOne(
      { _id: job },
      { $setOnInsert: { operatorId, reason, at: clock.now() } },
      { upsert: true },
    );
    if (upsertedCount === 0) throw queueErrors.KindHeld({ job });
    await followKind(job, "queue.holdKind", { after: { reason } });
  });
  return true;
}

/** BadInput (400), KindNotHeld. */
export async function releaseKind({ job, reason }: Pick<HoldKindInput, "job" | "reason">): Promise<true> {
  holdable(job);
  await inTransaction(async () => {
    const { deletedCount } = await KindHoldModel.deleteOne({ _id: job });
    if (deletedCount === 0) throw queueErrors.KindNotHeld({ job });
    await followKind(job, "queue.releaseKind", { after: { reason } });
  });
  return true;
}

async function warningOf(definition: JobDefinition) {
  const { count, thing } = await waitingThings(definition);
  const what = currentLanguage() === "zh" ? thing.zh : count === 1 ? thing.one : thing.many;
  return queueErrors.KindHoldUnconfirmed({ job: definition.name, count, what });
}
