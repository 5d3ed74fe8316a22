/** The purpose of a message; `mobileChanged` is a notice without a code. */
export const Scene = { signIn: 1, newMobile: 2, newPassword: 3, forgottenPassword: 4, mobileChanged: 5 } as const;
export type Scene = (typeof Scene)[keyof typeof Scene];
