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
  const most = sku.stock - count;
  for (;;) {
    const row = await CartRowModel.findOneAndUpdate(
      { memberId, skuId, count: { $lte: most } },
      { $inc: { count }, $set: { selected: true, spuId: sku.spuId } },
      { projection: { _id: 1 } },
    ).lean<Pick<CartRowDoc, "_id">>();
    if (row) return row._id;
    const _id = await nextId("cartRows");
    try {
      await CartRowModel.create([{ _id, memberId, skuId, spuId: sku.spuId, count, selected: true }]);
      return _id;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // There is one: too full already, or made by a concurrent call, which is added to.
      if (await CartRowModel.exists({ memberId, skuId, count: { $gt: most } })) throw catalogErrors.StockShort();
    }
  }
}
