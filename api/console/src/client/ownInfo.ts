/** Who is signed in and what they may: the console's first question. */
export const ownInfo = "/admin-api/system/auth/get-permission-info" as const;
