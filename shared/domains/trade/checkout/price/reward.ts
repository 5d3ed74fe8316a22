import { isInScope, type RunningReward, type ScopedItem } from "#shared/domains/promotion/index.js";
import { splitFen } from "#shared/kernel/money/money.js";
import { RewardCondition } from "#shared/domains/promotion/promotion.codes.js";
import { addPoints } from "./draft.js";
import type { PriceStep } from "./facts.js";
import { addPromotion, takeOff, weightsOf } from "./takeOff.js";
import { OrderType } from "../../order/order.states.js";
import { PromotionType } from "../../trade.codes.js";

/**
 * "Spend X" or "buy N": over the lines in scope, X = sum of payFen, N = sum of counts. The highest reached rule takes
 * its amount off, gives its points by shares of payFen, and may give free delivery and coupons. If none is reached, it
 * adds a row with the first one (rules: Catalog and prices). Ordinary orders only.
 */
export const reward: PriceStep = (draft, { reward: running }) => {
  if (draft.type !== OrderType.normal || !running) return draft;
  const isFor = (line: ScopedItem): boolean => isInScope(running, line);
  const lines = draft.lines.filter(isFor);
  if (lines.length === 0) return draft;
  const reached = lines.reduce(
    (sum, line) => sum + (running.conditionType === RewardCondition.amount ? line.payFen : line.count),
    0,
  );
  const rule = running.rules.findLast(({ limit }) => limit <= reached);
  if (!rule) return addPromotion(draft, draft, [], isFor, { ...rowOf(running), match: false });
  const shares = splitFen(rule.point, weightsOf(draft, isFor));
  return {
    ...addPoints(takeOff(draft, "discountFen", rule.discountFen, isFor, rowOf(running, rule)), "givePoint", shares),
    freeDelivery: rule.freeDelivery,
    giveCoupons: rule.giveCoupons,
  };
};

function rowOf({ activityId, name, conditionType, rules }: RunningReward, rule = rules[0]) {
  return { type: PromotionType.reward, id: activityId, name, rule: rule ? { ...rule, conditionType } : null };
}
