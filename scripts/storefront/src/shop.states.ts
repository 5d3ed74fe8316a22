/** The numbers of the interface that pages compare with. */
export const OrderStatus = { unpaid: 0, toShip: 10, shipped: 20, completed: 30, cancelled: 40 } as const;
export const OrderType = { normal: 0, seckill: 1, bargain: 2, group: 3, points: 4 } as const;
export const PayStatus = { waiting: 0, paid: 10 } as const;
export const ItemAfterSaleStatus = { none: 0, underWay: 10, refunded: 20 } as const;
export const AfterSaleStatus = { applied: 10, agreed: 20, goodsSent: 30, refunding: 40, refunded: 50 } as const;
export const AfterSaleWay = { refundOnly: 10, returnGoods: 20 } as const;
export const CouponStatus = { unused: 1, used: 2, expired: 3 } as const;
export const CouponDiscount = { amount: 1, percent: 2 } as const;
export const ShownStatus = { waiting: 10, running: 20 } as const;
export const GroupStatus = { open: 0 } as const;
export const LiveStatus = { announced: 0, live: 1, ended: 2 } as const;
export const Place = { home: 1 } as const;
export const PayApp = { mall: 1 } as const;
export const SmsScene = { signIn: 1 } as const;
export const LoginType = { ordinary: 10 } as const;
export const Terminal = { h5: 20 } as const;
/** Of a call that nobody answered. */
export const HttpStatus = { none: 0 } as const;
