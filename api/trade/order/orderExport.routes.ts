import { csvExport, named, onlyCount, shopTime, yuan } from "#api/http/csv/csvExport.js";
import { areaName } from "#shared/domains/member/index.js";
import {
  eachOrder,
  itemLeft,
  pageOrders,
  parcelsOf,
  type OrderItemDoc,
  type OrderSearch,
} from "#shared/domains/trade/index.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { ItemAfterSaleStatus, OrderStatus, OrderType } from "#shared/domains/trade/order/order.states.js";
import { OrderSearchPageQuery } from "./orderAdmin.schemas.js";

interface Query extends OrderSearch {
  createTime?: OrderSearch["createdBetween"];
}
const searchOf = ({ createTime, ...search }: Query): OrderSearch => ({ ...search, createdBetween: createTime });

const status = named({
  [OrderStatus.unpaid]: ["unpaid", "待付款"],
  [OrderStatus.toShip]: ["to ship", "待发货"],
  [OrderStatus.shipped]: ["shipped", "已发货"],
  [OrderStatus.completed]: ["completed", "已完成"],
  [OrderStatus.cancelled]: ["cancelled", "已取消"],
});
const type = named({
  [OrderType.normal]: ["normal", "普通"],
  [OrderType.seckill]: ["flash sale", "秒杀"],
  [OrderType.bargain]: ["bargain", "砍价"],
  [OrderType.group]: ["group-buy", "拼团"],
  [OrderType.points]: ["points", "积分商城"],
});
const whenRefunded = named({ [ItemAfterSaleStatus.refunded]: [" (refunded)", "（已退款）"] });
/** The warehouse packs by this list, so it shows the pieces that are left, and what was refunded. */
function pieces(item: OrderItemDoc): string {
  if (item.afterSaleStatus === ItemAfterSaleStatus.refunded)
    return `x${item.count}${whenRefunded(ItemAfterSaleStatus.refunded)}`;
  return `x${itemLeft(item).count}`;
}
const delivery = named({ [DeliveryType.express]: ["express", "快递"], [DeliveryType.pickUp]: ["pick-up", "自提"] });

export const orderExport = csvExport({
  path: "/admin-api/trade/order",
  noun: "trade:order",
  summary: "Exports the orders that match the same filters as a CSV file",
  pageQuery: OrderSearchPageQuery,
  count: async (query) => (await pageOrders(searchOf(query), onlyCount)).total,
  rows: (query) => eachOrder(searchOf(query)),
  columns: [
    ["Order", "订单编号", ({ order }) => order._id],
    ["Order no.", "订单号", ({ order }) => order.no],
    ["Ordered at", "下单时间", ({ order }) => shopTime(order.createdAt)],
    ["Type", "订单类型", ({ order }) => type(order.type)],
    ["Status", "订单状态", ({ order }) => status(order.status)],
    ["Member", "会员编号", ({ order }) => order.memberId],
    ["Nickname", "会员昵称", ({ member }) => member?.nickname ?? ""],
    ["Mobile", "会员手机", ({ member }, sight) => sight.mobile(member?.mobile)],
    [
      "Products",
      "商品",
      ({ items }) => items.map((item) => `${item.spuName} ${variantOf(item)}${pieces(item)}`).join("; "),
    ],
    ["Pieces", "商品件数", ({ order }) => order.productCount],
    ["Total (yuan)", "商品总价(元)", ({ order }) => yuan(order.totalPriceFen)],
    ["Delivery fee (yuan)", "运费(元)", ({ order }) => yuan(order.deliveryPriceFen)],
    ["To pay (yuan)", "应付(元)", ({ order }) => yuan(order.payPriceFen)],
    ["Refunded (yuan)", "已退款(元)", ({ order }) => yuan(order.refundPriceFen)],
    ["Paid at", "支付时间", ({ order }) => shopTime(order.payAt)],
    ["Channel", "支付渠道", ({ order }) => order.payChannelCode],
    ["Delivery", "配送方式", ({ order }) => delivery(order.deliveryType)],
    ["Receiver", "收件人", ({ order }) => order.receiverName],
    ["Receiver's mobile", "收件人手机", ({ order }, sight) => sight.mobile(order.receiverMobile)],
    ["Area", "收件地区", ({ order }) => (order.receiverAreaId === null ? "" : areaName(order.receiverAreaId))],
    ["Address", "收件地址", ({ order }) => order.receiverDetailAddress],
    [
      "Parcel no.",
      "物流单号",
      ({ order }) =>
        parcelsOf(order)
          .flatMap(({ logisticsNo }) => logisticsNo || [])
          .join("; "),
    ],
    ["Shipped at", "发货时间", ({ order }) => shopTime(order.deliveryAt)],
    ["Received at", "收货时间", ({ order }) => shopTime(order.receiveAt)],
    ["Member's remark", "会员留言", ({ order }) => order.userRemark],
    ["Shop's remark", "商家备注", ({ order }) => order.remark],
  ],
});

const variantOf = ({ properties }: { properties: { valueName: string }[] }): string =>
  properties.length === 0 ? "" : `(${properties.map(({ valueName }) => valueName).join(" ")}) `;
