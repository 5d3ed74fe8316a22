import { csvExport, named, shopTime, yuan } from "#api/http/csv/csvExport.js";
import { eachAfterSale, searchAfterSales, type AfterSaleSearch } from "#shared/domains/trade/index.js";
import { AfterSaleSearchQuery } from "./afterSale.schemas.js";

interface Query extends AfterSaleSearch {
  createTime?: AfterSaleSearch["createdBetween"];
}
const searchOf = ({ createTime, ...search }: Query): AfterSaleSearch => ({ ...search, createdBetween: createTime });

const status = named({
  10: ["applied", "申请中"],
  20: ["agreed", "商家通过"],
  30: ["goods on their way", "待商家收货"],
  40: ["refund due", "等待退款"],
  50: ["refunded", "退款成功"],
  61: ["cancelled by the member", "买家取消"],
  62: ["refused", "商家拒绝"],
  63: ["goods refused", "商家拒收货"],
});
const way = named({ 10: ["refund", "仅退款"], 20: ["return and refund", "退货退款"] });
const type = named({ 10: ["in sale", "售中退款"], 20: ["after sale", "售后退款"] });

export const afterSaleExport = csvExport({
  path: "/admin-api/trade/after-sale",
  noun: "trade:after-sale",
  summary: "The after-sales that the same filters find, as a CSV file",
  pageQuery: AfterSaleSearchQuery,
  count: async (query) => (await searchAfterSales(searchOf(query), { pageNo: 1, pageSize: 1 })).total,
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
