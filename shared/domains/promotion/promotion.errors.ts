import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals of discount activities, coupons and reward activities (rules: Error codes). */
export const promotionErrors = defineErrors("promotion", {
  DiscountActivityNotFound: { code: 1013001000, en: "The discount activity does not exist", zh: "限时折扣活动不存在" },
  SpuInAnotherDiscount: {
    code: 1013001001,
    en: "A product is in the discount activity {name} already",
    zh: "存在商品参加了其它限时折扣活动：{name}",
  },
  DiscountActivityClosedForUpdate: {
    code: 1013001002,
    en: "The discount activity is closed, it cannot be changed",
    zh: "限时折扣活动已关闭，不能修改",
  },
  DiscountActivityNotClosed: {
    code: 1013001003,
    en: "The discount activity is not closed, it cannot be deleted",
    zh: "限时折扣活动未关闭，不能删除",
  },
  DiscountActivityAlreadyClosed: {
    code: 1013001004,
    en: "The discount activity is closed already",
    zh: "限时折扣活动已关闭，不能重复关闭",
  },
  BannerNotFound: { code: 1013002000, en: "The banner does not exist", zh: "Banner 不存在" },
  ArticleNotFound: { code: 1013016000, en: "The article does not exist", zh: "文章不存在" },
  CouponTemplateNotFound: { code: 1013004000, en: "The coupon is not on offer", zh: "优惠劵模板不存在" },
  TotalBelowTaken: {
    code: 1013004001,
    en: "The total cannot be less than the {taken} that were taken",
    zh: "发放数量不能小于已领取数量({taken})",
  },
  NoCouponLeft: { code: 1013004002, en: "No coupon of this kind is left", zh: "当前剩余数量不够领取" },
  CouponAlreadyTaken: { code: 1013004003, en: "You have taken this coupon already", zh: "用户已领取过此优惠券" },
  CouponTemplateExpired: { code: 1013004004, en: "The coupon is past its time", zh: "优惠券已过期，无法领取" },
  WrongTakeType: { code: 1013004005, en: "This coupon is not given out this way", zh: "领取方式不正确" },
  CouponNotFound: { code: 1013005000, en: "The coupon does not exist", zh: "优惠券不存在" },
  CouponUsedNoRecall: {
    code: 1013005001,
    en: "The coupon was used, it cannot be taken back",
    zh: "回收优惠劵失败，优惠劵已被使用",
  },
  CouponNotUnused: { code: 1013005002, en: "The coupon was used or is expired", zh: "优惠劵不处于待使用状态" },
  CouponOutsideValidity: {
    code: 1013005003,
    en: "The coupon is not valid at this time",
    zh: "优惠券不在使用时间范围内",
  },
  RewardActivityNotFound: { code: 1013006000, en: "The reward activity does not exist", zh: "满减送活动不存在" },
  SpuInAnotherReward: {
    code: 1013006001,
    en: "A product is in the reward activity {name} of the same time",
    zh: "存在商品参加了同时段的满减送活动：{name}",
  },
  RewardActivityClosedForUpdate: {
    code: 1013006002,
    en: "The reward activity is closed, it cannot be changed",
    zh: "满减送活动已关闭，不能修改",
  },
  RewardActivityNotClosed: {
    code: 1013006003,
    en: "The reward activity is not closed, it cannot be deleted",
    zh: "满减送活动未关闭，不能删除",
  },
  RewardActivityAlreadyClosed: {
    code: 1013006004,
    en: "The reward activity is closed already",
    zh: "满减送活动已关闭，不能重复关闭",
  },
  RewardScopeConflict: {
    code: 1013006005,
    en: "The products meet those of the reward activity {name} of the same time: {why}",
    zh: "与同时段的满减送活动【{name}】商品范围冲突：{why}",
  },
});
