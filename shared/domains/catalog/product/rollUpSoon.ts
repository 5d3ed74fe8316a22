import { LRUCache } from "lru-cache";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { log } from "#shared/kernel/observability/log.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { afterCommit } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { rollUpSpuJob } from "../catalog.jobs.js";
import { openedSpus } from "./shelf.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";

/** Stock is rolled up by the second, as shoppers look at it; a count of sales may wait for more of them. */
const eachMs = { stock: seconds(1), sales: seconds(10) } as const;
type Figure = keyof typeof eachMs;
/** When the latest roll-up of each SPU begins that this process enqueued, epoch ms. */
const planned = new LRUCache<number, number>({ max: 10_000 });
/** Safe to cache, as a variant never moves to another product. */
const spuOfSku = new LRUCache<number, number>({ max: 50_000 });

/**
 * Enqueues the roll-up of these SKUs' products for the end of the second (of ten seconds, where only sales changed) in
 * which the running transaction commits: one for all orders of that time in all processes, so that orders do not write
 * the product. One that Redis loses is made up for by rollUpRecent.
 */
export function rollUpSoon(skuIds: readonly number[], changed: Figure = "stock"): void {
  if (skuIds.length === 0) return;
  afterCommit(() => {
    const enqueued = plan(skuIds, changed)
      .catch((error: unknown) => log.warn({ err: error, skuIds }, "the roll-up was not enqueued"))
      .finally(() => pending.delete(enqueued));
    pending.add(enqueued);
  });
}

const pending = new Set<Promise<void>>();

/** Before the process exits: waits until its roll-ups are in Redis. */
export async function rollUpsEnqueued(): Promise<void> {
  await Promise.all(pending);
}

async function plan(skuIds: readonly number[], changed: Figure): Promise<void> {
  const now = clock.ms();
  const endsAt = (Math.floor(now / eachMs[changed]) + 1) * eachMs[changed];
  for (const spuId of await spuIdsOf(skuIds)) {
    // A payment moves nothing that the page shows before the roll-up.
    if (changed === "stock") openedSpus.invalidate(String(spuId));
    const plannedAt = planned.get(spuId) ?? 0;
    // It will see what is committed now.
    if (plannedAt > now && plannedAt <= endsAt) continue;
    planned.set(spuId, endsAt);
    await enqueue(rollUpSpuJob, { spuId, second: endsAt / 1_000 - 1 }, { delayMs: endsAt - now, orFail: true });
  }
}

async function spuIdsOf(skuIds: readonly number[]): Promise<Set<number>> {
  const uncached = skuIds.filter((skuId) => !spuOfSku.has(skuId));
  if (uncached.length > 0)
    for (const { _id, spuId } of await withDeleted(SkuModel.find({ _id: { $in: uncached } }, { spuId: 1 })).lean<
      Pick<SkuDoc, "_id" | "spuId">[]
    >())
      spuOfSku.set(_id, spuId);
  return new Set(skuIds.map((skuId) => spuOfSku.get(skuId)).filter((spuId) => spuId !== undefined));
}
