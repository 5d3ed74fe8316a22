/** Who did it. `none`: the system, or nobody who signed in. */
export const UserType = { none: 0, member: 1, operator: 2 } as const;
export type UserType = (typeof UserType)[keyof typeof UserType];
