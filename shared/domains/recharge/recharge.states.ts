/** `none` with a payRefundId means under way; a failed one may be retried (rules: Wallet). */
export const RechargeRefundStatus = { none: 0, succeeded: 10, failed: 20 } as const;
export type RechargeRefundStatus = (typeof RechargeRefundStatus)[keyof typeof RechargeRefundStatus];
