/** `ended` by itself, `closed` by an operator. */
export const AnomalyStatus = { open: 0, ended: 10, closed: 20 } as const;
export type AnomalyStatus = (typeof AnomalyStatus)[keyof typeof AnomalyStatus];
