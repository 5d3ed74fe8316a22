/** For workers, which alone load it. */
export { giveRegistrationCoupons } from "./coupon/giveRegistrationCoupons.js";
export { expireCoupons } from "./coupon/expireCoupons.js";
export { endDueActivities, expireGroup } from "./activity/endDueActivities.js";
