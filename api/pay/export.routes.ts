import { csvExport, named, onlyCount, shopTime, yuan } from "#api/http/csv/csvExport.js";
import { eachWithMember } from "#shared/domains/member/index.js";
import { eachPayOrder, eachRefund, pagePayOrders, pageRefunds } from "#shared/domains/pay/index.js";
import { byPayOrder, byRefund } from "./numbers.js";
import { PayOrderPageQuery, PayRefundPageQuery } from "./order/orderAdmin.schemas.js";
import { PayStatus, PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";

const payStatus = named({
  [PayStatus.waiting]: ["waiting", "待支付"],
  [PayStatus.paid]: ["paid", "已支付"],
  [PayStatus.refunded]: ["refunded", "已退款"],
  [PayStatus.closed]: ["closed", "已关闭"],
});
const refundStatus = named({
  [PayRefundStatus.underWay]: ["under way", "退款中"],
  [PayRefundStatus.succeeded]: ["refunded", "退款成功"],
  [PayRefundStatus.failed]: ["failed", "退款失败"],
});

const orders = csvExport({
  path: "/admin-api/pay/order",
  noun: "pay:order",
  summary: "Exports the pay orders that match the same filters as a CSV file",
  pageQuery: PayOrderPageQuery,
  count: async (query) => (await pagePayOrders(await byPayOrder(query), onlyCount)).total,
  rows: async function* (query) {
    yield* eachWithMember(eachPayOrder(await byPayOrder(query)));
  },
  columns: [
    ["Pay order", "支付单编号", (row) => row._id],
    ["Pay app", "支付应用", (row) => row.appId],
    ["Merchant order", "商户单号", (row) => row.merchantOrderId],
    ["Subject", "标题", (row) => row.subject],
    ["Member", "会员编号", (row) => row.memberId],
    ["Nickname", "会员昵称", (row) => row.member?.nickname ?? ""],
    ["Opened at", "创建时间", (row) => shopTime(row.createdAt)],
    ["Status", "状态", (row) => payStatus(row.status)],
    ["By channel (yuan)", "渠道支付(元)", (row) => yuan(row.priceFen)],
    ["By wallet (yuan)", "钱包支付(元)", (row) => yuan(row.walletPartFen)],
    ["Channel", "支付渠道", (row) => row.channelCode],
    ["Number", "支付流水号", (row) => row.no],
    ["Channel's number", "渠道单号", (row) => row.channelOrderNo],
    ["Paid at", "支付时间", (row) => shopTime(row.successAt)],
    ["Channel fee (yuan)", "手续费(元)", (row) => yuan(row.channelFeeFen)],
    ["Refunded by channel (yuan)", "渠道退款(元)", (row) => yuan(row.refundFen)],
    ["Refunded to wallet (yuan)", "钱包退款(元)", (row) => yuan(row.walletRefundFen)],
    ["Deadline", "失效时间", (row) => shopTime(row.expireAt)],
    ["Address", "用户IP", (row) => row.userIp],
  ],
});

const refunds = csvExport({
  path: "/admin-api/pay/refund",
  noun: "pay:refund",
  summary: "Exports the refunds that match the same filters as a CSV file",
  pageQuery: PayRefundPageQuery,
  count: async (query) => (await pageRefunds(await byRefund(query), onlyCount)).total,
  rows: async function* (query) {
    yield* eachWithMember(eachRefund(await byRefund(query)));
  },
  columns: [
    ["Refund", "退款编号", (row) => row._id],
    ["Number", "退款单号", (row) => row.no],
    ["Merchant refund", "商户退款单号", (row) => row.merchantRefundId],
    ["Pay order", "支付单编号", (row) => row.payOrderId],
    ["Merchant order", "商户单号", (row) => row.merchantOrderId],
    ["Member", "会员编号", (row) => row.memberId],
    ["Nickname", "会员昵称", (row) => row.member?.nickname ?? ""],
    ["Begun at", "创建时间", (row) => shopTime(row.createdAt)],
    ["Kind", "类别", (row) => row.kind],
    ["Status", "状态", (row) => refundStatus(row.status)],
    ["By channel (yuan)", "渠道退款(元)", (row) => yuan(row.refundFen)],
    ["To wallet (yuan)", "钱包退款(元)", (row) => yuan(row.walletRefundFen)],
    ["Reason", "退款原因", (row) => row.reason],
    ["Channel's number", "渠道退款单号", (row) => row.channelRefundNo],
    ["Failed because", "失败原因", (row) => row.failureReason],
    ["Done at", "退款时间", (row) => shopTime(row.successAt)],
  ],
});

export const payExports = [orders, refunds];
