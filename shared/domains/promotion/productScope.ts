/** What a coupon or a reward is meant for: 1 all products, 2 these products, 3 these categories (children not included). */
export type ProductScopeKind = 1 | 2 | 3;
export interface ProductScope {
  productScope: ProductScopeKind;
  /** Ids of products (2) or categories (3); empty for 1. */
  scopeValues: readonly number[];
}
export interface ScopedItem {
  spuId: number;
  categoryId: number;
}

export function isInScope({ productScope, scopeValues }: ProductScope, { spuId, categoryId }: ScopedItem): boolean {
  if (productScope === 1) return true;
  return scopeValues.includes(productScope === 2 ? spuId : categoryId);
}

/** As it is stored: no ids beside "all", each id once. */
export function cleanScope({ productScope, scopeValues }: ProductScope): {
  productScope: ProductScopeKind;
  scopeValues: number[];
} {
  return { productScope, scopeValues: productScope === 1 ? [] : [...new Set(scopeValues)] };
}
