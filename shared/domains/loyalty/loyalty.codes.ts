/** Why points changed; `...Order`: for a whole order, `...Item`: for one item of it (rules: Loyalty). */
export const PointBizType = {
  signIn: 1,
  adjusted: 2,
  used: 11,
  returnedOrder: 12,
  returnedItem: 13,
  given: 21,
  takenBackOrder: 22,
  takenBackItem: 23,
  accountClosed: 31,
  merged: 32,
} as const;
export type PointBizType = (typeof PointBizType)[keyof typeof PointBizType];

/** Why experience changed (rules: Loyalty). */
export const ExperienceBizType = {
  levelSet: 0,
  invitation: 1,
  signIn: 4,
  lottery: 5,
  given: 11,
  takenBackOrder: 12,
  takenBackItem: 13,
  accountClosed: 31,
  merged: 32,
} as const;
export type ExperienceBizType = (typeof ExperienceBizType)[keyof typeof ExperienceBizType];
