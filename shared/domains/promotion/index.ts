export { promotionErrors } from "./promotion.errors.js";
export * from "./promotion.jobs.js";
export { shownStatus } from "./period.js";
export { isInScope, type ProductScope, type ProductScopeKind, type ScopedItem } from "./productScope.js";
export { DiscountActivityModel, type DiscountActivityDoc, type DiscountProduct } from "./discountActivity.model.js";
export {
  discountedFen,
  discountShelf,
  findDiscountActivityPage,
  getDiscountActivity,
  runningDiscounts,
  type ActivitySearch,
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
export { CouponTemplateModel, type CouponTemplateDoc } from "./couponTemplate.model.js";
export {
  findCouponTemplatePage,
  getCouponTemplate,
  listTakeableTemplates,
  withUse,
  type CouponTemplateSearch,
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
export { CouponModel, type CouponDoc } from "./coupon.model.js";
export type { CouponStatus } from "./coupon.states.js";
export {
  couponStatusAt,
  eachCoupon,
  findCouponPage,
  getOwnCoupon,
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
export { giveRegistrationCoupons } from "./giveRegistrationCoupons.js";
export { clearCoupons } from "./clearCoupons.js";
export { expireCoupons } from "./expireCoupons.js";
export { seedPromotions } from "./seedPromotions.js";
export {
  ArticleModel,
  BannerModel,
  places,
  type ArticleDoc,
  type BannerDoc,
  type Place,
  type PlacedDoc,
} from "./placed.model.js";
export {
  articles,
  banners,
  type ArticleInput,
  type BannerInput,
  type PlacedContent,
  type PlacedSearch,
} from "./placedContent.js";
export { seedPlaced } from "./seedPlaced.js";
export { promotionRecycling } from "./promotion.recycling.js";
