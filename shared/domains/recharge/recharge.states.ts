/**
 * Of a recharge (domain-facts 5.1): 0 none, or under way when payRefundId is set; 10 succeeded; 20 failed, may be begun
 * again.
 */
export type RechargeRefundStatus = 0 | 10 | 20;
