import { defineErrors } from "#shared/platform/errors.js";

/** Codes of the trade's usual table, and free ones of its ranges where that has none. */
export const tradeErrors = defineErrors("trade", {
  OrderNotFound: { code: 1011000011, en: "There is no such order", zh: "订单不存在" },
  /** Lost against another move of the same order: the job looks again. */
  PaidNotUnpaid: {
    code: 1011000013,
    en: "The order is not waiting for payment",
    zh: "订单不处于待支付状态",
    retry: true,
  },
  PaidByAnotherPayOrder: {
    code: 1011000014,
    en: "The payment belongs to another order",
    zh: "支付单与订单不匹配",
  },
  PaidWithoutPayment: { code: 1011000015, en: "The payment is not complete", zh: "支付单尚未支付成功" },
  PaidPriceDiffers: {
    code: 1011000016,
    en: "What was paid is not the price of the order",
    zh: "支付金额与订单金额不一致",
  },
  CancelNotUnpaid: {
    code: 1011000025,
    en: "Only an unpaid order can be cancelled",
    zh: "交易订单取消失败，订单不是待支付状态",
  },
  DeleteNotEnded: {
    code: 1011000029,
    en: "Only a completed or cancelled order can be deleted",
    zh: "交易订单删除失败，订单未完成或未取消",
  },
  ExpiryNotUnpaid: {
    code: 1011000040,
    en: "Only an unpaid order has a payment deadline to move",
    zh: "订单不是待支付状态，无法调整支付截止时间",
  },
  PayPriceNotPositive: {
    code: 1011003000,
    en: "The price to pay must be above zero",
    zh: "支付价格计算异常，原因：价格小于等于 0",
  },
  NoDeliveryTemplate: {
    code: 1011003001,
    en: "There is no delivery to this address",
    zh: "该收货地址无可用的运费模板",
  },
  DeliveryTypeMismatch: {
    code: 1011003005,
    en: "These goods cannot be delivered together in this way",
    zh: "商品不支持该配送方式",
  },
  CouponUnusable: { code: 1011003006, en: "This coupon cannot be used", zh: "优惠券不可用" },
  ActivityNotOffered: {
    code: 1011003090,
    en: "This kind of activity is not offered now",
    zh: "暂未开放该类活动",
  },
  StoreNotFound: { code: 1011006000, en: "There is no such pick-up store", zh: "自提门店不存在" },
});
