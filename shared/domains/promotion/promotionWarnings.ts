import { SpuModel, type SkuDoc, type SpuDoc } from "#shared/domains/catalog/index.js";
import { yuan } from "#shared/kernel/money/money.js";
import type { Warning } from "#shared/kernel/request/warnings.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import type { CouponTemplateInput } from "./coupon/couponTemplate.model.js";
import type { DiscountProduct } from "./discount/discountActivity.model.js";
import { ProductScopeKind } from "./promotion.codes.js";

/** Warnings for variants whose whole price is taken off. */
export function discountWarnings(products: readonly DiscountProduct[], skus: readonly SkuDoc[]): Warning[] {
  const priceOf = new Map(skus.map((sku) => [sku._id, sku.priceFen]));
  return products.flatMap(({ skuId, amountFen }) => {
    const priceFen = priceOf.get(skuId);
    if (amountFen === null || priceFen === undefined || amountFen < priceFen) return [];
    return [
      {
        en: `SKU ${skuId}: ${yuan(amountFen)} off leaves nothing of the normal price of ${yuan(priceFen)}`,
        zh: `SKU ${skuId}：优惠 ${yuan(amountFen)} 元不低于原价 ${yuan(priceFen)} 元`,
      },
    ];
  });
}

/** Warnings for a coupon that can make goods free. */
export async function couponWarnings(template: CouponTemplateInput): Promise<Warning[]> {
  const { discountFen, usePriceFen } = template;
  if (discountFen === null) return [];
  const leastFen = usePriceFen > 0 ? usePriceFen : await cheapestFen(template);
  if (leastFen === null || discountFen < leastFen) return [];
  return [
    {
      en: `${yuan(discountFen)} off makes goods of ${yuan(leastFen)} free`,
      zh: `优惠 ${yuan(discountFen)} 元可使 ${yuan(leastFen)} 元的商品免费`,
    },
  ];
}

/** The lowest price on shelf in a coupon's scope; null: there is no product. */
async function cheapestFen({ productScope, scopeValues }: CouponTemplateInput): Promise<number | null> {
  const scope =
    productScope === ProductScopeKind.all
      ? {}
      : productScope === ProductScopeKind.products
        ? { _id: { $in: scopeValues } }
        : { categoryId: { $in: scopeValues } };
  const cheapest = await SpuModel.findOne({ status: SpuStatus.onShelf, ...scope }, { priceFen: 1 })
    .sort({ priceFen: 1 })
    .lean<Pick<SpuDoc, "_id" | "priceFen">>();
  return cheapest?.priceFen ?? null;
}
