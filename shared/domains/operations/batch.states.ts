/** Of work that an operator began on a whole search. */
export const BatchStatus = { underWay: 0, done: 10 } as const;
export type BatchStatus = (typeof BatchStatus)[keyof typeof BatchStatus];
