/** What workers may use, and what only they load. */
export { giveRegistrationCoupons } from "./giveRegistrationCoupons.js";
export { expireCoupons } from "./expireCoupons.js";
