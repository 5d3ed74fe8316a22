/** What a client runs on: the header `terminal` (rules: Sign-in). */
export const Terminal = { unknown: 0, miniProgram: 10, officialAccount: 11, web: 20, app: 31 } as const;
export type Terminal = (typeof Terminal)[keyof typeof Terminal];
