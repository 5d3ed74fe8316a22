import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { cartErrors } from "./cart.errors.js";
import { CartRowModel } from "./cartRow.model.js";
import { findCartRows } from "./cartRow.queries.js";

/** A line of an order; `cartId` null: it does not come from the cart. */
interface OrderedLine {
  skuId: number;
  cartId: number | null;
}

/** Throws CartRowNotOrderable with the line unless each row is the member's, of its line's SKU and used once. */
export async function checkCartRows(memberId: number, lines: readonly OrderedLine[]): Promise<void> {
  const named = lines.flatMap(({ skuId, cartId }, index) => (cartId === null ? [] : [{ skuId, cartId, index }]));
  const rows = await findCartRows(
    memberId,
    named.map(({ cartId }) => cartId),
  );
  const skuOfRow = new Map(rows.map(({ _id, skuId }) => [_id, skuId]));
  for (const { skuId, cartId, index } of named) {
    if (skuOfRow.get(cartId) !== skuId) throw cartErrors.CartRowNotOrderable({ field: `items.${index}.cartId` });
    skuOfRow.delete(cartId);
  }
}

/**
 * Removes an order's rows from the cart, in the caller's transaction; of two orders of the same row the second is
 * refused. Throws CartRowNotOrderable, as checkCartRows.
 */
export async function takeCartRows(memberId: number, lines: readonly OrderedLine[]): Promise<void> {
  const ids = lines.flatMap(({ cartId }) => cartId ?? []);
  if (ids.length === 0) return;
  await checkCartRows(memberId, lines);
  const { deletedCount } = await CartRowModel.deleteMany({ memberId, _id: { $in: ids } });
  if (deletedCount < ids.length) throw new LostRace(`cart rows of ${memberId}`);
}
