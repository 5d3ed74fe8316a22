import { nextId } from "#shared/kernel/mongo/ids.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { rollUpSoon } from "../product/rollUpSoon.js";
import { SkuModel } from "../product/sku.model.js";
import { announceStock } from "./stockNews.js";
import { StockMovementModel, type StockMovementDoc } from "./stockMovement.model.js";

/**
 * Takes back what restoreStock did for this SKU and refId: stock -= n, sold += n; once, in the caller's transaction. True
 * as well if nothing was restored. False: the units are sold again, and nothing is changed.
 */
export async function withdrawStock(refId: string, skuId: number): Promise<boolean> {
  const restored = await StockMovementModel.findOne({ skuId, kind: "restore", refId }).lean<StockMovementDoc>();
  if (!restored || (await StockMovementModel.exists({ skuId, kind: "withdraw", refId }))) return true;
  const { count } = restored;
  const { modifiedCount } = await withDeleted(
    SkuModel.updateOne({ _id: skuId, stock: { $gte: count } }, { $inc: { stock: -count, sold: count } }),
  );
  if (modifiedCount === 0) return false;
  await StockMovementModel.create([
    { _id: await nextId("stockMovements"), skuId, kind: "withdraw", refId, count, endedBy: null },
  ]);
  await announceStock([skuId]);
  rollUpSoon([skuId]);
  return true;
}
