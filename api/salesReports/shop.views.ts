import type { z } from "zod";
import type {
  ChannelNumbers,
  MemberTotals,
  PayTotals,
  ProductAnalysis,
  RankedProduct,
} from "#shared/domains/salesReports/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { MemberSummaryView, PaySummaryView, ProductAnalysisView, RankPage } from "./shop.schemas.js";

type Numbers = ProductAnalysis["value"];
const productNumbers = (row: Numbers) => ({
  browseCount: row.browseCount,
  browseUserCount: row.browseUserCount,
  cartCount: row.cartCount,
  orderCount: row.orderCount,
  orderPayCount: row.orderPayCount,
  orderPayPrice: row.orderPayPriceFen,
  afterSaleCount: row.afterSaleCount,
  afterSaleRefundPrice: row.afterSaleRefundPriceFen,
  browseConvertPercent: convertPercent(row),
});

/** Buyers count as visitors: more paid orders than visitors (one buys twice, or by a link) must not give 2,000 %. */
const convertPercent = ({ browseUserCount, orderPayCount }: Numbers): number =>
  browseUserCount === 0 ? 0 : Math.min(100, Math.floor((100 * orderPayCount) / browseUserCount));

export const productAnalysisView = ({
  value,
  reference,
  days,
}: ProductAnalysis): z.input<typeof ProductAnalysisView> => ({
  value: productNumbers(value),
  reference: productNumbers(reference),
  list: days.map((row) => ({ time: row.day, ...productNumbers(row) })),
});

export const rankedProductView = (row: RankedProduct): z.input<typeof RankPage>["list"][number] => ({
  spuId: row.spuId,
  name: row.name,
  picUrl: mediaUrl(row.picUrl),
  ...productNumbers(row),
});

export const memberTotalsView = (row: MemberTotals): z.input<typeof MemberSummaryView>["value"] => ({
  userCount: row.userCount,
  registerCount: row.registerCount,
  orderUserCount: row.orderUserCount,
  payUserCount: row.payUserCount,
  orderPayPrice: row.orderPayPriceFen,
  atv: row.payUserCount === 0 ? 0 : Math.floor(row.orderPayPriceFen / row.payUserCount),
});

const channelNumbers = (row: Omit<ChannelNumbers, "channelCode">) => ({
  orderCount: row.payCount,
  orderPrice: row.payPriceFen,
  walletPrice: row.walletPriceFen,
  channelFeePrice: row.feeFen,
  refundCount: row.refundCount,
  refundPrice: row.refundPriceFen,
  walletRefundPrice: row.walletRefundPriceFen,
  lateRefundPrice: row.lateRefundPriceFen,
});
export const payTotalsView = (row: PayTotals): z.input<typeof PaySummaryView>["value"] => ({
  ...channelNumbers(row),
  channels: row.channels.map((channel) => ({ channelCode: channel.channelCode, ...channelNumbers(channel) })),
});
