/** How an activity looks at a moment (rules: Catalog and prices). */
export const ShownStatus = { waiting: 10, running: 20, ended: 30, closed: 40 } as const;
export type ShownStatus = (typeof ShownStatus)[keyof typeof ShownStatus];

/** `categories`: children not included. */
export const ProductScopeKind = { all: 1, products: 2, categories: 3 } as const;
export type ProductScopeKind = (typeof ProductScopeKind)[keyof typeof ProductScopeKind];

/** The amount reaches the limit (fen), or the number of pieces does. */
export const RewardCondition = { amount: 10, pieces: 20 } as const;
export type RewardCondition = (typeof RewardCondition)[keyof typeof RewardCondition];

/** Where something is shown (rules: Catalog and prices). */
export const Place = { home: 1, flashSale: 2, bargainAndGroup: 3, discounts: 4, rewards: 5 } as const;
export type Place = (typeof Place)[keyof typeof Place];

/** How a variant of a limited-time discount is lowered (rules: Catalog and prices). */
export const DiscountKind = { percent: 2, amount: 4 } as const;
export type DiscountKind = (typeof DiscountKind)[keyof typeof DiscountKind];
