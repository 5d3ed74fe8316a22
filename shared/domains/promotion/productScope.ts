import { ProductScopeKind } from "./promotion.codes.js";
/** The products that a coupon or a reward applies to. */
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

/** The stored form: no ids for "all", each id once. */
export function cleanScope({ productScope, scopeValues }: ProductScope): {
  productScope: ProductScopeKind;
  scopeValues: number[];
} {
  return { productScope, scopeValues: productScope === ProductScopeKind.all ? [] : [...new Set(scopeValues)] };
}
