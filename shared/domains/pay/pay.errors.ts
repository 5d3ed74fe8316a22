import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals of payments (rules: Error codes). */
export const payErrors = defineErrors("pay", {
  AppNotFound: { code: 1007000000, en: "The pay app does not exist", zh: "支付应用不存在" },
  AppDisabled: { code: 1007000002, en: "The pay app is disabled", zh: "支付应用已禁用" },
  AppHasOrders: {
    code: 1007000003,
    en: "The pay app has {count} pay orders",
    zh: "支付应用存在 {count} 个支付订单，不能删除",
  },
  AppHasRefunds: {
    code: 1007000004,
    en: "The pay app has {count} refunds",
    zh: "支付应用存在 {count} 个退款订单，不能删除",
  },
  AppKeyTaken: { code: 1007000005, en: "The key of the pay app is taken", zh: "支付应用标识已存在" },
  ChannelNotFound: { code: 1007001000, en: "The pay channel does not exist", zh: "支付渠道不存在" },
  ChannelDisabled: { code: 1007001001, en: "The pay channel is disabled", zh: "支付渠道已禁用" },
  ChannelExists: { code: 1007001004, en: "The app has this pay channel already", zh: "已存在相同的支付渠道" },
  ChannelInUse: {
    code: 1007001005,
    en: "{count} payments went through the pay channel: switch it off instead",
    zh: "支付渠道已有 {count} 笔支付，不能删除，请改为禁用",
  },
  PayOrderNotFound: { code: 1007002000, en: "The pay order does not exist", zh: "支付单不存在" },
  PayOrderNotWaiting: { code: 1007002001, en: "The pay order is not waiting to be paid", zh: "支付单不处于待支付" },
  PayOrderPaid: { code: 1007002002, en: "The order is already paid", zh: "订单已支付" },
  PayOrderExpired: { code: 1007002003, en: "The pay order has expired", zh: "支付单已过期" },
  PayStartFailed: {
    code: 1007002004,
    en: "The payment could not be started, error code: [{code}], message: {reason}",
    zh: "发起支付失败，错误码：[{code}]，错误提示：{reason}",
  },
  PayOrderNotRefundable: {
    code: 1007002005,
    en: "The pay order cannot be refunded: it is not paid or refunded",
    zh: "支付单退款失败，原因：状态不是已支付或已退款",
  },
  NothingAtChannel: {
    code: 1007002006,
    en: "No payment of this order is open at a channel",
    zh: "该支付单没有渠道支付可查询",
  },
  AttemptPaid: {
    code: 1007003002,
    en: "The payment was already made, please wait for its result",
    zh: "订单已支付，请等待支付结果",
  },
  RefundTooLarge: { code: 1007006000, en: "The refund exceeds what is refundable", zh: "退款金额超过订单可退款金额" },
  RefundInProgress: { code: 1007006002, en: "Another refund is in progress", zh: "已有退款在处理中" },
  RefundExists: { code: 1007006003, en: "The refund already exists", zh: "退款单已存在" },
  RefundNotFound: { code: 1007006004, en: "The refund does not exist", zh: "退款单不存在" },
  RefundNotWaiting: {
    code: 1007006005,
    en: "The refund does not wait for the shop",
    zh: "退款单不处于待商户处理状态",
  },
  RefundAmountDiffers: {
    code: 1007006011,
    en: "The amount is not the refund's: {fen} fen",
    zh: "金额与退款金额不符：{fen} 分",
  },
  RefundNotRedirectable: {
    code: 1007006012,
    en: "The channel cannot pay this refund to another account",
    zh: "该渠道不支持将退款改退至其他账户",
  },
  RefundEnded: {
    code: 1007006013,
    en: "The refund has ended: the channel has nothing more to say",
    zh: "退款已结束，无需再查询渠道",
  },
  RefundNeedsMerchant: {
    code: 1007006010,
    en: "Refund {no} is not over: it waits for the shop at the provider ({reason}). Until it ends, this money is not refunded again",
    zh: "退款 {no} 尚未结束，渠道等待商户处理（{reason}），结束前不能再次退款",
  },
  NotifyNotFound: { code: 1007010000, en: "The notification does not exist", zh: "通知任务不存在" },
  AnomalyNotFound: { code: 1007011000, en: "The anomaly does not exist", zh: "支付异常不存在" },
  AnomalyEnded: { code: 1007011001, en: "The anomaly is not open any more", zh: "支付异常已处理" },
  ReconciliationNotFound: { code: 1007012000, en: "The reconciliation does not exist", zh: "对账记录不存在" },
  NotifyNoAddress: {
    code: 1007010002,
    en: "The pay app has no address for this notification now",
    zh: "支付应用当前未配置该通知的回调地址",
  },
});
