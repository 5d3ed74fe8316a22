import { daysWithin } from "#shared/kernel/lists/filters.js";
import { findSpusOfRecords } from "#shared/domains/catalog/index.js";
import type { ProductNumbers } from "#shared/domains/trade/index.js";
import { pageCountedToMost, pageStages, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { daysBefore, daysBetween } from "./days.js";
import { ProductDayModel } from "./productDay.model.js";
import type { VisitNumbers } from "./productVisit.models.js";

const counted = [
  "browseCount",
  "browseUserCount",
  "cartCount",
  "orderCount",
  "orderPayCount",
  "orderPayPriceFen",
  "afterSaleCount",
  "afterSaleRefundPriceFen",
] as const satisfies (keyof ProductSums)[];

/** A member who viewed on two days counts twice in a sum of both. */
type ProductSums = ProductNumbers & VisitNumbers;

const sums = Object.fromEntries(counted.map((name) => [name, { $sum: `$${name}` }]));
const nothing = Object.fromEntries(counted.map((name) => [name, 0])) as unknown as ProductSums;

export interface ProductAnalysis {
  value: ProductSums;
  /** For the span of the same length right before. */
  reference: ProductSums;
  /** Each day, oldest first. */
  days: (ProductSums & { day: string })[];
}

/** All products together. Days as yyyy-MM-dd, inclusive. */
export async function productAnalysis(from: string, to: string): Promise<ProductAnalysis> {
  const before = daysBefore(from, to);
  const rows = await ProductDayModel.aggregate<ProductSums & { _id: string }>([
    { $match: { day: daysWithin({ from: before.from, to }) } },
    { $group: { _id: "$day", ...sums } },
  ]);
  const byDay = new Map(rows.map(({ _id, ...numbers }) => [_id, numbers]));
  const sumOf = (start: string, end: string): ProductSums =>
    daysBetween(start, end).reduce((sum, day) => plus(sum, byDay.get(day) ?? nothing), nothing);
  return {
    value: sumOf(from, to),
    reference: sumOf(before.from, before.to),
    days: daysBetween(from, to).map((day) => ({ ...nothing, ...byDay.get(day), day })),
  };
}

const plus = (a: ProductSums, b: ProductSums): ProductSums =>
  Object.fromEntries(counted.map((name) => [name, a[name] + b[name]])) as unknown as ProductSums;

/** What products can be ranked by. */
type ProductRank = (typeof counted)[number];

export interface RankedProduct extends ProductSums {
  spuId: number;
  /** Its current name; for a deleted product the name when it was bought. */
  name: string;
  picUrl: string;
}

/** Products of a time span, ranked by `by`, most first. */
export async function rankProducts(
  { from, to, by }: { from: string; to: string; by: ProductRank },
  page: Page,
): Promise<PageOf<RankedProduct>> {
  const $match = { day: daysWithin({ from, to }) };
  const count = async (upTo: number): Promise<number> => {
    const [all] = await ProductDayModel.aggregate<{ total: number }>([
      { $match },
      { $group: { _id: "$spuId" } },
      { $limit: upTo },
      { $count: "total" },
    ]);
    return all?.total ?? 0;
  };
  const ranked = ProductDayModel.aggregate<ProductSums & { _id: number; spuName: string }>([
    { $match },
    { $group: { _id: "$spuId", spuName: { $max: "$spuName" }, ...sums } },
    { $sort: { [by]: -1, _id: 1 } },
    ...pageStages(page),
  ]).exec();
  const { list, total } = await pageCountedToMost({ name: `products sold ${from} ${to}`, page, rows: ranked, count });
  const spus = await findSpusOfRecords(list.map(({ _id }) => _id));
  const byId = new Map(spus.map((spu) => [spu._id, spu]));
  return {
    list: list.map(({ _id: spuId, spuName, ...numbers }) => ({
      spuId,
      ...numbers,
      name: byId.get(spuId)?.name ?? spuName,
      picUrl: byId.get(spuId)?.picUrl ?? "",
    })),
    total,
  };
}
