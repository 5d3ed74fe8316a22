import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals of the wallet (rules: Error codes); those of the payment password use the next free codes. */
export const walletErrors = defineErrors("wallet", {
  BalanceShort: { code: 1007007001, en: "The wallet balance is not enough", zh: "钱包余额不足" },
  WalletRefundExists: {
    code: 1007007003,
    en: "The refund was already given back to a wallet with another amount",
    zh: "钱包退款已存在且金额不一致",
  },
  FreezeEnded: {
    code: 1007007005,
    en: "The frozen amount was already taken or released",
    zh: "冻结金额已扣除或已解冻",
  },
  PaymentPasswordNotSet: { code: 1007007006, en: "No payment password is set", zh: "尚未设置支付密码" },
  PaymentPasswordWrong: { code: 1007007007, en: "The payment password is wrong", zh: "支付密码不正确" },
  PaymentPasswordWeak: {
    code: 1007007010,
    en: "This payment password is too easy to guess: no repeated or consecutive digits",
    zh: "支付密码过于简单，请勿使用重复或连续的数字",
  },
  WalletClosed: {
    code: 1007007009,
    en: "The member has left, the wallet takes no money any more",
    zh: "会员已注销，钱包不可用",
  },
  PaymentPasswordLocked: {
    code: 1007007008,
    en: "Too many wrong payment passwords, try again in {minutes} min",
    zh: "支付密码错误次数过多，请 {minutes} 分钟后再试",
  },
});
