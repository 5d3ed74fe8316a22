/** The operations in the log of an order (rules: Orders); `refundedInPart`: but not in full. */
export const OrderOperation = {
  placed: 1,
  priceChanged: 2,
  deadlineMoved: 3,
  paid: 10,
  addressChanged: 11,
  shipped: 20,
  parcelChanged: 21,
  comingBack: 22,
  /** With some of its pieces: others wait. */
  shippedInPart: 23,
  receivedByMember: 30,
  receivedBySystem: 31,
  pickedUp: 32,
  reviewedByMember: 33,
  reviewedBySystem: 34,
  cancelledByMember: 40,
  cancelledBySystem: 41,
  refundedInPart: 42,
  cancelledByRefund: 43,
  cancelledByOperator: 44,
  deletedByMember: 49,
} as const;
export type OrderOperation = (typeof OrderOperation)[keyof typeof OrderOperation];

/** The operations in the log of an after-sale (rules: Orders). */
export const AfterSaleOperation = {
  applied: 10,
  agreed: 11,
  refused: 12,
  goodsSent: 20,
  goodsReceived: 21,
  goodsRefused: 22,
  refundBegun: 30,
  refunded: 31,
  refundFailed: 32,
  cancelled: 40,
} as const;
export type AfterSaleOperation = (typeof AfterSaleOperation)[keyof typeof AfterSaleOperation];
