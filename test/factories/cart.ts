import { addToCart } from "#shared/domains/cart/index.js";
import { buildSpu } from "./spu.js";

/** A row in a member's cart, of a new product unless `skuId` names one. */
export async function buildCartRow(
  memberId: number,
  { skuId, count = 1 }: { skuId?: number; count?: number } = {},
): Promise<{ cartId: number; skuId: number; count: number }> {
  const chosen = skuId ?? (await buildSpu()).skuIds[0]!;
  return { cartId: await addToCart(memberId, { skuId: chosen, count }), skuId: chosen, count };
}
