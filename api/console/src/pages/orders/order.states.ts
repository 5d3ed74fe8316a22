import type { States } from "../../parts/shown/figures";

export const orderStates: States = {
  0: [["Unpaid", "待付款"], "warning"],
  10: [["Awaiting shipment", "待发货"], "processing"],
  20: [["Shipped", "已发货"], "processing"],
  30: [["Completed", "已完成"], "success"],
  40: [["Cancelled", "已取消"], "default"],
};
/** Beside the state of a shipped order: its parcel was refused or is on its way back. */
export const comingBackStates: States = { 1: [["Coming back", "退回中"], "error"] };
/** Beside the state of an order to ship: some of it is sent. */
export const sentInPartStates: States = { 1: [["Shipped in part", "部分发货"], "warning"] };
export const orderTypes: States = {
  0: [["Normal", "普通订单"]],
  1: [["Flash sale", "秒杀订单"], "error"],
  2: [["Bargain", "砍价订单"], "warning"],
  3: [["Group-buy", "拼团订单"], "processing"],
  4: [["Points", "积分订单"], "success"],
};
export const refundStates: States = {
  0: [["Not refunded", "未退款"]],
  10: [["Partially refunded", "部分退款"], "warning"],
  20: [["Fully refunded", "全额退款"], "error"],
};
export const deliveryTypes: States = {
  1: [["Delivery", "快递发货"]],
  2: [["Pick-up", "到店自提"]],
};
export const terminals: States = {
  0: [["Unknown", "未知"]],
  10: [["Mini program", "小程序"]],
  11: [["Official account", "公众号"]],
  20: [["Web", "网页"]],
  31: [["App", "App"]],
};
export const cancelTypes: States = {
  10: [["Payment timed out", "支付超时"]],
  20: [["Fully refunded", "全额退款"]],
  30: [["Cancelled by the member", "会员取消"]],
  40: [["Group-buy failed", "拼团失败"]],
  50: [["Cancelled by the shop", "商家取消"]],
};
export const itemAfterSaleStates: States = {
  0: [["None", "无售后"]],
  10: [["In progress", "售后中"], "warning"],
  20: [["Refunded", "已退款"], "error"],
};
export const orderOperations: States = {
  1: [["Order placed", "会员下单"], "processing"],
  2: [["Price changed", "修改价格"], "warning"],
  3: [["Payment deadline changed", "修改支付期限"], "warning"],
  10: [["Paid", "支付成功"], "success"],
  11: [["Address changed", "修改收货地址"], "warning"],
  20: [["Shipped", "商家发货"], "processing"],
  21: [["Tracking changed", "修改物流"], "warning"],
  22: [["Coming back", "包裹退回"], "error"],
  23: [["Shipped in part", "部分发货"], "processing"],
  30: [["Received", "会员确认收货"], "success"],
  31: [["Automatically received", "系统自动收货"], "success"],
  32: [["Picked up", "自提核销"], "success"],
  33: [["Reviewed", "会员评价"], "processing"],
  34: [["Automatically reviewed", "系统自动评价"]],
  40: [["Cancelled", "会员取消"], "error"],
  41: [["Automatically cancelled", "系统取消"], "error"],
  42: [["Partially refunded", "部分退款"], "warning"],
  43: [["Cancelled: fully refunded", "全额退款，订单关闭"], "error"],
  44: [["Cancelled by the shop", "商家取消"], "error"],
  49: [["Deleted by the member", "会员删除"]],
};
