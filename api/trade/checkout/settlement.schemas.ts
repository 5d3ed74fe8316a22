import { z } from "zod";
import { Count, LongId, longOf, nameText, optional, ReceiverPhone } from "#api/http/fields.js";
import { AddressView } from "#api/member/address.views.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderType } from "#shared/domains/trade/order/order.states.js";
import { PropertyView } from "../order/order.schemas.js";

/** A SKU with its count, or only a cart row, which has both. */
const SettlementItem = z
  .object({ skuId: optional(LongId), count: optional(Count), cartId: optional(LongId) })
  .superRefine(({ skuId, count, cartId }, context) => {
    const missing = (field: string): void =>
      context.addIssue({ code: "invalid_type", expected: "number", input: undefined, path: [field] });
    if (skuId === undefined && (count !== undefined || cartId === undefined)) missing("skuId");
    else if (skuId !== undefined && count === undefined) missing("count");
  });

export const SettlementBody = z.object({
  items: z.array(SettlementItem).min(1).max(100),
  couponId: optional(LongId),
  deliveryType: longOf(Object.values(DeliveryType)).default(DeliveryType.express),
  addressId: optional(LongId),
  receiverName: optional(nameText(50, 0)),
  receiverMobile: optional(ReceiverPhone),
  pointStatus: optional(z.boolean()),
  pointActivityId: optional(LongId),
  /** The other activities, as in an order: a member can see their price before ordering. */
  type: optional(longOf(Object.values(OrderType))),
  seckillActivityId: optional(LongId),
  combinationActivityId: optional(LongId),
  combinationHeadId: optional(LongId),
  bargainRecordId: optional(LongId),
});

const int = z.number().int();
const text0 = z.string().nullable();

const CouponView = z.object({
  id: int,
  name: z.string(),
  usePrice: int,
  validStartTime: int,
  validEndTime: int,
  discountType: int,
  discountPercent: int.nullable(),
  discountPrice: int.nullable(),
  discountLimitPrice: int.nullable(),
  match: z.boolean(),
  mismatchReason: text0,
});

const PromotionView = z.object({
  id: int,
  name: z.string(),
  type: int,
  totalPrice: int,
  discountPrice: int,
  items: z.array(z.object({ skuId: int, totalPrice: int, discountPrice: int })),
  match: z.boolean(),
  description: z.string(),
});

export const SettlementView = z.object({
  type: int,
  items: z.array(
    z.object({
      categoryId: int,
      spuId: int,
      spuName: z.string(),
      skuId: int,
      price: int,
      picUrl: z.string(),
      properties: z.array(PropertyView),
      cartId: int.nullable(),
      count: int,
    }),
  ),
  coupons: z.array(CouponView),
  price: z.object({
    totalPrice: int,
    discountPrice: int,
    deliveryPrice: int,
    couponPrice: int,
    pointPrice: int,
    vipPrice: int,
    payPrice: int,
  }),
  address: AddressView.nullable(),
  usePoint: int,
  totalPoint: int,
  promotions: z.array(PromotionView),
});
