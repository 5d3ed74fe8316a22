import { csvExport, named, onlyCount, shopTime, yuan } from "#api/http/csv/csvExport.js";
import { eachAfterSale, pageAfterSales, type AfterSaleSearch } from "#shared/domains/trade/index.js";
import { AfterSaleSearchQuery } from "./afterSale.schemas.js";
import { AfterSaleStatus, AfterSaleType, AfterSaleWay } from "#shared/domains/trade/afterSale/afterSale.states.js";

interface Query extends AfterSaleSearch {
  createTime?: AfterSaleSearch["createdBetween"];
}
const searchOf = ({ createTime, ...search }: Query): AfterSaleSearch => ({ ...search, createdBetween: createTime });

const status = named({
  [AfterSaleStatus.applied]: ["applied", "申请中"],
  [AfterSaleStatus.agreed]: ["agreed", "商家通过"],
  [AfterSaleStatus.goodsSent]: ["goods on their way", "待商家收货"],
  [AfterSaleStatus.refunding]: ["refund due", "等待退款"],
  [AfterSaleStatus.refunded]: ["refunded", "退款成功"],
  [AfterSaleStatus.cancelled]: ["cancelled by the member", "买家取消"],
  [AfterSaleStatus.refused]: ["refused", "商家拒绝"],
  [AfterSaleStatus.goodsRefused]: ["goods refused", "商家拒收货"],
});
const way = named({
  [AfterSaleWay.refundOnly]: ["refund", "仅退款"],
  [AfterSaleWay.returnGoods]: ["return and refund", "退货退款"],
});
const type = named({
  [AfterSaleType.beforeCompletion]: ["in sale", "售中退款"],
  [AfterSaleType.afterCompletion]: ["after sale", "售后退款"],
});

export const afterSaleExport = csvExport({
  path: "/admin-api/trade/after-sale",
  noun: "trade:after-sale",
  summary: "Exports the after-sales that match the same filters as a CSV file",
  pageQuery: AfterSaleSearchQuery,
  count: async (query) => (await pageAfterSales(searchOf(query), onlyCount)).total,
  rows: (query) => eachAfterSale(searchOf(query)),
  columns: [
    ["After-sale", "售后编号", ({ afterSale }) => afterSale._id],
    ["After-sale no.", "售后单号", ({ afterSale }) => afterSale.no],
    ["Applied at", "申请时间", ({ afterSale }) => shopTime(afterSale.createdAt)],
    ["Status", "状态", ({ afterSale }) => status(afterSale.status)],
    ["Way", "方式", ({ afterSale }) => way(afterSale.way)],
    ["Type", "类型", ({ afterSale }) => type(afterSale.type)],
    ["Order no.", "订单号", ({ afterSale }) => afterSale.orderNo],
    ["Member", "会员编号", ({ afterSale }) => afterSale.memberId],
    ["Nickname", "会员昵称", ({ member }) => member?.nickname ?? ""],
    ["Mobile", "会员手机", ({ member }, sight) => sight.mobile(member?.mobile)],
    ["Product", "商品", ({ afterSale }) => afterSale.spuName],
    ["Variant", "规格", ({ afterSale }) => afterSale.properties.map(({ valueName }) => valueName).join(" ")],
    ["Pieces", "件数", ({ afterSale }) => afterSale.count],
    ["Refund (yuan)", "退款金额(元)", ({ afterSale }) => yuan(afterSale.refundPriceFen)],
    ["Reason", "申请原因", ({ afterSale }) => afterSale.applyReason],
    ["Description", "申请说明", ({ afterSale }) => afterSale.applyDescription],
    ["Decided at", "审核时间", ({ afterSale }) => shopTime(afterSale.auditAt)],
    ["Refused because", "拒绝原因", ({ afterSale }) => afterSale.auditReason ?? afterSale.receiveReason],
    ["Parcel no.", "退货单号", ({ afterSale }) => afterSale.logisticsNo],
    ["Refunded at", "退款时间", ({ afterSale }) => shopTime(afterSale.refundAt)],
  ],
});
