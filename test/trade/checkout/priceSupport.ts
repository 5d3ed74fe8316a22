import { draftOf, type BareLine, type PriceDraft } from "#shared/domains/trade/checkout/price/draft.js";
import type { CouponTerms } from "#shared/domains/trade/checkout/price/couponTerms.js";
import type { PriceFacts } from "#shared/domains/trade/checkout/price/facts.js";

const AT = new Date("2026-06-01T00:00:00Z");

/** A line of one piece at 10.00. */
export const line = (overrides: Partial<BareLine> = {}): BareLine => ({
  skuId: 1,
  spuId: 1,
  categoryId: 1,
  count: 1,
  unitPriceFen: 1_000,
  deliveryTemplateId: null,
  weight: 0,
  volume: 0,
  giveIntegral: 0,
  ...overrides,
});

export const draft = (lines: BareLine[], overrides: Partial<PriceDraft> = {}): PriceDraft => ({
  ...draftOf(0, 1, lines),
  ...overrides,
});

/** A shop in which nothing lowers a price. */
export const facts = (overrides: Partial<PriceFacts> = {}): PriceFacts => ({
  at: AT,
  offer: null,
  vip: null,
  discounts: new Map(),
  reward: null,
  coupons: [],
  couponId: null,
  points: points({}),
  destination: null,
  templates: new Map(),
  freeDeliveryFromFen: null,
  ...overrides,
});

export const points = (
  rules: Partial<PriceFacts["points"]["rules"]>,
  more: Partial<Omit<PriceFacts["points"], "rules">> = {},
): PriceFacts["points"] => ({
  memberId: 7,
  available: 0,
  wanted: false,
  ...more,
  rules: { deductEnabled: true, fenPerPoint: 1, maxPoints: null, pointsPerYuan: 0, ...rules },
});

/** A coupon of 1.00 for everything. */
export const terms = (overrides: Partial<CouponTerms> = {}): CouponTerms => ({
  _id: 5,
  name: "Coupon",
  usePriceFen: 0,
  discountType: 1,
  discountPercent: null,
  discountFen: 100,
  discountLimitFen: null,
  productScope: 1,
  scopeValues: [],
  validStartAt: new Date(0),
  validEndAt: new Date("2027-01-01T00:00:00Z"),
  ...overrides,
});

export const rewardOf = (overrides: Partial<NonNullable<PriceFacts["reward"]>> = {}): PriceFacts["reward"] => ({
  activityId: 3,
  name: "Reward",
  conditionType: 10,
  productScope: 1,
  scopeValues: [],
  rules: [],
  ...overrides,
});

export const rule = (
  limit: number,
  overrides: Partial<NonNullable<PriceFacts["reward"]>["rules"][number]> = {},
): NonNullable<PriceFacts["reward"]>["rules"][number] => ({
  limit,
  discountFen: 0,
  freeDelivery: false,
  point: 0,
  giveCoupons: [],
  ...overrides,
});
