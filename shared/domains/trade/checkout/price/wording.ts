import { rewardRuleText } from "#shared/domains/promotion/index.js";
import type { Language } from "#shared/kernel/request/context.js";
import { yuan } from "#shared/kernel/money/money.js";
import type { Mismatch } from "./couponTerms.js";
import type { Promotion } from "./draft.js";
import { PromotionType } from "../../trade.codes.js";

const names: Record<PromotionType, Record<Language, string>> = {
  [PromotionType.seckill]: { en: "Seckill", zh: "秒杀活动" },
  [PromotionType.bargain]: { en: "Bargain", zh: "砍价活动" },
  [PromotionType.group]: { en: "Group buy", zh: "拼团活动" },
  [PromotionType.discount]: { en: "Limited-time discount", zh: "限时折扣" },
  [PromotionType.reward]: { en: "Reward", zh: "满减送" },
  [PromotionType.memberLevel]: { en: "Member price", zh: "会员折扣" },
  [PromotionType.coupon]: { en: "Coupon", zh: "优惠劵" },
  [PromotionType.points]: { en: "Points", zh: "积分抵扣" },
};

/** The promotion's own name, or its type's. */
export const promotionName = ({ name, type }: Promotion, language: Language): string => name || names[type][language];

/** What a promotion does, as text for members. */
export function promotionText({ type, discountFen, rule }: Promotion, language: Language): string {
  const zh = language === "zh";
  if (rule)
    return `${names[PromotionType.reward][language]}${zh ? "：" : ": "}${rewardRuleText(rule.conditionType, rule)}`;
  const name = names[type][language];
  return zh ? `${name}：省 ${yuan(discountFen)} 元` : `${name}: saves ${yuan(discountFen)}`;
}

/** Why a coupon cannot be used, as text for members. */
export function mismatchText(mismatch: Mismatch | { why: "absent" }, language: Language): string {
  const zh = language === "zh";
  switch (mismatch.why) {
    case "absent":
      return zh ? "优惠劵不存在、已使用或已过期" : "it is not there, used or expired";
    case "notYetValid":
      return zh ? "优惠劵未到使用时间" : "it is not valid yet";
    case "noGoods":
      return zh ? "没有符合条件的商品" : "none of the goods are in its scope";
    case "short":
      return zh
        ? `差 ${yuan(mismatch.byFen)} 元可用优惠劵`
        : `the goods are ${yuan(mismatch.byFen)} short of its price`;
    case "worthMore":
      return zh ? "优惠金额须小于商品金额" : "it is worth as much as the goods or more";
  }
}
