/** What a row of the ledger is about; the last: an operator changed the balance (rules: Wallet). */
export const WalletBizType = { recharge: 1, rechargeRefund: 2, payment: 3, paymentRefund: 4, adjustment: 5 } as const;
export type WalletBizType = (typeof WalletBizType)[keyof typeof WalletBizType];

export const WalletDirection = { income: 1, expense: 2 } as const;
export type WalletDirection = (typeof WalletDirection)[keyof typeof WalletDirection];
