import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { CouponTemplateModel } from "./coupon/couponTemplate.model.js";
import { DiscountActivityModel } from "./discount/discountActivity.model.js";
import { invalidateDiscounts } from "./discount/discountActivity.queries.js";
import { ArticleModel, BannerModel } from "./placed/placed.model.js";
import { invalidatePlaced } from "./placed/placedContent.js";
import { RewardActivityModel } from "./reward/rewardActivity.model.js";
import { invalidateRewards } from "./reward/rewardActivity.queries.js";

export const promotionRecycling: Recycling[] = [
  // Discounts and rewards were closed when they were deleted, and are still closed when restored.
  recycling({
    kind: "discount-activity",
    en: "Discount activity",
    zh: "限时折扣活动",
    model: DiscountActivityModel,
    named: "name",
    audit: ["promotion", "discountActivity"],
    right: "promotion:discount-activity",
    restored: invalidateDiscounts,
  }),
  recycling({
    kind: "reward-activity",
    en: "Reward activity",
    zh: "满减送活动",
    model: RewardActivityModel,
    named: "name",
    audit: ["promotion", "rewardActivity"],
    right: "promotion:reward-activity",
    restored: invalidateRewards,
  }),
  recycling({
    kind: "coupon-template",
    en: "Coupon template",
    zh: "优惠券模板",
    model: CouponTemplateModel,
    named: "name",
    audit: ["promotion", "couponTemplate"],
    right: "promotion:coupon-template",
  }),
  recycling({
    kind: "banner",
    en: "Banner",
    zh: "Banner",
    model: BannerModel,
    named: "title",
    audit: ["promotion", "banner"],
    right: "promotion:banner",
    restored: invalidatePlaced,
  }),
  recycling({
    kind: "article",
    en: "Article",
    zh: "文章",
    model: ArticleModel,
    named: "title",
    audit: ["promotion", "article"],
    right: "promotion:article",
    restored: invalidatePlaced,
  }),
];
