import type { z } from "zod";
import { addressView } from "#api/member/address.views.js";
import type { Settlement } from "#shared/domains/trade/index.js";
import { mediaUrl } from "#shared/platform/storage.js";
import { propertyView } from "./order.views.js";
import type { SettlementView } from "./settlement.schemas.js";

export function settlementView(settlement: Settlement): z.input<typeof SettlementView> {
  const { price, address, basket, usePoint, totalPoint } = settlement;
  return {
    type: 0,
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
    coupons: [],
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
    usePoint,
    totalPoint,
    promotions: [],
  };
}
