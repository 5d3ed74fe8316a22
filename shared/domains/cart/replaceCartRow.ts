import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "#shared/domains/catalog/index.js";
import { cartErrors } from "./cart.errors.js";
import { CartRowModel } from "./cartRow.model.js";
import { getSellableSku } from "./cartRow.queries.js";

/**
 * Replaces a row's SKU (rules: Orders): deletes the old row, and sets the count of the SKU's own row, which is created
 * if needed. Throws CartRowNotFound, SkuNotFound, SpuOffShelf, StockShort.
 */
export async function replaceCartRow(
  memberId: number,
  { id, skuId, count }: { id: number; skuId: number; count: number },
): Promise<void> {
  if (!(await CartRowModel.exists({ _id: id, memberId }))) throw cartErrors.CartRowNotFound();
  const sku = await getSellableSku(skuId);
  if (sku.stock < count) throw catalogErrors.StockShort();
  const replace = () =>
    inTransaction(async () => {
      const { deletedCount } = await CartRowModel.deleteOne({ _id: id, memberId, skuId: { $ne: skuId } });
      // A row of the same SKU stays; any other must have existed to be replaced.
      if (deletedCount === 0 && !(await CartRowModel.exists({ _id: id, memberId, skuId })))
        throw cartErrors.CartRowNotFound();
      const { matchedCount } = await CartRowModel.updateOne(
        { memberId, skuId },
        { $set: { count, selected: true, spuId: sku.spuId } },
      );
      if (matchedCount === 0)
        await CartRowModel.create([
          { _id: await nextId("cartRows"), memberId, skuId, spuId: sku.spuId, count, selected: true },
        ]);
    });
  try {
    await replace();
  } catch (error) {
    // A concurrent addToCart created the SKU's row: now it can be updated.
    if (!isDuplicateKey(error)) throw error;
    await replace();
  }
}
