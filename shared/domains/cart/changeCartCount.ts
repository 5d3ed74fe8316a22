import { catalogErrors } from "#shared/domains/catalog/index.js";
import { cartErrors } from "./cart.errors.js";
import { CartRowModel, type CartRowDoc } from "./cartRow.model.js";
import { findSellableSku } from "./findSellableSku.js";

/** Sets a row's count. CartRowNotFound, SkuNotFound, SpuOffShelf, StockShort. */
export async function changeCartCount(memberId: number, { id, count }: { id: number; count: number }): Promise<void> {
  const row = await CartRowModel.findOne({ _id: id, memberId }).lean<CartRowDoc>();
  if (!row) throw cartErrors.CartRowNotFound();
  const sku = await findSellableSku(row.skuId);
  if (sku.stock < count) throw catalogErrors.StockShort();
  const { matchedCount } = await CartRowModel.updateOne({ _id: id, memberId }, { $set: { count } });
  if (matchedCount === 0) throw cartErrors.CartRowNotFound();
}
