import type { z } from "zod";
import { addressView } from "#api/member/address.views.js";
import {
  mismatchText,
  promotionName,
  promotionText,
  totalsOf,
  type CouponMatch,
  type Promotion,
  type Settlement,
} from "#shared/domains/trade/index.js";
import { currentLanguage, type Language } from "#shared/kernel/request/context.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { propertyView } from "../order/order.views.js";
import type { SettlementView } from "./settlement.schemas.js";

export function settlementView(settlement: Settlement): z.input<typeof SettlementView> {
  const { price: priced, address, basket, totalPoint } = settlement;
  const price = totalsOf(priced);
  const language = currentLanguage();
  return {
    type: priced.type,
    items: basket.map(({ cartId, count, sku, spu }) => ({
      categoryId: spu.categoryId,
      spuId: spu._id,
      spuName: spu.name,
      skuId: sku._id,
      price: sku.priceFen,
      picUrl: mediaUrl(sku.picUrl || spu.picUrl),
      properties: sku.properties.map(propertyView),
      cartId,
      count,
    })),
    coupons: priced.coupons.map((match) => couponView(match, language)),
    price: {
      totalPrice: price.totalFen,
      discountPrice: price.discountFen,
      deliveryPrice: price.deliveryFen,
      couponPrice: price.couponFen,
      pointPrice: price.pointFen,
      vipPrice: price.vipFen,
      payPrice: price.payFen,
    },
    address: address && addressView(address),
    usePoint: price.usePoint,
    totalPoint,
    promotions: priced.promotions.map((promotion) => promotionView(promotion, language)),
  };
}

function couponView(
  { coupon, mismatch }: CouponMatch,
  language: Language,
): z.input<typeof SettlementView>["coupons"][number] {
  return {
    id: coupon._id,
    name: coupon.name,
    usePrice: coupon.usePriceFen,
    validStartTime: coupon.validStartAt.getTime(),
    validEndTime: coupon.validEndAt.getTime(),
    discountType: coupon.discountType,
    discountPercent: coupon.discountPercent,
    discountPrice: coupon.discountFen,
    discountLimitPrice: coupon.discountLimitFen,
    match: mismatch === null,
    mismatchReason: mismatch && mismatchText(mismatch, language),
  };
}

function promotionView(promotion: Promotion, language: Language): z.input<typeof SettlementView>["promotions"][number] {
  return {
    id: promotion.id,
    name: promotionName(promotion, language),
    type: promotion.type,
    totalPrice: promotion.totalFen,
    discountPrice: promotion.discountFen,
    items: promotion.items.map((item) => ({
      skuId: item.skuId,
      totalPrice: item.totalFen,
      discountPrice: item.discountFen,
    })),
    match: promotion.match,
    description: promotionText(promotion, language),
  };
}
