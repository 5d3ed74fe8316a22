import { LRUCache } from "lru-cache";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { log } from "#shared/kernel/observability/log.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { afterCommit } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { rollUpSpuJob } from "../catalog.jobs.js";
import { openedSpus } from "./shelf.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";

const EACH_MS = seconds(1);
/** The second at whose end each SPU's roll-up is due that this process asked for last. */
const planned = new LRUCache<number, number>({ max: 10_000 });
/** A variant never moves to another product. */
const spuOfSku = new LRUCache<number, number>({ max: 50_000 });

/**
 * The totals of the products of these SKUs follow at the end of the second in which the running transaction commits: once
 * for all orders of that second, over all processes, and without a write of theirs. One that Redis loses is made good by
 * the round over what moved lately.
 */
export function rollUpSoon(skuIds: readonly number[]): void {
  if (skuIds.length === 0) return;
  afterCommit(() => {
    const asked = plan(skuIds)
      .catch((error: unknown) => log.warn({ err: error, skuIds }, "no roll-up was asked for"))
      .finally(() => asking.delete(asked));
    asking.add(asked);
  });
}

const asking = new Set<Promise<void>>();

/** Waits until every roll-up that this process has to ask for is in Redis; before it leaves. */
export async function rollUpsEnqueued(): Promise<void> {
  await Promise.all(asking);
}

async function plan(skuIds: readonly number[]): Promise<void> {
  const now = clock.ms();
  const second = Math.floor(now / EACH_MS);
  for (const spuId of await spuIdsOf(skuIds)) {
    openedSpus.invalidate(String(spuId));
    if (planned.get(spuId) === second) continue;
    planned.set(spuId, second);
    await enqueue(rollUpSpuJob, { spuId, second }, { delayMs: (second + 1) * EACH_MS - now, orFail: true });
  }
}

async function spuIdsOf(skuIds: readonly number[]): Promise<Set<number>> {
  const strange = skuIds.filter((skuId) => !spuOfSku.has(skuId));
  if (strange.length > 0)
    for (const { _id, spuId } of await withDeleted(SkuModel.find({ _id: { $in: strange } }, { spuId: 1 })).lean<
      Pick<SkuDoc, "_id" | "spuId">[]
    >())
      spuOfSku.set(_id, spuId);
  return new Set(skuIds.map((skuId) => spuOfSku.get(skuId)).filter((spuId) => spuId !== undefined));
}
