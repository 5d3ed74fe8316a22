import type { QueryFilter } from "mongoose";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { countUpToMost } from "#shared/kernel/lists/longLists.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { byWords } from "#shared/kernel/lists/searchTerms.js";
import { catalogErrors } from "../catalog.errors.js";
import { CategoryModel, type CategoryDoc } from "../category/category.model.js";
import { withPaidUnits } from "../stock/paidUnits.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { SpuStatus, SpuTab } from "../catalog.states.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";

/** Not by $ne, after which an index is of no use. */
const notRecycled = { $in: [SpuStatus.offShelf, SpuStatus.onShelf] };
/** Recycled products are only in their own tab. */
const tabs = {
  [SpuTab.onShelf]: { status: SpuStatus.onShelf },
  [SpuTab.offShelf]: { status: SpuStatus.offShelf },
  [SpuTab.soldOut]: { status: notRecycled, stock: 0 },
  [SpuTab.nearlySoldOut]: { status: notRecycled, stock: { $lte: 10 } },
  [SpuTab.recycled]: { status: SpuStatus.recycled },
} satisfies Record<SpuTab, QueryFilter<SpuDoc>>;

interface SpuSearch {
  /** Without a tab it also finds recycled products. */
  id?: number | undefined;
  tabType?: SpuTab | undefined;
  name?: string | undefined;
  /** Includes all its children. */
  categoryId?: number | undefined;
  brandId?: number | undefined;
  createTime?: TimeSpan | undefined;
}
type SpuAdminQuery = SpuSearch & Page;

/** Products of a tab (default: all but recycled ones), by sort, then newest first. */
export async function pageSpusForOperators(query: SpuAdminQuery): Promise<PageOf<SpuDoc>> {
  const filter = await filterOf(query);
  const count = isOfAll(query) ? { count: countNotRecycled } : {};
  return pageOf(SpuModel, filter, query, { sort: -1, _id: -1 }, count);
}

const isOfAll = ({ id, tabType, name, categoryId, brandId, createTime }: SpuSearch): boolean =>
  [id, tabType, createTime].every((one) => one === undefined) && !name && !categoryId && !brandId;

/** All but the recycled, which are few, and of which the deleted are a part (deleteSpu). */
async function countNotRecycled(): Promise<number> {
  const [all, recycled] = await Promise.all([
    SpuModel.estimatedDocumentCount(),
    withDeleted(SpuModel.countDocuments({ status: SpuStatus.recycled })),
  ]);
  return all - recycled;
}

/** Streams all results of a search in the page's order, without their long texts. */
export async function* eachSpu(search: SpuSearch): AsyncGenerator<SpuDoc> {
  const filter = await filterOf(search);
  const short = { description: 0, descriptionOne: 0, descriptionTwo: 0, descriptionThree: 0, keywordTerms: 0 };
  yield* SpuModel.find(filter, short).sort({ sort: -1, _id: -1 }).lean<SpuDoc[]>().cursor({ batchSize: 500 });
}

async function filterOf(query: SpuSearch): Promise<QueryFilter<SpuDoc>> {
  const { id, tabType, name, categoryId, brandId, createTime } = query;
  const filter: QueryFilter<SpuDoc> = {
    ...(tabType === undefined ? (id === undefined ? { status: { $ne: SpuStatus.recycled } } : {}) : tabs[tabType]),
    ...(id === undefined ? {} : { _id: id }),
  };
  if (name) filter.keywordTerms = byWords(name);
  if (categoryId) {
    const children = await CategoryModel.find({ parentId: categoryId }, { _id: 1 }).lean<Pick<CategoryDoc, "_id">[]>();
    filter.categoryId = { $in: [categoryId, ...children.map((child) => child._id)] };
  }
  if (brandId) filter.brandId = brandId;
  if (createTime) filter.createdAt = within(createTime);
  return filter;
}

/** How many products each tab has, up to 10,000. */
export async function countSpuTabs(): Promise<Record<SpuTab, number>> {
  const count = (tab: SpuTab): Promise<number> =>
    countUpToMost(`spus of tab ${tab}`, (limit) => {
      const counted = SpuModel.countDocuments(tabs[tab], { limit });
      // Deleted products are all recycled: elsewhere an index alone can count without that condition.
      return tab === SpuTab.recycled ? counted : withDeleted(counted);
    });
  const [onShelf, offShelf, soldOut, nearlySoldOut, recycled] = await Promise.all([
    count(SpuTab.onShelf),
    count(SpuTab.offShelf),
    count(SpuTab.soldOut),
    count(SpuTab.nearlySoldOut),
    count(SpuTab.recycled),
  ]);
  return {
    [SpuTab.onShelf]: onShelf,
    [SpuTab.offShelf]: offShelf,
    [SpuTab.soldOut]: soldOut,
    [SpuTab.nearlySoldOut]: nearlySoldOut,
    [SpuTab.recycled]: recycled,
  };
}

/** A product of any status with its SKUs. Throws SpuNotFound. */
export async function getSpu(spuId: number): Promise<{ spu: SpuDoc; skus: SkuDoc[] }> {
  const spu = await SpuModel.findById(spuId).lean<SpuDoc>();
  if (!spu) throw catalogErrors.SpuNotFound();
  // One snapshot, as a payment between two reads would count twice.
  const skus = await inTransaction(async () =>
    withPaidUnits(await SkuModel.find({ spuId }).sort({ _id: 1 }).lean<SkuDoc[]>()),
  );
  return { spu, skus };
}
