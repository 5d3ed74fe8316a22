import type { QueryFilter, SortOrder } from "mongoose";
import { catalogErrors } from "./catalog.errors.js";
import { withEnabledChildren } from "./category.queries.js";
import { termsOfKeyword } from "./keywordTerms.js";
import { openedSpus, spuPages } from "./shelf.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";

export interface SpuPageQuery {
  pageNo: number;
  pageSize: number;
  /** With its enabled children; 0 means all. */
  categoryId?: number | undefined;
  categoryIds?: number[] | undefined;
  ids?: number[] | undefined;
  /** 0 means all. */
  brandId?: number | undefined;
  isHot?: boolean | undefined;
  isNew?: boolean | undefined;
  keyword?: string | undefined;
  sortField?: "price" | "salesCount" | "createTime" | undefined;
  sortAsc?: boolean | undefined;
}

const sortKeys = { price: "priceFen", salesCount: "salesShown", createTime: "createdAt" } as const;

/** The products on shelf that fit every filter (spec, Product; contract 4). */
export function findSpuPage(query: SpuPageQuery): Promise<{ list: SpuDoc[]; total: number }> {
  return spuPages.read(JSON.stringify(query), () => readSpuPage(query));
}

async function readSpuPage(query: SpuPageQuery): Promise<{ list: SpuDoc[]; total: number }> {
  const filter = await filterOf(query);
  if (!filter) return { list: [], total: 0 };
  const [list, total] = await Promise.all([
    SpuModel.find(filter)
      .sort(sortOf(query))
      .skip((query.pageNo - 1) * query.pageSize)
      .limit(query.pageSize)
      .lean<SpuDoc[]>(),
    SpuModel.countDocuments(filter),
  ]);
  return { list, total };
}

/** A flat filter, so that the compound indexes of spu.model.ts fit it; undefined when nothing can fit. */
async function filterOf(query: SpuPageQuery): Promise<QueryFilter<SpuDoc> | undefined> {
  const filter: QueryFilter<SpuDoc> = { status: 1 };
  const categoryIds = await categoriesOf(query);
  if (categoryIds) filter.categoryId = anyOf(categoryIds);
  if (query.ids?.length) filter._id = anyOf(query.ids);
  if (query.brandId) filter.brandId = query.brandId;
  if (query.isHot !== undefined) filter.isHot = query.isHot;
  if (query.isNew !== undefined) filter.isNewArrival = query.isNew;
  if (query.keyword) {
    const [first, ...others] = termsOfKeyword(query.keyword);
    if (first === undefined) return undefined;
    filter.keywordTerms = others.length === 0 ? first : { $all: [first, ...others] };
  }
  return filter;
}

const anyOf = (ids: readonly number[]): number | { $in: readonly number[] } =>
  ids.length === 1 ? ids[0]! : { $in: ids };

/** What categoryId and categoryIds allow together, with the enabled children; undefined: every category. */
async function categoriesOf({ categoryId, categoryIds }: SpuPageQuery): Promise<number[] | undefined> {
  const byOne = categoryId ? await withEnabledChildren([categoryId]) : undefined;
  const byMany = categoryIds?.length ? await withEnabledChildren(categoryIds) : undefined;
  if (byOne && byMany) return byOne.filter((id) => byMany.includes(id));
  return byOne ?? byMany;
}

function sortOf({ sortField, sortAsc = false }: SpuPageQuery): Record<string, SortOrder> {
  const first = sortField ? { [sortKeys[sortField]]: sortAsc ? 1 : -1 } : {};
  return { ...first, sort: -1, _id: -1 } as Record<string, SortOrder>;
}

/** A product on shelf with its SKUs. SpuNotFound (also for one in the recycle bin), SpuOffShelf. */
export function getSpuDetail(spuId: number): Promise<{ spu: SpuDoc; skus: SkuDoc[] }> {
  return openedSpus.read(String(spuId), () => openSpu(spuId));
}

async function openSpu(spuId: number): Promise<{ spu: SpuDoc; skus: SkuDoc[] }> {
  const spu = await SpuModel.findById(spuId).lean<SpuDoc>();
  if (!spu || spu.status === -1) throw catalogErrors.SpuNotFound();
  if (spu.status !== 1) throw catalogErrors.SpuOffShelf();
  return { spu, skus: await SkuModel.find({ spuId }).sort({ _id: 1 }).lean<SkuDoc[]>() };
}

/** Products of any status, by id. */
export async function findSpus(spuIds: readonly number[]): Promise<SpuDoc[]> {
  if (spuIds.length === 0) return [];
  return SpuModel.find({ _id: { $in: [...new Set(spuIds)] } }).lean<SpuDoc[]>();
}

/** SKUs with their products, of any status, in the order asked for; what is gone is absent. */
export async function findSkusWithSpus(skuIds: readonly number[]): Promise<{ sku: SkuDoc; spu: SpuDoc }[]> {
  if (skuIds.length === 0) return [];
  const skus = await SkuModel.find({ _id: { $in: [...new Set(skuIds)] } }).lean<SkuDoc[]>();
  const spus = new Map((await findSpus(skus.map((sku) => sku.spuId))).map((spu) => [spu._id, spu]));
  const found = new Map(skus.map((sku) => [sku._id, sku]));
  return [...new Set(skuIds)].flatMap((skuId) => {
    const sku = found.get(skuId);
    const spu = sku && spus.get(sku.spuId);
    return spu ? [{ sku, spu }] : [];
  });
}

/** Is the shop still without any product? The demo seed asks. */
export async function hasProducts(): Promise<boolean> {
  return (await SpuModel.exists({})) !== null;
}
