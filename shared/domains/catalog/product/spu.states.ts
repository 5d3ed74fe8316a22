/** Where a product lies. */
export const SpuStatus = { recycled: -1, offShelf: 0, onShelf: 1 } as const;
export type SpuStatus = (typeof SpuStatus)[keyof typeof SpuStatus];

/** What the back office shows as tabs (rules: Catalog and prices). */
export const SpuTab = { onShelf: 0, offShelf: 1, soldOut: 2, nearlySoldOut: 3, recycled: 4 } as const;
export type SpuTab = (typeof SpuTab)[keyof typeof SpuTab];
