import { catalogErrors, getSpuDetail } from "#shared/domains/catalog/index.js";

/**
 * Checks that every product is on shelf and that its variants together have the wanted count, summed per product.
 * Throws SpuNotFound, SpuOffShelf, StockShort.
 */
export async function checkCanBuy(wanted: readonly { spuId: number; buyCount: number }[]): Promise<true> {
  const counts = new Map<number, number>();
  for (const { spuId, buyCount } of wanted) counts.set(spuId, (counts.get(spuId) ?? 0) + buyCount);
  for (const [spuId, count] of counts) {
    // The product's stored total lags behind its variants' stock.
    const { skus } = await getSpuDetail(spuId);
    if (skus.reduce((sum, sku) => sum + sku.stock, 0) < count) throw catalogErrors.StockShort();
  }
  return true;
}
