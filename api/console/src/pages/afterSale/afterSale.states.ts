import type { States } from "../../parts/figures";

export const afterSaleStates: States = {
  10: [["Applied", "待审核"], "warning"],
  20: [["Agreed: waiting for the goods", "待会员退货"], "processing"],
  30: [["Goods sent back", "待商家收货"], "warning"],
  40: [["To refund", "待退款"], "warning"],
  50: [["Refunded", "已退款"], "success"],
  61: [["Cancelled by the member", "会员已取消"]],
  62: [["Refused", "已拒绝"], "error"],
  63: [["Goods refused", "已拒收"], "error"],
};
export const afterSaleWays: States = {
  10: [["Money only", "仅退款"]],
  20: [["Goods come back", "退货退款"]],
};
export const afterSaleTypes: States = {
  10: [["Before completion", "售中"]],
  20: [["After completion", "售后"]],
};
export const afterSaleOperations: States = {
  10: [["Applied for", "会员申请"], "warning"],
  11: [["Agreed", "商家同意"], "processing"],
  12: [["Refused", "商家拒绝"], "error"],
  20: [["Goods sent back", "会员退货"], "processing"],
  21: [["Goods received", "商家收货"], "processing"],
  22: [["Goods refused", "商家拒收"], "error"],
  30: [["Refund begun", "发起退款"], "processing"],
  31: [["Refunded", "退款成功"], "success"],
  32: [["Refund failed", "退款失败"], "error"],
  40: [["Cancelled by the member", "会员取消"]],
};
