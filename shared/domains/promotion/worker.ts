/** What workers may use, and what only they load. */
export { giveRegistrationCoupons } from "./coupon/giveRegistrationCoupons.js";
export { expireCoupons } from "./coupon/expireCoupons.js";
export { endDueActivities, expireGroup } from "./activity/endDueActivities.js";
