/** The purpose of a message; `mobileChanged` and `accountsMerged` are notices without a code. */
export const Scene = {
  signIn: 1,
  newMobile: 2,
  newPassword: 3,
  forgottenPassword: 4,
  mobileChanged: 5,
  accountsMerged: 6,
} as const;
export type Scene = (typeof Scene)[keyof typeof Scene];
