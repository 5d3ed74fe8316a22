import { activityOffer, type ActivityInput, type ActivityOffer } from "#shared/domains/promotion/activity/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import type { BasketLine } from "./readBasket.js";

export interface OfferInput extends ActivityInput {
  pointStatus?: boolean | undefined;
}

/**
 * The activity's offer for this basket; null for an ordinary order. Throws the activity's refusals; 400 when the
 * order's type does not match its activity, and for the points mall without points (rules: Catalog and prices).
 */
export async function readOffer(
  memberId: number,
  input: OfferInput,
  basket: readonly BasketLine[],
  at: Date,
): Promise<ActivityOffer | null> {
  const lines = basket.map(({ sku, spu, count }) => ({ skuId: sku._id, spuId: spu._id, count, stock: sku.stock }));
  const offer = await activityOffer(memberId, input, lines, at);
  if (offer?.type === ActivityKind.points && !input.pointStatus)
    throw errors.BadInput({
      field: "pointStatus",
      reason: currentLanguage() === "zh" ? "必须为 true" : "must be true",
    });
  return offer;
}
