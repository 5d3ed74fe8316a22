import type { QueryFilter } from "mongoose";
import { catalogErrors } from "./catalog.errors.js";
import { CategoryModel, type CategoryDoc } from "./category.model.js";
import { termsOfKeyword } from "./keywordTerms.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";

/** What the back office shows as tabs (domain-facts 3.1). The recycle bin shows only in its own. */
const tabs = {
  /** On sale. */
  0: { status: 1 },
  /** In the warehouse. */
  1: { status: 0 },
  /** Sold out. */
  2: { status: { $ne: -1 }, stock: 0 },
  /** Nearly sold out. */
  3: { status: { $ne: -1 }, stock: { $lte: 10 } },
  /** Recycle bin. */
  4: { status: -1 },
} as const satisfies Record<number, QueryFilter<SpuDoc>>;
export type SpuTab = keyof typeof tabs;
export const spuTabs = [0, 1, 2, 3, 4] as const;

export interface SpuSearch {
  /** Alone it finds the product wherever it lies, in the recycle bin too. */
  id?: number | undefined;
  tabType?: SpuTab | undefined;
  name?: string | undefined;
  /** With all its children. */
  categoryId?: number | undefined;
  brandId?: number | undefined;
  createTime?: readonly [Date, Date] | undefined;
}
export interface SpuAdminQuery extends SpuSearch {
  pageNo: number;
  pageSize: number;
}

/** Products of a tab (without one: all but the recycle bin), by sort, then newest first. */
export async function findSpuAdminPage(query: SpuAdminQuery): Promise<{ list: SpuDoc[]; total: number }> {
  const filter = await filterOf(query);
  if (!filter) return { list: [], total: 0 };
  const [list, total] = await Promise.all([
    SpuModel.find(filter)
      .sort({ sort: -1, _id: -1 })
      .skip((query.pageNo - 1) * query.pageSize)
      .limit(query.pageSize)
      .lean<SpuDoc[]>(),
    SpuModel.countDocuments(filter),
  ]);
  return { list, total };
}

/** All of a search in the page's order, read as they are taken; without their long texts. */
export async function* eachSpu(search: SpuSearch): AsyncGenerator<SpuDoc> {
  const filter = await filterOf(search);
  if (!filter) return;
  const short = { description: 0, descriptionOne: 0, descriptionTwo: 0, descriptionThree: 0, keywordTerms: 0 };
  yield* SpuModel.find(filter, short).sort({ sort: -1, _id: -1 }).lean<SpuDoc[]>().cursor({ batchSize: 500 });
}

/** Undefined when no name can fit. */
async function filterOf(query: SpuSearch): Promise<QueryFilter<SpuDoc> | undefined> {
  const { id, tabType, name, categoryId, brandId, createTime } = query;
  const filter: QueryFilter<SpuDoc> = {
    ...(tabType === undefined ? (id === undefined ? { status: { $ne: -1 } } : {}) : tabs[tabType]),
    ...(id === undefined ? {} : { _id: id }),
  };
  if (name) {
    const terms = termsOfKeyword(name);
    if (terms.length === 0) return undefined;
    filter.keywordTerms = { $all: terms };
  }
  if (categoryId) {
    const children = await CategoryModel.find({ parentId: categoryId }, { _id: 1 }).lean<Pick<CategoryDoc, "_id">[]>();
    filter.categoryId = { $in: [categoryId, ...children.map((child) => child._id)] };
  }
  if (brandId) filter.brandId = brandId;
  if (createTime) filter.createdAt = { $gte: createTime[0], $lte: createTime[1] };
  return filter;
}

/** How many products each tab has. */
export async function countSpuTabs(): Promise<Record<SpuTab, number>> {
  const [first, second, third, fourth, fifth] = await Promise.all(
    spuTabs.map((tab) => SpuModel.countDocuments(tabs[tab])),
  );
  return { 0: first!, 1: second!, 2: third!, 3: fourth!, 4: fifth! };
}

/** A product of any status with its SKUs. SpuNotFound. */
export async function getSpu(spuId: number): Promise<{ spu: SpuDoc; skus: SkuDoc[] }> {
  const spu = await SpuModel.findById(spuId).lean<SpuDoc>();
  if (!spu) throw catalogErrors.SpuNotFound();
  return { spu, skus: await SkuModel.find({ spuId }).sort({ _id: 1 }).lean<SkuDoc[]>() };
}
