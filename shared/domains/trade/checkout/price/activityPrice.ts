import { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import { addAmounts, addPoints, type PriceDraft } from "./draft.js";
import type { PriceStep } from "./facts.js";
import { addPromotion } from "./takeOff.js";
import { PromotionType } from "../../trade.codes.js";

/**
 * Replaces the SKU's price with the activity's (order types 1 to 4): off = max(0, unitPrice × count - activity price ×
 * count), counted as a discount. The points mall also takes pointPerPiece × count points, and may leave nothing to pay.
 */
export const activityPrice: PriceStep = (draft, { offer }) => {
  if (!offer) return draft;
  const offs = draft.lines.map(({ payFen, count }) => Math.max(0, payFen - offer.unitFen * count));
  const points = draft.lines.map(({ count }) => offer.pointPerPiece * count);
  const priced: PriceDraft = addPoints(addAmounts(draft, "discountFen", offs), "usePoint", points);
  return addPromotion(priced, draft, offs, () => true, {
    type: offer.type === ActivityKind.points ? PromotionType.points : offer.type,
    id: offer.activityId,
    name: "",
  });
};
