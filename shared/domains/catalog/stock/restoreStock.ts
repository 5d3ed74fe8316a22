import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isInTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { rollUpSoon } from "../product/rollUpSoon.js";
import { SkuModel } from "../product/sku.model.js";
import { movePaidUnitsToSku } from "./paidUnits.js";
import { sumPerSku, type StockLine } from "./stockLines.js";
import { withSkuLocks } from "./skuLocks.js";
import { announceStock } from "./stockNews.js";
import { StockMovementModel } from "./stockMovement.model.js";

/**
 * Puts sold units back in stock (a refund before shipping): sold -= n, stock += n. Idempotent per SKU and refId. A
 * variant that was deleted since gets them too, in case it is restored.
 */
export async function restoreStock(refId: string, lines: readonly StockLine[]): Promise<void> {
  const named = sumPerSku(lines);
  const work = async (): Promise<void> => {
    const restored: number[] = [];
    for (const line of named) if (await restoreLine(refId, line)) restored.push(line.skuId);
    await announceStock(restored);
    rollUpSoon(restored);
  };
  if (isInTransaction()) await work();
  else
    await withSkuLocks(
      named.map((line) => line.skuId),
      () => inTransaction(work),
    );
}

async function restoreLine(refId: string, { skuId, count }: StockLine): Promise<boolean> {
  if (await StockMovementModel.exists({ skuId, kind: "restore", refId })) return false;
  if (!(await withDeleted(SkuModel.exists({ _id: skuId })))) return false;
  await movePaidUnitsToSku(skuId);
  const { modifiedCount } = await withDeleted(
    SkuModel.updateOne({ _id: skuId, sold: { $gte: count } }, { $inc: { sold: -count, stock: count } }),
  );
  if (modifiedCount === 0) throw new Error(`SKU ${skuId} did not sell the ${count} of ${refId}`);
  const movement = {
    _id: await nextId("stockMovements"),
    skuId,
    kind: "restore" as const,
    refId,
    count,
    endedBy: null,
  };
  const onDuplicate = (): Error => new LostRace(`${refId} is being restored`);
  await gatherInserts(StockMovementModel, [movement], { onDuplicate });
  return true;
}
