/** What workers may use, and what only they load. */
export { expireDueOrders, expireOrder } from "./expireOrder.js";
export { markOrderPaid } from "./markOrderPaid.js";
export { cancelClosedOrder } from "./cancelClosedOrder.js";
export { ordersOfTime } from "./ordersBetween.js";
export { applyRefund } from "./applyRefund.js";
export { giveOrderCoupons } from "./giveRewards.js";
export { refundFailedGroup } from "./refundFailedGroup.js";
export { subscribeParcel } from "./parcel/subscribeParcel.js";
export { refreshParcel } from "./parcel/refreshParcel.js";
export { pollParcel, pollParcels } from "./parcel/pollParcels.js";
