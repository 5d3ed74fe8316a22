/** The shelf state of a product. */
export const SpuStatus = { recycled: -1, offShelf: 0, onShelf: 1 } as const;
export type SpuStatus = (typeof SpuStatus)[keyof typeof SpuStatus];

/** The tabs of the back office (rules: Catalog and prices). */
export const SpuTab = { onShelf: 0, offShelf: 1, soldOut: 2, nearlySoldOut: 3, recycled: 4 } as const;
export type SpuTab = (typeof SpuTab)[keyof typeof SpuTab];

/** How a product is delivered, and an order; virtual goods use pick-up. */
export const DeliveryType = { express: 1, pickUp: 2 } as const;
export type DeliveryType = (typeof DeliveryType)[keyof typeof DeliveryType];

/** Filters of a list of reviews (rules: Catalog and prices). */
export const ReviewGrade = { all: 0, good: 1, medium: 2, bad: 3 } as const;
export type ReviewGrade = (typeof ReviewGrade)[keyof typeof ReviewGrade];

export const ReviewScore = { one: 1, two: 2, three: 3, four: 4, five: 5 } as const;
export type ReviewScore = (typeof ReviewScore)[keyof typeof ReviewScore];
