/** `waiting` for the statement; `balanced`: both sides are equal; `differing`: differences are open; `abandoned`: no statement came. */
export const ReconciliationStatus = { waiting: 0, balanced: 10, differing: 20, abandoned: 30 } as const;
export type ReconciliationStatus = (typeof ReconciliationStatus)[keyof typeof ReconciliationStatus];

/** A difference ends by itself. */
export const DifferenceStatus = { open: 0, ended: 10 } as const;
export type DifferenceStatus = (typeof DifferenceStatus)[keyof typeof DifferenceStatus];

/** Of an anomaly: `ended` by itself, `closed` by an operator. */
export const AnomalyStatus = { open: 0, ended: 10, closed: 20 } as const;
export type AnomalyStatus = (typeof AnomalyStatus)[keyof typeof AnomalyStatus];
