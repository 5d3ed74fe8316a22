import { announce } from "#shared/kernel/queue/events.js";
import { clock } from "#shared/kernel/time/clock.js";
import { catalogStockChanged } from "../catalog.events.js";
import { SkuModel, type SkuDoc } from "../product/sku.model.js";

/** In the transaction that changes what can be bought of these SKUs. */
export async function announceStock(skuIds: readonly number[]): Promise<void> {
  for (const skuId of skuIds) await announce(catalogStockChanged, { skuId, at: clock.ms() });
}

/** What third parties are told of a SKU's stock, as it is now. Null: there is none. */
export async function skuNews(skuId: number): Promise<Record<string, unknown> | null> {
  const sku = await SkuModel.findById(skuId, { spuId: 1, stock: 1, barCode: 1 }).lean<
    Pick<SkuDoc, "_id" | "spuId" | "stock" | "barCode">
  >();
  return sku && { skuId, spuId: sku.spuId, barCode: sku.barCode, stock: sku.stock };
}
