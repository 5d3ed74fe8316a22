import { defineCache } from "#shared/platform/cache.js";
import { seconds } from "#shared/platform/clock.js";
import type { SkuDoc } from "./sku.model.js";
import type { SpuDoc } from "./spu.model.js";

/** A product with its variants, as a shopper opens it. Each sale and each change of it is forgotten at once. */
export const openedSpus = defineCache<{ spu: SpuDoc; skus: SkuDoc[] }>("openedSpus", { ttlMs: seconds(5), max: 2_000 });

/**
 * Pages of products. An operator's change is seen at once; totals of stock and sales follow their orders by a roll-up
 * anyway and may be a second older here.
 */
export const spuPages = defineCache<{ list: SpuDoc[]; total: number }>("spuPages", { ttlMs: seconds(1), max: 500 });

/** To be called by whoever changes a product, a variant, or the categories above them. */
export function forgetShelf(spuId?: number): void {
  openedSpus.forget(spuId === undefined ? undefined : String(spuId));
  spuPages.forget();
}
