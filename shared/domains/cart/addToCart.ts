import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "#shared/domains/catalog/index.js";
import { CartRowModel, type CartRowDoc } from "./cartRow.model.js";
import { getSellableSku } from "./cartRow.queries.js";

/**
 * Adds units of a SKU to the cart and selects the row; returns the row's id. Concurrent calls give one row with both
 * counts. Throws SkuNotFound, SpuOffShelf, StockShort (for old and new count together).
 */
export async function addToCart(memberId: number, { skuId, count }: { skuId: number; count: number }): Promise<number> {
  const sku = await getSellableSku(skuId);
  if (sku.stock < count) throw catalogErrors.StockShort();
  for (;;) {
    const existing = await CartRowModel.findOne({ memberId, skuId }).lean<CartRowDoc>();
    if (existing && existing.count + count > sku.stock) throw catalogErrors.StockShort();
    if (existing) {
      const { matchedCount } = await CartRowModel.updateOne(
        { _id: existing._id, memberId, skuId, count: { $lte: sku.stock - count } },
        { $inc: { count }, $set: { selected: true, spuId: sku.spuId } },
      );
      if (matchedCount === 1) return existing._id;
      continue;
    }
    const _id = await nextId("cartRows");
    try {
      await CartRowModel.create([{ _id, memberId, skuId, spuId: sku.spuId, count, selected: true }]);
      return _id;
    } catch (error) {
      // A concurrent call created the row: add to it.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
