import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals of recharges (rules: Error codes). The `Paid...` ones are faults of a reported payment and fail its job. */
export const rechargeErrors = defineErrors("recharge", {
  RechargeNotFound: { code: 1007008000, en: "The recharge does not exist", zh: "钱包充值记录不存在" },
  RechargeNotUnpaid: {
    code: 1007008001,
    en: "The recharge is not unpaid any more",
    zh: "钱包充值更新支付状态失败，钱包充值记录不是【未支付】状态",
  },
  PaidByAnotherPayOrder: {
    code: 1007008002,
    en: "The recharge has another pay order",
    zh: "钱包充值更新支付状态失败，支付单编号不匹配",
  },
  PaidWithoutPayment: {
    code: 1007008003,
    en: "The pay order of the recharge is not paid",
    zh: "钱包充值更新支付状态失败，支付单状态不是【支付成功】状态",
  },
  PaidPriceDiffers: {
    code: 1007008004,
    en: "The pay order does not cover the price of the recharge",
    zh: "钱包充值更新支付状态失败，支付单金额不匹配",
  },
  RefundUnpaid: {
    code: 1007008005,
    en: "The recharge is not paid, it cannot be refunded",
    zh: "钱包发起退款失败，钱包充值订单未支付",
  },
  RefundAlready: {
    code: 1007008006,
    en: "The recharge was refunded, or its refund is under way",
    zh: "钱包发起退款失败，钱包充值订单已退款",
  },
  RefundBalanceShort: {
    code: 1007008007,
    en: "The wallet balance is less than what was credited",
    zh: "钱包发起退款失败，钱包余额不足",
  },
  RefundOfAnother: {
    code: 1007008008,
    en: "The recharge has another refund",
    zh: "钱包退款更新失败，钱包退款单编号不匹配",
  },
  PackageNotFound: { code: 1007008011, en: "The recharge package does not exist", zh: "钱包充值套餐不存在" },
  PackageDisabled: { code: 1007008012, en: "The recharge package is disabled", zh: "钱包充值套餐已禁用" },
  PackageNameTaken: { code: 1007008013, en: "The package name is taken", zh: "钱包充值套餐名称已存在" },
});
