/** For workers, which alone load it. */
export { expireDueOrders, expireOrder } from "./order/expireOrder.js";
export { eraseBuyer } from "./checkout/limitUnpaid.js";
export { markOrderPaid } from "./order/markOrderPaid.js";
export { cancelClosedOrder } from "./order/cancelClosedOrder.js";
export { ordersBetween } from "./order/ordersBetween.js";
export { applyRefund } from "./refund/applyRefund.js";
export { giveOrderCoupons } from "./order/giveRewards.js";
export { refundFailedGroup } from "./refund/refundFailedGroup.js";
export { subscribeParcel } from "./parcel/subscribeParcel.js";
export { refreshParcel } from "./parcel/refreshParcel.js";
export { pollParcel, pollParcels } from "./parcel/pollParcels.js";
