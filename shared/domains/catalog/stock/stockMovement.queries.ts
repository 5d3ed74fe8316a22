import type { QueryFilter } from "mongoose";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { SkuModel, type SkuDoc } from "../product/sku.model.js";
import { SpuModel, type SpuDoc } from "../product/spu.model.js";
import { StockMovementModel, type StockMovementDoc, type StockMovementKind } from "./stockMovement.model.js";

interface StockMovementSearch {
  /** Finds movements of the product's current variants. */
  spuId?: number | undefined;
  skuId?: number | undefined;
  kind?: StockMovementKind | undefined;
  refId?: string | undefined;
  /** Both ends inclusive. */
  createTime?: TimeSpan | undefined;
}

/** A movement with its product; null if the variant was deleted. */
export type StockMovementOfSpu = StockMovementDoc & { spu: Pick<SpuDoc, "_id" | "name"> | null };

async function filterOf({
  spuId,
  skuId,
  kind,
  refId,
  createTime,
}: StockMovementSearch): Promise<QueryFilter<StockMovementDoc>> {
  const $and: QueryFilter<StockMovementDoc>[] = [];
  if (spuId !== undefined) $and.push({ skuId: { $in: await SkuModel.distinct("_id", { spuId }) } });
  if (skuId !== undefined) $and.push({ skuId });
  if (kind !== undefined) $and.push({ kind });
  if (refId !== undefined) $and.push({ refId });
  if (createTime) $and.push({ createdAt: within(createTime) });
  return $and.length === 0 ? {} : { $and };
}

/** Stock movements, newest first. */
export async function pageStockMovements(search: StockMovementSearch, page: Page): Promise<PageOf<StockMovementOfSpu>> {
  const { list, total } = await pageOf(StockMovementModel, await filterOf(search), page);
  return { list: await withSpus(list), total };
}

/** Streams all results of a search, newest first. */
export async function* eachStockMovement(search: StockMovementSearch): AsyncGenerator<StockMovementDoc> {
  yield* eachOf(StockMovementModel, await filterOf(search));
}

async function withSpus(movements: StockMovementDoc[]): Promise<StockMovementOfSpu[]> {
  const skuIds = [...new Set(movements.map(({ skuId }) => skuId))];
  const skus = await SkuModel.find({ _id: { $in: skuIds } }, { spuId: 1 }).lean<Pick<SkuDoc, "_id" | "spuId">[]>();
  const spus = await SpuModel.find({ _id: { $in: skus.map(({ spuId }) => spuId) } }, { name: 1 }).lean<
    Pick<SpuDoc, "_id" | "name">[]
  >();
  const spuById = new Map(spus.map((spu) => [spu._id, spu]));
  const spuOf = new Map(skus.map((sku) => [sku._id, spuById.get(sku.spuId) ?? null]));
  return movements.map((movement) => ({ ...movement, spu: spuOf.get(movement.skuId) ?? null }));
}
