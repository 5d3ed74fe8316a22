import { cartErrors } from "./cart.errors.js";
import { CartRowModel } from "./cartRow.model.js";

/** CartRowNotFound unless every one of these rows is the member's: an absent row and a foreign one look the same. */
export async function checkOwnRows(memberId: number, ids: readonly number[]): Promise<void> {
  const distinct = [...new Set(ids)];
  const own = await CartRowModel.countDocuments({ _id: { $in: distinct }, memberId });
  if (own < distinct.length) throw cartErrors.CartRowNotFound();
}
