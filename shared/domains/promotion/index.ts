export { shownStatus } from "./period.js";
export { isInScope, type ScopedItem } from "./productScope.js";
export { DiscountActivityModel, type DiscountActivityDoc } from "./discountActivity.model.js";
export {
  discountShelf,
  findDiscountActivityPage,
  getDiscountActivity,
  runningDiscounts,
  type DiscountedProduct,
  type DiscountShelf,
  type RunningDiscount,
} from "./discountActivity.queries.js";
export {
  closeDiscountActivity,
  createDiscountActivity,
  deleteDiscountActivity,
  updateDiscountActivity,
  type DiscountActivityInput,
} from "./changeDiscountActivity.js";
export {
  RewardActivityModel,
  type CouponGift,
  type RewardActivityDoc,
  type RewardRule,
} from "./rewardActivity.model.js";
export {
  findRewardActivityPage,
  getRewardActivity,
  runningReward,
  type RunningReward,
} from "./rewardActivity.queries.js";
export {
  closeRewardActivity,
  createRewardActivity,
  deleteRewardActivity,
  updateRewardActivity,
  type RewardActivityInput,
} from "./changeRewardActivity.js";
export { rewardRuleText } from "./rewardText.js";
export type { CouponTemplateDoc } from "./couponTemplate.model.js";
export {
  findCouponTemplatePage,
  getCouponTemplate,
  listTakeableTemplates,
  withUse,
  type TakeableTemplate,
  type TemplateWithUse,
} from "./couponTemplate.queries.js";
export {
  createCouponTemplate,
  deleteCouponTemplate,
  switchCouponTemplate,
  updateCouponTemplate,
  type CouponTemplateInput,
} from "./changeCouponTemplate.js";
export type { CouponDoc } from "./coupon.model.js";
export {
  couponStatusAt,
  eachCoupon,
  findCouponPage,
  searchCoupons,
  unusedCoupons,
  type CouponOfMember,
  type CouponSearch,
} from "./coupon.queries.js";
export { takeCoupon } from "./takeCoupon.js";
export { sendCoupons } from "./sendCoupons.js";
export { recallCoupon } from "./recallCoupon.js";
export { returnCoupon, useCoupon } from "./useCoupon.js";
export { giveCoupons, takeBackGivenCoupons } from "./giveCoupons.js";
export { clearCoupons } from "./clearCoupons.js";
export { ArticleModel, BannerModel, type ArticleDoc, type BannerDoc, type PlacedDoc } from "./placed.model.js";
export { articles, banners, type PlacedContent } from "./placedContent.js";
export { promotionRecycling } from "./promotion.recycling.js";
