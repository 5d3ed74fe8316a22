import { currentLanguage } from "#shared/kernel/request/context.js";
import { yuan } from "#shared/kernel/money/money.js";
import type { RewardRule } from "./rewardActivity.model.js";
import { RewardCondition } from "../promotion.codes.js";

/**
 * A rule as text for members, in the request's language: "Spend ¥100.00, minus ¥10.00, free delivery". It describes a
 * settlement's promotion (rules: Catalog and prices).
 */
export function rewardRuleText(conditionType: RewardCondition, rule: RewardRule): string {
  const { limit, discountFen, freeDelivery, point, giveCoupons } = rule;
  const coupons = giveCoupons.reduce((sum, { count }) => sum + count, 0);
  if (currentLanguage() === "zh")
    return [
      conditionType === RewardCondition.amount ? `满 ${yuan(limit)} 元` : `满 ${limit} 件`,
      ...(discountFen > 0 ? [`减 ${yuan(discountFen)} 元`] : []),
      ...(freeDelivery ? ["包邮"] : []),
      ...(point > 0 ? [`送 ${point} 积分`] : []),
      ...(coupons > 0 ? [`送 ${coupons} 张优惠券`] : []),
    ].join("，");
  return [
    conditionType === RewardCondition.amount ? `Spend ¥${yuan(limit)}` : `Buy ${counted(limit, "item")}`,
    ...(discountFen > 0 ? [`minus ¥${yuan(discountFen)}`] : []),
    ...(freeDelivery ? ["free delivery"] : []),
    ...(point > 0 ? [`get ${counted(point, "point")}`] : []),
    ...(coupons > 0 ? [`get ${counted(coupons, "coupon")}`] : []),
  ].join(", ");
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
