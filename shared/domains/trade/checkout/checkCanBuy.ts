import { catalogErrors, getSpuDetail } from "#shared/domains/catalog/index.js";

/**
 * May ordering go on? Every product is on shelf and its variants together hold what is asked for, summed per product.
 * SpuNotFound, SpuOffShelf, StockShort say why not.
 */
export async function checkCanBuy(wanted: readonly { spuId: number; buyCount: number }[]): Promise<true> {
  const counts = new Map<number, number>();
  for (const { spuId, buyCount } of wanted) counts.set(spuId, (counts.get(spuId) ?? 0) + buyCount);
  for (const [spuId, count] of counts) {
    // The variants' own stock: the product's total follows it a moment later.
    const { skus } = await getSpuDetail(spuId);
    if (skus.reduce((sum, sku) => sum + sku.stock, 0) < count) throw catalogErrors.StockShort();
  }
  return true;
}
