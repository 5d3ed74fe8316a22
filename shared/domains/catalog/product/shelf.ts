import { recordChange } from "#shared/domains/audit/index.js";
import { MOST_COUNTED } from "#shared/kernel/lists/longLists.js";
import type { PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import type { BrandDoc } from "../brand/brand.model.js";
import type { SkuDoc } from "./sku.model.js";
import type { SpuDoc } from "./spu.model.js";

/** A product with its variants, for its own page. Each order, roll-up and change invalidates it. */
export const openedSpus = defineCache<{ spu: SpuDoc; skus: SkuDoc[] }>("openedSpus", { ttlMs: seconds(5), max: 2_000 });

/**
 * Pages of products. An operator's change invalidates them; totals of stock and sales lag behind orders anyway, and may
 * be a second older here.
 */
export const spuPages = defineCache<PageOf<ShelvedSpu>>("spuPages", { ttlMs: seconds(1), max: 500 });

/** Fields that lists do not read; only a product's own page, the search and operators use them. */
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
 * The sorted product ids of a search, from which its pages are cut. Operators' changes invalidate them, so that they may be
 * kept long; the order by sales, which lags behind orders anyway, for a shorter time. So many ids are read for a search's
 * first pages, however many it has, and so many for later ones: pages reach no further.
 */
export const spuOrders = {
  first: defineCache<readonly number[]>("spuOrders", { ttlMs: seconds(30), max: 2_000 }),
  all: defineCache<readonly number[]>("spuOrdersOfAll", { ttlMs: seconds(30), max: 50 }),
  bySales: defineCache<readonly number[]>("spuOrdersBySales", { ttlMs: seconds(5), max: 200 }),
};
export const FIRST_IN_ORDER = 1_000;
export const ALL_IN_ORDER = MOST_COUNTED;

/** The number of results of a search with more; only operators' changes affect it, and invalidate it. */
export const spuTotals = defineCache<number>("spuTotals", { ttlMs: seconds(30), max: 2_000 });

/** Enabled brands, by which shoppers filter; every change invalidates them. */
export const brandsInUse = defineCache<BrandDoc[]>("brandsInUse", { ttlMs: seconds(5), max: 1 });

/** Categories that are disabled, or below one that is: their products are not sold. */
export interface ClosedCategories {
  ids: ReadonlySet<number>;
  /** Those that have products on shelf. Mostly there are none, and lists then need no condition. */
  withSpus: readonly number[];
}
/** Every change of a category or a product invalidates them. */
export const closedCategories = defineCache<ClosedCategories>("closedCategories", {
  ttlMs: seconds(5),
  max: 1,
  isSetting: true,
});

/** Must be called after each change of a product, a variant, a brand or a category. */
export function invalidateShelf(spuId?: number): void {
  openedSpus.invalidate(spuId === undefined ? undefined : String(spuId));
  spuPages.invalidate();
  for (const orders of Object.values(spuOrders)) orders.invalidate();
  spuTotals.invalidate();
  if (spuId !== undefined) return;
  brandsInUse.invalidate();
  closedCategories.invalidate();
}

/** Called at the end of each catalog write, in its transaction: invalidates caches and audits an operator's write. */
export async function recordCatalogChange(
  action: string,
  bizId: number,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  invalidateShelf();
  await recordChange("product", action, bizId, change);
}
