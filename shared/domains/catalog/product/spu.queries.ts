import type { Aggregate, PipelineStage, QueryFilter } from "mongoose";
import { pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { withDeleted, type LogicallyDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { byWords, termsOfKeyword } from "#shared/kernel/lists/searchTerms.js";
import { catalogErrors } from "../catalog.errors.js";
import { withEnabledChildren } from "../category/category.queries.js";
import { asSold, readClosedCategories } from "../category/closedCategories.js";
import {
  ALL_IN_ORDER,
  FIRST_IN_ORDER,
  notListed,
  openedSpus,
  spuOrders,
  spuPages,
  spuTotals,
  type ShelvedSpu,
} from "./shelf.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";
import { SpuStatus } from "../catalog.states.js";

export interface SpuPageQuery extends Page {
  /** Includes its enabled children; 0: all. */
  categoryId?: number | undefined;
  categoryIds?: number[] | undefined;
  ids?: number[] | undefined;
  /** 0: all. */
  brandId?: number | undefined;
  isHot?: boolean | undefined;
  isNew?: boolean | undefined;
  keyword?: string | undefined;
  sortField?: "price" | "salesCount" | "createTime" | undefined;
  sortAsc?: boolean | undefined;
}

const sortKeys = { price: "priceFen", salesCount: "salesShown", createTime: "createdAt" } as const;

/** Products on sale that match all filters (rules: Catalog and prices). */
export function pageSpus(query: SpuPageQuery): Promise<PageOf<ShelvedSpu>> {
  return spuPages.read(JSON.stringify(query), () => readSpuPage(query));
}

async function readSpuPage(query: SpuPageQuery): Promise<PageOf<ShelvedSpu>> {
  const filter = await filterOf(query);
  if (!filter) return { list: [], total: 0 };
  const sort = sortOf(query);
  const depth = query.pageNo * query.pageSize <= FIRST_IN_ORDER ? FIRST_IN_ORDER : ALL_IN_ORDER;
  const orders = query.sortField === "salesCount" ? "bySales" : depth === FIRST_IN_ORDER ? "first" : "all";
  const key = JSON.stringify([filter, sort, depth]);
  const ids = await spuOrders[orders].read(key, () => idsInOrder(filter, sort, depth));
  const { list, total } = pageOfRows(ids, query);
  const [spus, counted] = await Promise.all([listedSpus(list), total < depth ? total : totalOf(filter)]);
  return { list: spus, total: counted };
}

const totalOf = (filter: SpuFilter): Promise<number> => spuTotals.read(JSON.stringify(filter), () => countSpus(filter));

const withoutTexts = Object.fromEntries(notListed.map((field) => [field, 0]));

/** The first `depth` ids of the search. */
async function idsInOrder(filter: SpuFilter, sort: Record<string, 1 | -1>, depth: number): Promise<number[]> {
  // As one row, because thousands of rows would take longer to decode than to find.
  const [row] = await onShelf<{ ids: number[] }>([
    ...narrowing(filter),
    { $sort: sort },
    { $limit: depth },
    { $project: { _id: 1 } },
    { $group: { _id: null, ids: { $push: "$_id" } } },
  ]);
  return row?.ids ?? [];
}

/** In the order of `ids`, without products that are no longer on sale. */
async function listedSpus(ids: readonly number[]): Promise<ShelvedSpu[]> {
  if (ids.length === 0) return [];
  // Deleted products are off shelf anyway.
  const found = await asSold(await withDeleted(SpuModel.find({ _id: anyOf(ids) }, withoutTexts)).lean<ShelvedSpu[]>());
  const byId = new Map(found.filter(({ status }) => status === SpuStatus.onShelf).map((spu) => [spu._id, spu]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Without those of closed categories, counted apart: an index counts each, but not the difference. */
async function countSpus({ closed, ...filter }: SpuFilter): Promise<number> {
  const count = async (counted: SpuFilter): Promise<number> => {
    const [row] = await onShelf<{ total: number }>([...narrowing(counted), { $count: "total" }]);
    return row?.total ?? 0;
  };
  const all = await count(filter);
  return closed ? all - (await count({ ...filter, categoryIds: closed })) : all;
}

/** Deleted products are off shelf anyway; without the extra condition an index alone can count. */
const onShelf = <R>(stages: PipelineStage[]): Aggregate<R[]> =>
  SpuModel.aggregate<R>(stages).option({ withDeleted: true });

/** The filters of a search; null: no product can match. */
interface SpuFilter {
  ids?: number[] | undefined;
  terms: string[];
  brandId?: number | undefined;
  categoryIds?: readonly number[] | undefined;
  /** Without categoryIds: those that are closed and have products. */
  closed?: readonly number[] | undefined;
  isHot?: boolean | undefined;
  isNewArrival?: boolean | undefined;
}

async function filterOf(query: SpuPageQuery): Promise<SpuFilter | null> {
  const terms = query.keyword ? termsOfKeyword(query.keyword) : [];
  if (query.keyword && terms.length === 0) return null;
  // An empty list of ids means no products, not all.
  if (query.ids?.length === 0 || query.categoryIds?.length === 0) return null;
  const closed = await readClosedCategories();
  const categoryIds = (await categoriesOf(query))?.filter((id) => !closed.ids.has(id));
  if (categoryIds?.length === 0) return null;
  return {
    ids: query.ids,
    // The longest matches the fewest.
    terms: terms.toSorted((a, b) => b.length - a.length),
    brandId: query.brandId || undefined,
    categoryIds,
    closed: categoryIds || closed.withSpus.length === 0 ? undefined : closed.withSpus,
    isHot: query.isHot,
    isNewArrival: query.isNew,
  };
}

/**
 * The first stage has the condition that starts an index and is most selective. MongoDB merges the stages and chooses
 * by itself; a store that chooses an index by the first stage alone finds one too.
 */
function narrowing({
  ids,
  terms,
  brandId,
  categoryIds,
  closed,
  isHot,
  isNewArrival,
}: SpuFilter): PipelineStage.Match[] {
  const [term, ...otherTerms] = terms;
  const conditions: QueryFilter<SpuDoc>[] = [];
  if (ids) conditions.push({ _id: anyOf(ids) });
  if (term !== undefined) conditions.push({ keywordTerms: term });
  if (brandId !== undefined) conditions.push({ brandId });
  if (categoryIds) conditions.push({ categoryId: anyOf(categoryIds) });
  // Few are hot or new, most are not.
  if (isHot) conditions.push({ isHot });
  if (isNewArrival) conditions.push({ isNewArrival });
  conditions.push({ status: SpuStatus.onShelf });
  if (isHot === false) conditions.push({ isHot });
  if (isNewArrival === false) conditions.push({ isNewArrival });
  if (closed) conditions.push({ categoryId: { $nin: closed } });
  if (otherTerms.length > 0) conditions.push({ keywordTerms: { $all: otherTerms } });
  const [first, ...others] = conditions;
  return [
    { $match: first! },
    ...(others.length > 0 ? [{ $match: Object.assign({}, ...others) as QueryFilter<SpuDoc> }] : []),
  ];
}

const anyOf = (ids: readonly number[]): number | { $in: readonly number[] } =>
  ids.length === 1 ? ids[0]! : { $in: ids };

/** The categories that match both categoryId and categoryIds, with enabled children; undefined: all. */
async function categoriesOf({ categoryId, categoryIds }: SpuPageQuery): Promise<number[] | undefined> {
  const byOne = categoryId ? await withEnabledChildren([categoryId]) : undefined;
  const byMany = categoryIds ? await withEnabledChildren(categoryIds) : undefined;
  if (byOne && byMany) return byOne.filter((id) => byMany.includes(id));
  return byOne ?? byMany;
}

function sortOf({ sortField, sortAsc = false }: SpuPageQuery): Record<string, 1 | -1> {
  return { ...(sortField ? { [sortKeys[sortField]]: sortAsc ? 1 : -1 } : {}), sort: -1, _id: -1 };
}

/** A product on sale with its SKUs. Throws SpuNotFound (also for one in the recycle bin), SpuOffShelf. */
export function getSpuDetail(spuId: number): Promise<{ spu: SpuDoc; skus: SkuDoc[] }> {
  return openedSpus.read(String(spuId), () => openSpu(spuId));
}

async function openSpu(spuId: number): Promise<{ spu: SpuDoc; skus: SkuDoc[] }> {
  const found = await SpuModel.findById(spuId).lean<SpuDoc>();
  const [spu] = await asSold(found ? [found] : []);
  if (!spu || spu.status === SpuStatus.recycled) throw catalogErrors.SpuNotFound();
  if (spu.status !== SpuStatus.onShelf) throw catalogErrors.SpuOffShelf();
  return { spu, skus: await SkuModel.find({ spuId }).sort({ _id: 1 }).lean<SkuDoc[]>() };
}

/** Products of any status, by id, as they are sold (off shelf in a closed category), without their long texts. */
export async function findSpus(spuIds: readonly number[]): Promise<ShelvedSpu[]> {
  if (spuIds.length === 0) return [];
  return asSold(await SpuModel.find({ _id: { $in: [...new Set(spuIds)] } }, withoutTexts).lean<ShelvedSpu[]>());
}

/** Products with deleted ones, each with its own status, for records and sales numbers that refer to them. */
export async function findSpusOfRecords(spuIds: readonly number[]): Promise<ShelvedSpu[]> {
  return withDeleted(SpuModel.find({ _id: { $in: [...new Set(spuIds)] } }, withoutTexts)).lean<ShelvedSpu[]>();
}

/** SKUs with their products of any status, as they are sold, in the given order, without deleted ones. */
export async function findSkusWithSpus(skuIds: readonly number[]): Promise<{ sku: SkuDoc; spu: ShelvedSpu }[]> {
  if (skuIds.length === 0) return [];
  const wanted = [...new Set(skuIds)];
  const rows = await SkuModel.aggregate<SkuDoc & { spu: ShelvedSpu & LogicallyDeleted }>([
    { $match: { _id: { $in: wanted } } },
    // No more conditions here: a store may then read the whole collection instead of using the index.
    { $lookup: { from: SpuModel.collection.name, localField: "spuId", foreignField: "_id", as: "spu" } },
    { $unwind: "$spu" },
    { $unset: notListed.map((field) => `spu.${field}`) },
  ]);
  const spus = await asSold(rows.map(({ spu }) => spu));
  const found = new Map(rows.map(({ spu: _spu, ...sku }, index) => [sku._id, { sku, spu: spus[index]! }]));
  return wanted.flatMap((skuId) => {
    const one = found.get(skuId);
    return one && !one.spu.deletedAt ? [one] : [];
  });
}

/** Products of any status, deleted ones included, whose name matches a search text; a thousand at most. */
export async function spuIdsNamed(name: string): Promise<number[]> {
  const found = await withDeleted(SpuModel.find({ keywordTerms: byWords(name) }, { _id: 1 }))
    .limit(1_000)
    .lean<Pick<SpuDoc, "_id">[]>();
  return found.map(({ _id }) => _id);
}

/** For the demo seed. */
export async function hasProducts(): Promise<boolean> {
  return (await SpuModel.exists({})) !== null;
}
