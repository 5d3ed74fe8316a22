export const OrderRefundStatus = { underWay: 0, succeeded: 10, failed: 20 } as const;
export type OrderRefundStatus = (typeof OrderRefundStatus)[keyof typeof OrderRefundStatus];
