import { clock, seconds } from "#shared/platform/clock.js";
import { afterCommit } from "#shared/platform/mongo.js";
import { enqueue } from "#shared/platform/outbox.js";
import { rollUpSpuJob } from "./catalog.jobs.js";
import { openedSpus } from "./shelf.js";

/** When the roll-up is due that this process committed last, by SPU. */
const planned = new Map<number, number>();
const DELAY_MS = seconds(1);
/** A roll-up nearer than this may run before the caller's transaction commits. */
const NEAR_MS = 300;

/**
 * The totals of these products follow a second later, once for all orders of that second: the outbox row is one document
 * for all of them, and buyers of a hot product would abort each other's transactions over it.
 */
export async function rollUpSoon(spuIds: Iterable<number>): Promise<void> {
  const now = clock.ms();
  for (const spuId of [...spuIds].sort((a, b) => a - b)) {
    openedSpus.forget(String(spuId));
    const due = planned.get(spuId) ?? 0;
    if (due > now + NEAR_MS && due <= now + DELAY_MS) continue;
    const dueAt = new Date(now + DELAY_MS);
    await enqueue(rollUpSpuJob, { spuId }, { dueAt });
    afterCommit(() => remember(spuId, dueAt.getTime()));
  }
}

function remember(spuId: number, due: number): void {
  if (planned.size >= 10_000) planned.clear();
  planned.set(spuId, due);
}
