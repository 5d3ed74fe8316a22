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

/** Access tokens of our applications, and the ticket that signs web pages of the official account. */
export const CredentialName = {
  miniProgramToken: "token-34",
  officialAccountToken: "token-31",
  officialAccountTicket: "ticket-31",
} as const;
export type CredentialName = (typeof CredentialName)[keyof typeof CredentialName];
export const credentialNames = Object.values(CredentialName);
