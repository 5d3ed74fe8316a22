/** The purpose of a code; it is valid only for that. */
export const SmsScene = { signIn: 1, changeMobile: 2, changePassword: 3, forgottenPassword: 4 } as const;
export type SmsScene = (typeof SmsScene)[keyof typeof SmsScene];

/** The purpose of a message; `mobileChanged` is a notice without a code. */
export const SmsLogScene = {
  signIn: 1,
  changeMobile: 2,
  changePassword: 3,
  forgottenPassword: 4,
  mobileChanged: 5,
} as const;
export type SmsLogScene = (typeof SmsLogScene)[keyof typeof SmsLogScene];
