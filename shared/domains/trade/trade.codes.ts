/** Types of promotions (rules: Catalog and prices); `points` also stands for the points mall. */
export const PromotionType = {
  seckill: 1,
  bargain: 2,
  group: 3,
  discount: 4,
  reward: 5,
  memberLevel: 6,
  coupon: 7,
  points: 8,
} as const;
export type PromotionType = (typeof PromotionType)[keyof typeof PromotionType];

/** The measure of a template: pieces, weight in kg, volume in m³. */
export const ChargeMode = { piece: 1, weight: 2, volume: 3 } as const;
export type ChargeMode = (typeof ChargeMode)[keyof typeof ChargeMode];
