import type { States } from "../../parts/shown/figures";
import type { Pair } from "../../texts/texts";

export const payStates: States = {
  0: [["Pending", "待支付"], "warning"],
  10: [["Paid", "已支付"], "success"],
  20: [["Has refunds", "有退款"], "error"],
  30: [["Closed", "已关闭"]],
};
export const attemptStates: States = {
  0: [["Pending", "待支付"], "warning"],
  10: [["Paid", "已支付"], "success"],
  30: [["Closed", "已关闭"]],
};
export const refundStates: States = {
  0: [["In progress", "退款中"], "processing"],
  10: [["Refunded", "退款成功"], "success"],
  20: [["Failed", "退款失败"], "error"],
};
export const refundKinds: Readonly<Record<"order" | "late", Pair>> = {
  order: ["Order refund", "订单退款"],
  late: ["Automatic refund", "自动退回"],
};
export const notifyStates: States = {
  0: [["Pending", "待通知"], "processing"],
  10: [["Delivered", "通知成功"], "success"],
  20: [["Failed", "通知失败"], "error"],
};
export const notifyTypes: Readonly<Record<"pay.order.paid" | "pay.refund.succeeded", Pair>> = {
  "pay.order.paid": ["Payment succeeded", "支付通知"],
  "pay.refund.succeeded": ["Refund succeeded", "退款通知"],
};
export const anomalyStates: States = {
  0: [["Open", "待处理"], "error"],
  10: [["Auto-resolved", "自动结束"], "success"],
  20: [["Closed", "人工关闭"]],
};
export const anomalyKinds = {
  unknownOrder: ["Payment for an unknown order", "未知订单的付款"],
  wrongAmount: ["Wrong amount", "金额不符"],
  afterClose: ["Paid after closing", "关闭后付款"],
  secondPayment: ["Duplicate payment", "重复付款"],
  walletShort: ["Insufficient wallet balance", "钱包余额不足"],
  refundFailed: ["Refund failed", "退款失败"],
  refundNeedsMerchant: ["Refund needs you", "退款待商户处理"],
  refundContradicted: ["Refund contradicted", "退款结果矛盾"],
  refundToMerchant: ["Refund came back to the shop", "退款退回商户"],
  refundedThere: ["Refunded at the provider", "平台侧退款"],
  rechargeSpent: ["Top-up refunded, balance spent", "充值已退，余额已用"],
  walletClosed: ["Wallet closed", "钱包已关闭"],
  billPaymentAbsent: ["Statement: payment missing", "对账：平台缺少付款"],
  billAmountDiffers: ["Statement: amount mismatch", "对账：金额不符"],
  billStatusDiffers: ["Statement: status mismatch", "对账：状态不符"],
  billRefundUnknown: ["Statement: unknown refund", "对账：未知退款"],
  billRefundAbsent: ["Statement: refund missing", "对账：平台缺少退款"],
} as const satisfies Record<string, Pair>;
export const anomalyEnds: Readonly<Record<"refund" | "provider" | "statement" | "operator", Pair>> = {
  refund: ["Refunded", "款项已退回"],
  provider: ["Settled by the provider", "平台已有结果"],
  statement: ["Matched by a later statement", "后续账单一致"],
  operator: ["Operator", "操作员"],
};
export const reconciliationStates: States = {
  0: [["Awaiting statement", "待出账单"], "processing"],
  10: [["Matched", "账目一致"], "success"],
  20: [["Open differences", "存在差异"], "error"],
  30: [["Statement unavailable", "未取得账单"], "warning"],
};
export const differenceKinds = {
  paymentUnknown: ["Payment missing in the shop", "本地缺少付款"],
  paymentAbsent: ["Payment missing at the provider", "平台缺少付款"],
  amountDiffers: ["Amount mismatch", "金额不符"],
  refundUnknown: ["Refund missing in the shop", "本地缺少退款"],
  refundAbsent: ["Refund missing at the provider", "平台缺少退款"],
  statusDiffers: ["Status mismatch", "状态不符"],
} as const satisfies Record<string, Pair>;
export const differenceStates: States = {
  0: [["Open", "未解决"], "error"],
  10: [["Resolved", "已解决"], "success"],
};
export const differenceEnds: Readonly<Record<"settled" | "returned" | "vanished", Pair>> = {
  settled: ["Payment credited", "付款已入账"],
  returned: ["Refunded", "款项已退回"],
  vanished: ["Difference gone", "差异已消失"],
};
export const walletKinds: States = {
  1: [["Top-up", "充值"], "success"],
  2: [["Top-up refund", "充值退款"], "warning"],
  3: [["Payment", "支付"], "processing"],
  4: [["Payment refund", "支付退款"], "warning"],
  5: [["Manual adjustment", "商家调整"], "error"],
  6: [["Accounts merged", "账号合并"]],
};
export const providers: Readonly<Record<string, Pair>> = {
  wechatpay: ["WeChat Pay", "微信支付"],
  payplat: ["Alipay", "支付宝"],
};
