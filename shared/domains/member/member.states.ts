export const MemberStatus = { enabled: 0, closed: 1 } as const;
export type MemberStatus = (typeof MemberStatus)[keyof typeof MemberStatus];

/** `unsaid`: never said; `unknown`: said to be unknown. */
export const Sex = { unsaid: 0, male: 1, female: 2, unknown: 3 } as const;
export type Sex = (typeof Sex)[keyof typeof Sex];

/** How a mobile with a code signs in (rules: Sign-in). */
export const LoginType = { ordinary: 10, oneTap: 20 } as const;
export type LoginType = (typeof LoginType)[keyof typeof LoginType];
