/** What a list of reviews is narrowed to (rules: Catalog and prices). */
export const ReviewGrade = { all: 0, good: 1, medium: 2, bad: 3 } as const;
export type ReviewGrade = (typeof ReviewGrade)[keyof typeof ReviewGrade];

export const ReviewScore = { one: 1, two: 2, three: 3, four: 4, five: 5 } as const;
export type ReviewScore = (typeof ReviewScore)[keyof typeof ReviewScore];
