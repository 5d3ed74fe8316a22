import { z } from "zod";
import {
  Count,
  DateRange,
  Long,
  LongId,
  longOf,
  nameText,
  optional,
  pageInput,
  pageOf,
  QueryBoolean,
  ReceiverPhone,
  text,
} from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { DeliveryAreaId } from "#api/member/area.fields.js";
import { WhyView } from "#api/operations/why.schemas.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus, OrderType } from "#shared/domains/trade/order/order.states.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { ParcelNumberText } from "../delivery/parcelNumber.fields.js";
import { MoveLogView } from "./orderLog.views.js";
import { MAX_LINES, OrderDetailView } from "./order.schemas.js";

const Search = {
  no: optional(z.string().max(64)),
  userId: optional(LongId),
  mobile: optional(z.string().max(20)),
  deliveryType: optional(longOf(Object.values(DeliveryType))),
  status: optional(longOf(Object.values(OrderStatus))),
  type: optional(longOf(Object.values(OrderType))),
  payChannelCode: optional(z.string().max(32)),
  createTime: DateRange,
  terminal: optional(longOf(Object.values(Terminal))),
  pickUpVerifyCode: optional(z.string().max(20)),
  spuName: optional(z.string().max(200)),
  /** True: shipped ones whose parcel was refused or is on its way back; false: the others. */
  comingBack: optional(QueryBoolean),
};
export const OrderSearchQuery = z.object(Search);
export const OrderSearchPageQuery = pageInput(Search);

export const PickUpCodeQuery = z.object({ pickUpVerifyCode: z.string().trim().min(1).max(20) });
export const OrderShipBody = z
  .object({
    id: LongId,
    /** 0: nothing is shipped. */
    logisticsId: Long.pipe(z.number().min(0)),
    logisticsNo: optional(ParcelNumberText),
    /** What is in the parcel, each item once; default: all that is not sent yet. The order is shipped with the last. */
    items: optional(
      z
        .array(z.object({ orderItemId: LongId, count: Count }))
        .min(1)
        .max(MAX_LINES)
        .refine((items) => new Set(items.map(({ orderItemId }) => orderItemId)).size === items.length, {
          error: () => (currentLanguage() === "zh" ? "同一商品只能出现一次" : "must name each item once"),
        }),
    ),
  })
  .superRefine(({ logisticsId, logisticsNo }, context) => {
    if (logisticsId !== 0 && logisticsNo === undefined)
      context.addIssue({ code: "invalid_type", expected: "string", input: undefined, path: ["logisticsNo"] });
  });
export const OrderUpdateDeliveryBody = z.object({
  id: LongId,
  /** One of several parcels; default: the latest. */
  parcelId: optional(LongId),
  logisticsId: LongId,
  logisticsNo: ParcelNumberText.min(1),
});
export const OrderCancelBody = z.object({ id: LongId, reason: text(200, 1) });
export const OrderRemarkBody = z.object({ id: LongId, remark: text(500) });
const MAX_FEN = 100_000_000;
export const OrderPriceBody = z.object({
  id: LongId,
  /** Added to the price; negative reduces it. */
  adjustPrice: z
    .number()
    .int()
    .min(-MAX_FEN)
    .max(MAX_FEN)
    .refine((value) => value !== 0, { error: "must not be 0" }),
});
export const OrderAddressBody = z.object({
  id: LongId,
  receiverName: nameText(50),
  receiverMobile: ReceiverPhone,
  receiverAreaId: DeliveryAreaId,
  receiverDetailAddress: text(250, 1),
});
export const OrderRefundBody = z.object({
  id: LongId,
  /** Fen; 0 for an order that cost nothing. */
  refundPrice: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  reason: text(200, 1),
});

const int = z.number().int();

/** The member's view, and the shop's own fields. */
export const AdminOrderView = OrderDetailView.extend({
  userId: int,
  user: UserInShort,
  userIp: z.string(),
  terminal: int,
  remark: z.string(),
  cancelType: int.nullable(),
  activityId: int.nullable(),
  usePoint: int,
  givePoint: int,
  /** The returned part of usePoint. */
  refundPoint: int,
  deletedByMember: z.boolean(),
  /** Its parcel was refused or is on its way back. */
  comingBack: z.boolean(),
});
export const AdminOrderPage = pageOf(AdminOrderView);
export const AdminOrderDetail = AdminOrderView.extend({
  logs: z.array(MoveLogView),
});
export const AdminOrderWithWhy = AdminOrderDetail.extend({ why: WhyView });
/** How many stand in each state; 10,000 may mean more. */
export const StatusCountsView = z.array(z.object({ status: int, count: int }));
export const OrderSummaryView = z.object({
  orderCount: int,
  orderPayPrice: int,
  afterSaleCount: int,
  afterSalePrice: int,
});
