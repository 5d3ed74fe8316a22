/** The status of an activity at a moment (rules: Catalog and prices). */
export const ShownStatus = { waiting: 10, running: 20, ended: 30, closed: 40 } as const;
export type ShownStatus = (typeof ShownStatus)[keyof typeof ShownStatus];

/** `categories`: without their children. */
export const ProductScopeKind = { all: 1, products: 2, categories: 3 } as const;
export type ProductScopeKind = (typeof ProductScopeKind)[keyof typeof ProductScopeKind];

/** What must reach a rule's limit: the amount (fen), or the number of pieces. */
export const RewardCondition = { amount: 10, pieces: 20 } as const;
export type RewardCondition = (typeof RewardCondition)[keyof typeof RewardCondition];

/** Places of content (rules: Catalog and prices). */
export const Place = { home: 1, flashSale: 2, bargainAndGroup: 3, discounts: 4, rewards: 5 } as const;
export type Place = (typeof Place)[keyof typeof Place];

/** The type of a limited-time discount (rules: Catalog and prices). */
export const DiscountKind = { percent: 2, amount: 4 } as const;
export type DiscountKind = (typeof DiscountKind)[keyof typeof DiscountKind];
