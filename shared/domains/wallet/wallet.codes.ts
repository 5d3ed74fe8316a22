import type { Language } from "#shared/kernel/request/context.js";

/**
 * The business types of ledger rows; `adjustment`: an operator changed the balance, `merged`: it moved to the member that
 * its own was merged into (rules: Wallet).
 */
export const WalletBizType = {
  recharge: 1,
  rechargeRefund: 2,
  payment: 3,
  paymentRefund: 4,
  adjustment: 5,
  merged: 6,
} as const;
export type WalletBizType = (typeof WalletBizType)[keyof typeof WalletBizType];

/** Titles in the reader's language, chosen when a row is shown. */
export const walletTitles: Record<WalletBizType, Record<Language, string>> = {
  [WalletBizType.recharge]: { en: "Recharge", zh: "充值" },
  [WalletBizType.rechargeRefund]: { en: "Recharge refund", zh: "充值退款" },
  [WalletBizType.payment]: { en: "Payment", zh: "支付" },
  [WalletBizType.paymentRefund]: { en: "Payment refund", zh: "支付退款" },
  [WalletBizType.adjustment]: { en: "Balance update", zh: "更新余额" },
  [WalletBizType.merged]: { en: "Accounts merged", zh: "账号合并" },
};

export const WalletDirection = { income: 1, expense: 2 } as const;
export type WalletDirection = (typeof WalletDirection)[keyof typeof WalletDirection];
