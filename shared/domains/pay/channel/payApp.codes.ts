/** The two apps that every shop has (rules: Payment). */
export const PayAppId = { mall: 1, wallet: 8 } as const;
export type PayAppId = (typeof PayAppId)[keyof typeof PayAppId];
