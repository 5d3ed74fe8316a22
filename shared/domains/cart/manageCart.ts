import { catalogErrors } from "#shared/domains/catalog/index.js";
import { cartErrors } from "./cart.errors.js";
import { CartRowModel, type CartRowDoc } from "./cartRow.model.js";
import { getSellableSku, removeCartRows } from "./cartRow.queries.js";

/** Sets a row's count. Throws CartRowNotFound, SkuNotFound, SpuOffShelf, StockShort. */
export async function changeCartCount(memberId: number, { id, count }: { id: number; count: number }): Promise<void> {
  const row = await CartRowModel.findOne({ _id: id, memberId }).lean<CartRowDoc>();
  if (!row) throw cartErrors.CartRowNotFound();
  const sku = await getSellableSku(row.skuId);
  if (sku.stock < count) throw catalogErrors.StockShort();
  const { matchedCount } = await CartRowModel.updateOne({ _id: id, memberId }, { $set: { count } });
  if (matchedCount === 0) throw cartErrors.CartRowNotFound();
}

/** Selects or deselects rows. Throws CartRowNotFound, without a change, if one is not the member's. */
export async function selectCartRows(
  memberId: number,
  { ids, selected }: { ids: readonly number[]; selected: boolean },
): Promise<void> {
  await checkOwnRows(memberId, ids);
  await CartRowModel.updateMany({ _id: { $in: ids }, memberId }, { $set: { selected } });
}

/** Removes rows. Throws CartRowNotFound, without a change, if one is not the member's. */
export async function deleteCartRows(memberId: number, ids: readonly number[]): Promise<void> {
  await checkOwnRows(memberId, ids);
  await removeCartRows(memberId, ids);
}

/** Erases the cart of a member whose account is closed, in the caller's transaction. */
export async function eraseCart(memberId: number): Promise<void> {
  await CartRowModel.deleteMany({ memberId });
}

/** Throws CartRowNotFound unless all rows are the member's; the same for an absent and for another member's row. */
async function checkOwnRows(memberId: number, ids: readonly number[]): Promise<void> {
  const distinct = [...new Set(ids)];
  const own = await CartRowModel.countDocuments({ _id: { $in: distinct }, memberId });
  if (own < distinct.length) throw cartErrors.CartRowNotFound();
}
