export { shownStatus } from "./period.js";
export { isInScope, type ScopedItem } from "./productScope.js";
export { DiscountActivityModel, type DiscountActivityDoc } from "./discount/discountActivity.model.js";
export {
  discountShelf,
  pageDiscountActivities,
  getDiscountActivity,
  runningDiscounts,
  type DiscountedProduct,
  type DiscountShelf,
  type RunningDiscount,
} from "./discount/discountActivity.queries.js";
export {
  closeDiscountActivity,
  createDiscountActivity,
  deleteDiscountActivity,
  updateDiscountActivity,
  type DiscountActivityInput,
} from "./discount/changeDiscountActivity.js";
export {
  RewardActivityModel,
  type CouponGift,
  type RewardActivityDoc,
  type RewardRule,
} from "./reward/rewardActivity.model.js";
export {
  pageRewardActivities,
  getRewardActivity,
  runningReward,
  type RunningReward,
} from "./reward/rewardActivity.queries.js";
export {
  closeRewardActivity,
  createRewardActivity,
  deleteRewardActivity,
  updateRewardActivity,
  type RewardActivityInput,
} from "./reward/changeRewardActivity.js";
export { rewardRuleText } from "./reward/rewardText.js";
export type { CouponTemplateDoc } from "./coupon/couponTemplate.model.js";
export {
  pageCouponTemplates,
  getCouponTemplate,
  listTakeableTemplates,
  withUse,
  type TakeableTemplate,
  type TemplateWithUse,
} from "./coupon/couponTemplate.queries.js";
export {
  createCouponTemplate,
  deleteCouponTemplate,
  switchCouponTemplate,
  updateCouponTemplate,
} from "./coupon/changeCouponTemplate.js";
export type { CouponTemplateInput } from "./coupon/couponTemplate.model.js";
export type { CouponDoc } from "./coupon/coupon.model.js";
export {
  couponStatusAt,
  eachCoupon,
  pageCoupons,
  pageCouponsForOperators,
  unusedCoupons,
  type CouponOfMember,
  type CouponSearch,
} from "./coupon/coupon.queries.js";
export { takeCoupon } from "./coupon/takeCoupon.js";
export { sendCoupons } from "./coupon/sendCoupons.js";
export { recallCoupon } from "./coupon/recallCoupon.js";
export { returnCoupon, useCoupon } from "./coupon/useCoupon.js";
export { giveCoupons, revokeGivenCoupons } from "./coupon/giveCoupons.js";
export { eraseCoupons } from "./coupon/recallCoupon.js";
export { ArticleModel, BannerModel, type ArticleDoc, type BannerDoc, type PlacedDoc } from "./placed/placed.model.js";
export { articles, banners, type PlacedContent } from "./placed/placedContent.js";
export { promotionRecycling } from "./promotion.recycling.js";
