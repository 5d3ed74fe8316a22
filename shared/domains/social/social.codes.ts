/** Our applications at the social provider (rules: Sign-in). */
export const SocialType = { miniProgram: 34, officialAccount: 31, website: 32, mobileApp: 30 } as const;
export type SocialType = (typeof SocialType)[keyof typeof SocialType];
