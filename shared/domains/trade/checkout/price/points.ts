import { splitFen } from "#shared/kernel/money/money.js";
import { addPoints, totalsOf } from "./draft.js";
import type { PriceStep } from "./facts.js";
import { takeOff, weightsOf } from "./takeOff.js";
import { OrderType } from "../../order/order.states.js";
import { PromotionType } from "../../trade.codes.js";

/**
 * Pays with points, if the member wants to and the shop allows it: points = min(the member's, the limit per order,
 * floor((payFen - 1) / fenPerPoint)), so that at least 1 fen is left and every point counts in full; pointFen = points
 * × fenPerPoint. Both are split by payFen. Not for the points mall.
 */
export const points: PriceStep = (draft, { points: { memberId, available, wanted, rules } }) => {
  if (draft.type === OrderType.points || !wanted || !rules.deductEnabled || rules.fenPerPoint <= 0) return draft;
  const room = Math.floor((totalsOf(draft).payFen - 1) / rules.fenPerPoint);
  const usePoint = Math.min(available, rules.maxPoints || Number.MAX_SAFE_INTEGER, room);
  if (usePoint <= 0) return draft;
  const shares = splitFen(
    usePoint,
    weightsOf(draft, () => true),
  );
  const paid = takeOff(draft, "pointFen", usePoint * rules.fenPerPoint, () => true, {
    type: PromotionType.points,
    id: memberId,
    name: "",
  });
  return addPoints(paid, "usePoint", shares);
};
