/** What a code is for; it is good for that alone. */
export const SmsScene = { signIn: 1, changeMobile: 2, changePassword: 3, forgottenPassword: 4 } as const;
export type SmsScene = (typeof SmsScene)[keyof typeof SmsScene];

/** What a text was sent for; `mobileChanged` is a notice without a code. */
export const SmsLogScene = {
  signIn: 1,
  changeMobile: 2,
  changePassword: 3,
  forgottenPassword: 4,
  mobileChanged: 5,
} as const;
export type SmsLogScene = (typeof SmsLogScene)[keyof typeof SmsLogScene];
