import type { States } from "../../parts/shown/figures";

export const afterSaleStates: States = {
  10: [["Requested", "待审核"], "warning"],
  20: [["Approved, awaiting return", "待会员退货"], "processing"],
  30: [["Return shipped", "待商家收货"], "warning"],
  40: [["Awaiting refund", "待退款"], "warning"],
  50: [["Refunded", "已退款"], "success"],
  61: [["Cancelled by the member", "会员已取消"]],
  62: [["Rejected", "已拒绝"], "error"],
  63: [["Return rejected", "已拒收"], "error"],
};
export const afterSaleWays: States = {
  10: [["Refund only", "仅退款"]],
  20: [["Return and refund", "退货退款"]],
};
export const afterSaleTypes: States = {
  10: [["Before completion", "售中"]],
  20: [["After completion", "售后"]],
};
export const afterSaleOperations: States = {
  10: [["Requested", "会员申请"], "warning"],
  11: [["Approved", "商家同意"], "processing"],
  12: [["Rejected", "商家拒绝"], "error"],
  20: [["Return shipped", "会员退货"], "processing"],
  21: [["Goods received", "商家收货"], "processing"],
  22: [["Return rejected", "商家拒收"], "error"],
  30: [["Refund started", "发起退款"], "processing"],
  31: [["Refunded", "退款成功"], "success"],
  32: [["Refund failed", "退款失败"], "error"],
  40: [["Cancelled by the member", "会员取消"]],
};
