/** `waiting` for a statement; `balanced`: no differences; `differing`: open differences; `abandoned`: no statement. */
export const ReconciliationStatus = { waiting: 0, balanced: 10, differing: 20, abandoned: 30 } as const;
export type ReconciliationStatus = (typeof ReconciliationStatus)[keyof typeof ReconciliationStatus];

/** Differences end automatically; operators close the anomaly instead. */
export const DifferenceStatus = { open: 0, ended: 10 } as const;
export type DifferenceStatus = (typeof DifferenceStatus)[keyof typeof DifferenceStatus];

/** `ended` automatically, `closed` by an operator. */
export const AnomalyStatus = { open: 0, ended: 10, closed: 20 } as const;
export type AnomalyStatus = (typeof AnomalyStatus)[keyof typeof AnomalyStatus];
