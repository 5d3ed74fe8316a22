import type { SkuDoc } from "#shared/domains/catalog/index.js";
import { yuan } from "#shared/kernel/money/money.js";
import type { Warning } from "#shared/kernel/request/warnings.js";
import type { GoodsInput } from "./activity.model.js";

/** Warnings for goods that cost more than their normal price, or with more activity stock than the SKU has. */
export function activityWarnings(goods: readonly GoodsInput[], skus: readonly SkuDoc[]): Warning[] {
  const skuOf = new Map(skus.map((sku) => [sku._id, sku]));
  return goods.flatMap(({ skuId, priceFen, stock }) => {
    const sku = skuOf.get(skuId);
    if (!sku) return [];
    const warnings: Warning[] = [];
    if (priceFen > sku.priceFen)
      warnings.push({
        en: `SKU ${skuId}: ${yuan(priceFen)} is above the normal price of ${yuan(sku.priceFen)}`,
        zh: `SKU ${skuId}：活动价 ${yuan(priceFen)} 元高于原价 ${yuan(sku.priceFen)} 元`,
      });
    if (stock !== null && stock > sku.stock)
      warnings.push({
        en: `SKU ${skuId}: ${stock} pieces are more than the ${sku.stock} in stock`,
        zh: `SKU ${skuId}：活动库存 ${stock} 件超过现有库存 ${sku.stock} 件`,
      });
    return warnings;
  });
}
