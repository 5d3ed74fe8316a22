import type { States } from "../../parts/shown/figures";

export const memberStates: States = {
  0: [["Active", "正常"], "success"],
  1: [["Closed", "已关闭"], "error"],
  2: [["Being merged", "合并中"], "warning"],
  3: [["Merged", "已合并"]],
};
export const sexes: States = {
  0: [["Not set", "未设置"]],
  1: [["Male", "男"]],
  2: [["Female", "女"]],
  3: [["Unknown", "未知"]],
};
export const terminals: States = {
  0: [["Unknown", "未知"]],
  10: [["Mini program", "小程序"]],
  11: [["Official account", "公众号"]],
  20: [["Web", "网页"]],
  31: [["App", "App"]],
};
export const pointCauses: States = {
  1: [["Check-in", "签到"], "success"],
  2: [["Manual adjustment", "管理员调整"], "warning"],
  11: [["Redeemed on an order", "订单抵扣"]],
  12: [["Order cancelled: returned", "订单取消退回"]],
  13: [["Item refunded: returned", "商品退款退回"]],
  21: [["Earned from an order", "订单赠送"], "success"],
  22: [["Order cancelled: deducted", "订单取消收回"], "error"],
  23: [["Item refunded: deducted", "商品退款收回"], "error"],
  32: [["Accounts merged", "账号合并"]],
};
export const experienceCauses: States = {
  0: [["Manual adjustment", "管理员调整"], "warning"],
  1: [["Invitation", "邀请"]],
  4: [["Check-in", "签到"], "success"],
  5: [["Lottery", "抽奖"]],
  11: [["Earned from an order", "下单赠送"], "success"],
  12: [["Order cancelled", "订单取消"], "error"],
  13: [["Item refunded", "商品退款"], "error"],
  32: [["Accounts merged", "账号合并"]],
};
