import type { QueryFilter } from "mongoose";
import { findSkusWithSpus, type ShelvedSpu, type SkuDoc } from "#shared/domains/catalog/index.js";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { percentOf } from "#shared/kernel/money/money.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { byWords } from "#shared/kernel/lists/searchTerms.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { DiscountActivityModel, type DiscountActivityDoc, type DiscountProduct } from "./discountActivity.model.js";
import { isRunning, periodFilter, type StatusFilter } from "../period.js";
import { promotionErrors } from "../promotion.errors.js";

/** A running activity's discount on a variant. */
export interface RunningDiscount {
  activityId: number;
  name: string;
  skuId: number;
  spuId: number;
  kind: "percent" | "amount";
  /** The paid part: 80 means 80 % of the price. */
  percent: number | null;
  /** The reduction per piece. */
  amountFen: number | null;
  endAt: Date;
}

interface OpenActivity {
  activity: DiscountActivityDoc;
  bySku: Map<number, DiscountProduct>;
}

/** Running and future activities, newest first. Callers filter by time, so that starts and ends are never late. */
const openActivities = defineCache<OpenActivity[]>("openDiscounts", { ttlMs: seconds(5), max: 1, isSetting: true });

/** Must be called in the transaction of each change of an activity. */
export const invalidateDiscounts = (): void => openActivities.invalidate();

async function activitiesRunning(at: Date): Promise<OpenActivity[]> {
  const open = await openActivities.read("all", async () => {
    const found = await DiscountActivityModel.find({ status: EnabledStatus.enabled, endAt: { $gt: clock.now() } })
      .sort({ _id: -1 })
      .lean<DiscountActivityDoc[]>();
    return found.map((activity) => ({
      activity,
      bySku: new Map(activity.products.map((product) => [product.skuId, product])),
    }));
  });
  return open.filter(({ activity }) => isRunning(activity, at));
}

/** The discounts of these variants at a moment, without variants that have none. Needs no query while it is cached. */
export async function runningDiscounts(skuIds: readonly number[], at: Date): Promise<Map<number, RunningDiscount>> {
  const running = await activitiesRunning(at);
  const found = new Map<number, RunningDiscount>();
  for (const { activity, bySku } of running)
    for (const skuId of skuIds) {
      const product = bySku.get(skuId);
      if (!product || found.has(skuId)) continue;
      found.set(skuId, { ...product, activityId: activity._id, name: activity.name, endAt: activity.endAt });
    }
  return found;
}

/** The discounted price per piece; never below 0. */
function discountedFen(
  priceFen: number,
  { kind, percent, amountFen }: Pick<DiscountProduct, "kind" | "percent" | "amountFen">,
): number {
  const saleFen = kind === "percent" ? percentOf(priceFen, percent ?? 100) : priceFen - (amountFen ?? 0);
  return Math.min(Math.max(saleFen, 0), priceFen);
}

export interface DiscountedProduct {
  product: DiscountProduct;
  sku: SkuDoc;
  spu: ShelvedSpu;
  saleFen: number;
}
export interface DiscountShelf {
  products: DiscountedProduct[];
  /** The newest running activity's; "" when none runs. */
  remark: string;
  imgUrl: string;
}

/** All discounted products on shelf now, those of the newest activity first (rules: Catalog and prices). */
export async function discountShelf(): Promise<DiscountShelf> {
  const running = await activitiesRunning(clock.now());
  const products = new Map<number, DiscountProduct>();
  for (const { activity } of running)
    for (const product of activity.products) if (!products.has(product.skuId)) products.set(product.skuId, product);
  const found = await findSkusWithSpus([...products.keys()]);
  const newest = running[0]?.activity;
  return {
    products: found.flatMap(({ sku, spu }) => {
      const product = products.get(sku._id)!;
      return spu.status === SpuStatus.onShelf
        ? [{ product, sku, spu, saleFen: discountedFen(sku.priceFen, product) }]
        : [];
    }),
    remark: newest?.remark ?? "",
    imgUrl: newest?.imgUrl ?? "",
  };
}

/** Any activity. Throws DiscountActivityNotFound. */
export async function getDiscountActivity(activityId: number): Promise<DiscountActivityDoc> {
  const activity = await DiscountActivityModel.findById(activityId).lean<DiscountActivityDoc>();
  if (!activity) throw promotionErrors.DiscountActivityNotFound();
  return activity;
}

export interface ActivitySearch {
  name?: string | undefined;
  status?: StatusFilter | undefined;
  /** Both ends inclusive. */
  createdBetween?: TimeSpan | undefined;
}

type ActivityFilter = Partial<ReturnType<typeof periodFilter>> &
  ReturnType<typeof createdWithin> & { nameTerms?: ReturnType<typeof byWords> };

/** The filter of a back-office page. */
export const activityFilter = ({ name, status, createdBetween }: ActivitySearch): ActivityFilter => ({
  ...(name ? { nameTerms: byWords(name) } : {}),
  ...(status === undefined ? {} : periodFilter(status, clock.now())),
  ...createdWithin(createdBetween),
});

/** Activities, newest first. */
export async function pageDiscountActivities(search: ActivitySearch, page: Page): Promise<PageOf<DiscountActivityDoc>> {
  const filter: QueryFilter<DiscountActivityDoc> = activityFilter(search);
  return pageOf(DiscountActivityModel, filter, page);
}
