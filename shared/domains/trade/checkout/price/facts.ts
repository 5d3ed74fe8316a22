import type { ActivityOffer } from "#shared/domains/promotion/activity/index.js";
import type { LoyaltyRules, VipPercent } from "#shared/domains/loyalty/index.js";
import type { RunningDiscount, RunningReward } from "#shared/domains/promotion/index.js";
import type { DeliveryTemplateDoc } from "../../delivery/deliveryTemplate.model.js";
import type { CouponTerms } from "./couponTerms.js";
import type { PriceDraft } from "./draft.js";

/** The data of the steps, read before they run, as the chain itself reads nothing. */
export interface PriceFacts {
  at: Date;
  /** Seckill, bargain, group-buy or points mall; null: an ordinary order. */
  offer: Pick<ActivityOffer, "type" | "activityId" | "unitFen" | "pointPerPiece"> | null;
  /** The discount of the member's level; null: none. */
  vip: VipPercent | null;
  /** The running discount activity of each SKU. */
  discounts: ReadonlyMap<number, Discount>;
  reward: RunningReward | null;
  /** The coupons to match. */
  coupons: readonly CouponTerms[];
  /** The coupon to use. */
  couponId: number | null;
  points: PointFacts;
  /** [district, city, province, country] of the destination; null: no address yet. */
  destination: readonly number[] | null;
  templates: ReadonlyMap<number, Pick<DeliveryTemplateDoc, "chargeMode" | "charges" | "frees">>;
  /** Express is free from this price on; null: no such rule. */
  freeDeliveryFromFen: number | null;
}

export type PriceStep = (draft: PriceDraft, facts: PriceFacts) => PriceDraft;

export type Discount = Pick<RunningDiscount, "activityId" | "name" | "kind" | "percent" | "amountFen">;

export interface PointFacts {
  memberId: number;
  /** The member's points. */
  available: number;
  /** The member wants to pay with them. */
  wanted: boolean;
  rules: LoyaltyRules;
}
