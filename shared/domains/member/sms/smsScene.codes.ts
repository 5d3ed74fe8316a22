/** The purpose of a code; it is valid only for that. */
export const SmsScene = { signIn: 1, changeMobile: 2, changePassword: 3, forgottenPassword: 4 } as const;
export type SmsScene = (typeof SmsScene)[keyof typeof SmsScene];

/** The purpose of a message; `mobileChanged` and `accountsMerged` are notices without a code. */
export const SmsLogScene = {
  signIn: 1,
  changeMobile: 2,
  changePassword: 3,
  forgottenPassword: 4,
  mobileChanged: 5,
  accountsMerged: 6,
} as const;
export type SmsLogScene = (typeof SmsLogScene)[keyof typeof SmsLogScene];
