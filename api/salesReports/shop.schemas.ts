import { z } from "zod";
import { optional, pageInput, pageOf } from "#api/http/fields.js";
import { times } from "./times.js";

const int = z.number().int();

/** Of paid and placed orders: pieces; money in fen. */
const ProductNumbersView = z.object({
  /** Views; members per day who viewed it; how many of them added it to the cart. */
  browseCount: int,
  browseUserCount: int,
  cartCount: int,
  orderCount: int,
  orderPayCount: int,
  orderPayPrice: int,
  afterSaleCount: int,
  afterSaleRefundPrice: int,
  /** 100 x orderPayCount / browseUserCount, rounded down; 0 without views. */
  browseConvertPercent: int,
});
export const ProductAnalysisView = z.object({
  value: ProductNumbersView,
  reference: ProductNumbersView,
  /** Each day, oldest first; `time` is yyyy-MM-dd. */
  list: z.array(ProductNumbersView.extend({ time: z.string() })),
});

/** The sort keys of the ranking, by their names in the response. */
export const rankNames = {
  browseCount: "browseCount",
  browseUserCount: "browseUserCount",
  cartCount: "cartCount",
  orderPayPrice: "orderPayPriceFen",
  orderPayCount: "orderPayCount",
  orderCount: "orderCount",
  afterSaleCount: "afterSaleCount",
  afterSaleRefundPrice: "afterSaleRefundPriceFen",
} as const;
export const RankQuery = pageInput({
  times,
  sortBy: optional(z.enum(Object.keys(rankNames) as (keyof typeof rankNames)[])),
});
export const RankPage = pageOf(ProductNumbersView.extend({ spuId: int, name: z.string(), picUrl: z.string() }));

const MemberTotalsView = z.object({
  /** Members at the end of the time, and those who joined during it. */
  userCount: int,
  registerCount: int,
  /** Distinct members who placed, and who paid, an order. */
  orderUserCount: int,
  payUserCount: int,
  orderPayPrice: int,
  /** Average amount per paying member, in fen, rounded down. */
  atv: int,
});
export const MemberSummaryView = z.object({ value: MemberTotalsView, reference: MemberTotalsView });
export const NewMembersView = z.object({
  list: z.array(z.object({ time: z.string(), registerCount: int })),
  terminals: z.array(z.object({ terminal: int, userCount: int })),
  areas: z.array(z.object({ areaId: int, areaName: z.string(), userCount: int })),
});

const ChannelNumbersView = z.object({
  orderCount: int,
  /** Collected by the channel, and paid by wallets. */
  orderPrice: int,
  walletPrice: int,
  channelFeePrice: int,
  refundCount: int,
  refundPrice: int,
  walletRefundPrice: int,
  /** Money that must not count, refunded automatically. */
  lateRefundPrice: int,
});
const PayTotalsView = ChannelNumbersView.extend({
  channels: z.array(ChannelNumbersView.extend({ channelCode: z.string() })),
});
export const PaySummaryView = z.object({ value: PayTotalsView, reference: PayTotalsView });
