import { z } from "zod";
import { Count, DateRange, LongId, longOf, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { OwnPicture } from "#api/media/picture.schemas.js";
import { AfterSaleStatus, AfterSaleType, AfterSaleWay } from "#shared/domains/trade/afterSale/afterSale.states.js";
import { ParcelNumberText } from "../delivery/parcelNumber.fields.js";
import { PropertyView } from "../order/order.schemas.js";

const Status = longOf(Object.values(AfterSaleStatus));
const Way = longOf(Object.values(AfterSaleWay));
const Type = longOf(Object.values(AfterSaleType));
const MAX_PICTURES = 9;

export const AfterSaleCreateBody = z.object({
  orderItemId: LongId,
  /** 10 money only, 20 return of goods. */
  way: Way,
  /** Pieces; missing: all that are left, if the whole money left is asked for. */
  count: optional(Count),
  /** Fen; the domain checks it against the item, or the share of its pieces. */
  refundPrice: z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
  applyReason: text(200, 1),
  applyDescription: optional(text(500)),
  applyPicUrls: optional(z.array(OwnPicture).max(MAX_PICTURES)),
});
export const AfterSalePageBody = pageInput({
  /** In this state. */
  status: optional(Status),
  /** In one of these states. */
  statuses: optional(z.array(Status).min(1).max(8)),
});
export const AfterSaleIdBody = z.object({ id: LongId });
export const AfterSaleIdQuery = z.object({ id: LongId });
export const AfterSaleDeliveryBody = z.object({
  id: LongId,
  logisticsId: LongId,
  logisticsNo: ParcelNumberText.min(1),
});

export const AfterSaleAgreeBody = z.object({
  id: LongId,
  /** Where goods go back to; default: the shop's default address. */
  returnAddressId: optional(LongId),
});
export const AfterSaleDisagreeBody = z.object({ id: LongId, auditReason: text(200, 1) });
export const AfterSaleReceiveBody = z.object({
  id: LongId,
  /** Pieces that came; default: those of the after-sale, needed where it names none and asks for a part. */
  count: optional(Count),
  /** Default: true. */
  restock: optional(z.boolean()),
});
export const AfterSaleRefuseBody = z.object({ id: LongId, refuseMemo: text(200, 1) });

export const AfterSaleSearchQuery = pageInput({
  no: optional(z.string().max(64)),
  userId: optional(LongId),
  orderId: optional(LongId),
  orderNo: optional(z.string().max(64)),
  /** Words of the product's name, or their prefixes. */
  spuName: optional(z.string().max(200)),
  status: optional(Status),
  way: optional(Way),
  type: optional(Type),
  createTime: DateRange,
});

const int = z.number().int();
const text0 = z.string().nullable();
const time0 = Time.nullable();

export const AfterSaleView = z.object({
  id: int,
  no: z.string(),
  status: int,
  way: int,
  type: int,
  orderId: int,
  orderNo: z.string(),
  orderItemId: int,
  spuId: int,
  spuName: z.string(),
  skuId: int,
  properties: z.array(PropertyView),
  picUrl: z.string(),
  count: int,
  /** It asks for these pieces; false: for a part of the money of an item with so many. */
  counted: z.boolean(),
  /** Pieces that came back; null before. */
  receivedCount: int.nullable(),
  applyReason: z.string(),
  applyDescription: z.string(),
  applyPicUrls: z.array(z.string()),
  refundPrice: int,
  auditTime: time0,
  auditReason: text0,
  /** Where the goods go back to, once it is agreed. */
  returnAddress: z
    .object({ name: z.string(), mobile: z.string(), areaName: z.string(), detailAddress: z.string() })
    .nullable(),
  logisticsId: int.nullable(),
  logisticsNo: text0,
  deliveryTime: time0,
  receiveTime: time0,
  receiveReason: text0,
  refundTime: time0,
  createTime: Time,
  updateTime: Time,
});
export const AfterSalePage = pageOf(AfterSaleView);

export const AdminAfterSaleView = AfterSaleView.extend({
  userId: int,
  user: UserInShort,
  auditUserId: int.nullable(),
  payRefundId: int.nullable(),
  /** For returned goods: whether they are restocked. */
  restock: z.boolean().nullable(),
  /** Whether a refund is under way. */
  refunding: z.boolean(),
  /** Whether one was asked for: its decision cannot be taken back any more. */
  refundAsked: z.boolean(),
});
export const AdminAfterSalePage = pageOf(AdminAfterSaleView);
