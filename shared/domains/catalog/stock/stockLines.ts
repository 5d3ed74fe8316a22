export interface StockLine {
  skuId: number;
  count: number;
}

/** One line per SKU, sorted by id, so that orders that share SKUs do not deadlock. */
export function sumPerSku(lines: readonly StockLine[]): StockLine[] {
  const counts = new Map<number, number>();
  for (const { skuId, count } of lines) counts.set(skuId, (counts.get(skuId) ?? 0) + count);
  return [...counts].map(([skuId, count]) => ({ skuId, count })).sort((a, b) => a.skuId - b.skuId);
}
