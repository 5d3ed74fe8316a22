import { z } from "zod";
import {
  Count,
  Instant,
  LongId,
  longOf,
  nameText,
  optional,
  pageInput,
  ReceiverPhone,
  text,
  Time,
} from "#api/http/fields.js";
import { ReviewPictures } from "#api/media/picture.schemas.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus, OrderType } from "#shared/domains/trade/order/order.states.js";

/** Express unless the goods are picked up or virtual. */
const Delivery = longOf(Object.values(DeliveryType)).default(DeliveryType.express);
const Status = longOf(Object.values(OrderStatus));
export const MAX_LINES = 100;

export const OrderCreateBody = z.object({
  items: z
    .array(z.object({ skuId: LongId, count: Count, cartId: optional(LongId) }))
    .min(1)
    .max(MAX_LINES),
  hospitalPrescriptionId: optional(LongId),
  /** Missing: the type of the given activity, 0 without one. */
  type: optional(longOf(Object.values(OrderType))),
  couponId: optional(LongId),
  pointStatus: z.boolean(),
  deliveryType: Delivery,
  addressId: optional(LongId),
  pickUpStoreId: optional(LongId),
  receiverName: optional(nameText(50, 0)),
  receiverMobile: optional(ReceiverPhone),
  seckillActivityId: optional(LongId),
  combinationActivityId: optional(LongId),
  combinationHeadId: optional(LongId),
  bargainRecordId: optional(LongId),
  pointActivityId: optional(LongId),
  remark: optional(text(500)),
});
export const OrderCreated = z.object({ id: z.number().int(), payOrderId: z.number().int().nullable() });

export const OrderPageBody = pageInput({
  userId: LongId,
  status: optional(Status),
  commentStatus: optional(z.boolean()),
});

export const OrderIdBody = z.object({ id: LongId });
export const OrderIdQuery = z.object({ id: LongId });
/** The maximum time for which an unpaid order holds stock. */
const MAX_EXPIRY_MS = days(30);
/** A time up to 30 days ahead; one in the past expires the order now. */
export const OrderUpdateExpireBody = z.object({
  id: LongId,
  payExpireTime: Instant.refine((ms) => ms <= clock.ms() + MAX_EXPIRY_MS, {
    error: () => (currentLanguage() === "zh" ? "最晚为 30 天后" : "must be at most 30 days ahead"),
  }),
});

export const BuyCheckBody = z
  .array(z.object({ spuId: LongId, buyCount: Count }))
  .min(1)
  .max(MAX_LINES);

/** A whole number from 1 to 5, never text. */
const Score = z.number().int().min(1).max(5);
export const ItemReviewBody = z.object({
  anonymous: z.boolean(),
  orderItemId: LongId,
  descriptionScores: Score,
  benefitScores: Score,
  content: text(1_000, 1),
  picUrls: optional(ReviewPictures),
});

const int = z.number().int();
const text0 = z.string().nullable();
export const PropertyView = z.object({
  propertyId: int,
  propertyName: z.string(),
  valueId: int,
  valueName: z.string(),
});

export const OrderItemView = z.object({
  id: int,
  orderId: int,
  spuId: int,
  spuName: z.string(),
  skuId: int,
  properties: z.array(PropertyView),
  picUrl: z.string(),
  count: int,
  /** Pieces that are neither back nor refunded: an after-sale may ask for them. */
  leftCount: int,
  /** Of an order that is sent in parts: those of them that are in a parcel. Else 0. */
  sentCount: int,
  commentStatus: z.boolean(),
  price: int,
  payPrice: int,
  /** The refunded part of payPrice: an after-sale may request the rest. */
  refundPrice: int,
  afterSaleId: int.nullable(),
  afterSaleStatus: int,
});

export const OrderListEntry = z.object({
  id: int,
  no: z.string(),
  type: int,
  status: int,
  productCount: int,
  commentStatus: z.boolean(),
  createTime: Time,
  payOrderId: int.nullable(),
  payPrice: int,
  deliveryType: int,
  items: z.array(OrderItemView),
  combinationRecordId: int.nullable(),
});

/** One of the parcels of an order. */
const SentParcelView = z.object({
  /** Null: these pieces needed none. */
  parcelId: int.nullable(),
  logisticsId: int,
  logisticsName: text0,
  logisticsNo: z.string(),
  deliveryTime: z.string().regex(/^\d+$/),
  /** What is in it; empty: the whole order. */
  items: z.array(z.object({ orderItemId: int, count: int })),
});

/** Times of the detail are Strings of epoch milliseconds (rules: Interface). */
const timeText = z.string().regex(/^\d+$/);

export const OrderDetailView = z.object({
  id: int,
  no: z.string(),
  type: int,
  status: int,
  productCount: int,
  createTime: timeText,
  finishTime: timeText.nullable(),
  cancelTime: timeText.nullable(),
  userRemark: z.string(),
  commentStatus: z.boolean(),
  payStatus: z.boolean(),
  payOrderId: int.nullable(),
  payTime: timeText.nullable(),
  payExpireTime: timeText,
  payChannelCode: text0,
  payChannelName: text0,
  totalPrice: int,
  discountPrice: int,
  deliveryPrice: int,
  adjustPrice: int,
  payPrice: int,
  deliveryType: int,
  logisticsId: int.nullable(),
  logisticsName: text0,
  logisticsNo: text0,
  deliveryTime: timeText.nullable(),
  /** Oldest first; the fields above are the latest's. */
  parcels: z.array(SentParcelView),
  receiveTime: timeText.nullable(),
  receiverName: z.string(),
  receiverMobile: z.string(),
  receiverAreaId: int.nullable(),
  receiverAreaName: text0,
  receiverDetailAddress: text0,
  pickUpStoreId: int.nullable(),
  pickUpVerifyCode: text0,
  refundStatus: int,
  refundPrice: int,
  couponId: int.nullable(),
  couponPrice: int,
  pointPrice: int,
  vipPrice: int,
  combinationRecordId: int.nullable(),
  items: z.array(OrderItemView),
});
