/** `none`, or under way when payRefundId is set; a failed one may be begun again (rules: Wallet). */
export const RechargeRefundStatus = { none: 0, succeeded: 10, failed: 20 } as const;
export type RechargeRefundStatus = (typeof RechargeRefundStatus)[keyof typeof RechargeRefundStatus];
