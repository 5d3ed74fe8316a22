/** `merging`: what it owned is on its way to the member it was merged into; `merged`: all of it is there (rules: Sign-in). */
export const MemberStatus = { enabled: 0, closed: 1, merging: 2, merged: 3 } as const;
export type MemberStatus = (typeof MemberStatus)[keyof typeof MemberStatus];

/** What a member or an operator may set. */
export const settableStatuses = [MemberStatus.enabled, MemberStatus.closed] as const;

/** `unsaid`: never said; `unknown`: said to be unknown. */
export const Sex = { unsaid: 0, male: 1, female: 2, unknown: 3 } as const;
export type Sex = (typeof Sex)[keyof typeof Sex];

/** How a mobile with a code signs in (rules: Sign-in). */
export const LoginType = { ordinary: 10, oneTap: 20 } as const;
export type LoginType = (typeof LoginType)[keyof typeof LoginType];

/** Outcomes of a sign-in. */
export const SignInResult = { success: 0, badCredentials: 10, disabled: 20, locked: 40, trouble: 50 } as const;
export type SignInResult = (typeof SignInResult)[keyof typeof SignInResult];
