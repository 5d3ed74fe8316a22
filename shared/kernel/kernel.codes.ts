/** Of what operators switch on and off: brands, categories, roles, rules, channels. */
export const EnabledStatus = { enabled: 0, disabled: 1 } as const;
export type EnabledStatus = (typeof EnabledStatus)[keyof typeof EnabledStatus];

/** What a client runs on: the header `terminal` (rules: Sign-in). */
export const Terminal = { unknown: 0, miniProgram: 10, officialAccount: 11, web: 20, app: 31 } as const;
export type Terminal = (typeof Terminal)[keyof typeof Terminal];

/** Who did it. `none`: the system, or nobody who signed in. */
export const UserType = { none: 0, member: 1, operator: 2 } as const;
export type UserType = (typeof UserType)[keyof typeof UserType];
