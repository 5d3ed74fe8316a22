import { recordChange } from "#shared/domains/audit/index.js";
import type { PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import type { BrandDoc } from "../brand/brand.model.js";
import type { SkuDoc } from "./sku.model.js";
import type { SpuDoc } from "./spu.model.js";

/** A product with its variants, as a shopper opens it. Each sale and each change of it is forgotten at once. */
export const openedSpus = defineCache<{ spu: SpuDoc; skus: SkuDoc[] }>("openedSpus", { ttlMs: seconds(5), max: 2_000 });

/**
 * Pages of products. An operator's change is seen at once; totals of stock and sales follow their orders by a roll-up
 * anyway and may be a second older here.
 */
export const spuPages = defineCache<PageOf<ShelvedSpu>>("spuPages", { ttlMs: seconds(1), max: 500 });

/** What only a product's own page, its search and the shop itself know of it: pages do not read it. */
export const notListed = [
  "description",
  "descriptionOne",
  "descriptionTwo",
  "descriptionThree",
  "keyword",
  "keywordTerms",
] as const;
export type ShelvedSpu = Omit<SpuDoc, (typeof notListed)[number]>;

/**
 * The products of a search in their order, by id: all of its pages are cut from it. Operators' changes are seen at once;
 * a place by sales may be so much older, as those follow their orders by a roll-up anyway.
 */
export const spuOrders = defineCache<readonly number[]>("spuOrders", { ttlMs: seconds(5), max: 200 });
/** A search that has more is read page by page. */
export const MOST_IN_ORDER = 5_000;

/** How many products a search has that has too many for that: only an operator changes it, and is seen at once. */
export const spuTotals = defineCache<number>("spuTotals", { ttlMs: seconds(5), max: 2_000 });

/** What shoppers filter by; every change is seen at once. */
export const brandsInUse = defineCache<BrandDoc[]>("brandsInUse", { ttlMs: seconds(5), max: 1 });

/** To be called by whoever changes a product, a variant, a brand, or the categories above them. */
export function invalidateShelf(spuId?: number): void {
  openedSpus.invalidate(spuId === undefined ? undefined : String(spuId));
  spuPages.invalidate();
  spuOrders.invalidate();
  spuTotals.invalidate();
  if (spuId === undefined) brandsInUse.invalidate();
}

/** Ends every write of the catalog, in its transaction: what shoppers read is invalidated, and an operator's write recorded. */
export async function recordCatalogChange(
  action: string,
  bizId: number,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  invalidateShelf();
  await recordChange("product", action, bizId, change);
}
