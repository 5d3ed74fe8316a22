/** What a template counts: pieces, weight in kg, volume in m³. */
export const ChargeMode = { piece: 1, weight: 2, volume: 3 } as const;
export type ChargeMode = (typeof ChargeMode)[keyof typeof ChargeMode];
