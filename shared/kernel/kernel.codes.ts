/** Status of what operators enable and disable: brands, categories, roles, rules, channels. */
export const EnabledStatus = { enabled: 0, disabled: 1 } as const;
export type EnabledStatus = (typeof EnabledStatus)[keyof typeof EnabledStatus];

/** The client's kind of device, from the header `terminal` (rules: Sign-in). */
export const Terminal = { unknown: 0, miniProgram: 10, officialAccount: 11, web: 20, app: 31 } as const;
export type Terminal = (typeof Terminal)[keyof typeof Terminal];

/** The kind of user who acted. `none`: the system, or nobody who signed in. */
export const UserType = { none: 0, member: 1, operator: 2 } as const;
export type UserType = (typeof UserType)[keyof typeof UserType];
