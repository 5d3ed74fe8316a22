import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { recordCatalogChange } from "../product/shelf.js";
import { rollUpSpu } from "../product/rollUpSpu.js";
import { SkuModel, type SkuDoc } from "../product/sku.model.js";
import { withSkuLocks } from "./skuLocks.js";
import { announceStock } from "./stockNews.js";
import { StockMovementModel } from "./stockMovement.model.js";

/**
 * An operator sets the stock that can be bought to `stock`, or adds `change`. Reservations of unpaid orders are not
 * changed. Throws SkuNotFound, StockShort when a change would go below 0.
 */
export async function setStock(
  skuId: number,
  wanted: { stock: number } | { change: number },
  reason: string,
): Promise<true> {
  return withSkuLocks([skuId], () =>
    inTransaction<true>(async () => {
      const sku = await SkuModel.findById(skuId).lean<SkuDoc>();
      if (!sku) throw catalogErrors.SkuNotFound();
      const stock = "stock" in wanted ? wanted.stock : sku.stock + wanted.change;
      if (stock < 0) throw catalogErrors.StockShort();
      await adjustStock(sku, stock, reason);
      await rollUpSpu(sku.spuId);
      await recordCatalogChange("sku.update-stock", skuId, { before: { stock: sku.stock }, after: { stock, reason } });
      return true;
    }),
  );
}

/** Sets the stock of a SKU as it was just read, with a movement of its own; initialStock changes by the same number. */
export async function adjustStock(sku: Pick<SkuDoc, "_id" | "stock">, stock: number, reason: string): Promise<void> {
  const change = stock - sku.stock;
  if (change === 0) return;
  const { matchedCount } = await SkuModel.updateOne(
    { _id: sku._id, stock: sku.stock },
    { $inc: { stock: change, initialStock: change } },
  );
  if (matchedCount === 0) throw new LostRace(`SKU ${sku._id} was sold meanwhile`);
  const _id = await nextId("stockMovements");
  await gatherInserts(StockMovementModel, [
    { _id, skuId: sku._id, kind: "adjust", refId: `adjust-${_id}`, count: change, reason, endedBy: null },
  ]);
  await announceStock([sku._id]);
}
