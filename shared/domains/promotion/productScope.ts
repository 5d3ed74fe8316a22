import { ProductScopeKind } from "./promotion.codes.js";
/** What a coupon or a reward is meant for. */
export interface ProductScope {
  productScope: ProductScopeKind;
  /** Ids of products or categories; empty for all. */
  scopeValues: readonly number[];
}
export interface ScopedItem {
  spuId: number;
  categoryId: number;
}

export function isInScope({ productScope, scopeValues }: ProductScope, { spuId, categoryId }: ScopedItem): boolean {
  if (productScope === ProductScopeKind.all) return true;
  return scopeValues.includes(productScope === ProductScopeKind.products ? spuId : categoryId);
}

/** As it is stored: no ids beside "all", each id once. */
export function cleanScope({ productScope, scopeValues }: ProductScope): {
  productScope: ProductScopeKind;
  scopeValues: number[];
} {
  return { productScope, scopeValues: productScope === ProductScopeKind.all ? [] : [...new Set(scopeValues)] };
}
