/** Our applications at the social provider (rules: Sign-in). */
export const SocialType = { miniProgram: 34, officialAccount: 31, website: 32, mobileApp: 30 } as const;
export type SocialType = (typeof SocialType)[keyof typeof SocialType];

/** The purpose of a code: a sign-in of a type, or the phone number of a mini-program's user. */
export type CodeKind = `${SocialType}` | "phone";

/**
 * waiting -> running (a worker queries the provider, until `leaseUntil`) -> answered -> used (one caller took the
 * answer), or refused for good; running -> waiting when the provider did not answer.
 */
export type CodeState = "waiting" | "running" | "answered" | "used" | "refused";

/** token: an access token of a type's application; ticket: signs web pages of the official account. */
export const credentialNames = ["token-34", "token-31", "ticket-31"] as const;
export type CredentialName = (typeof credentialNames)[number];
