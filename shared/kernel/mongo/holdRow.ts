/**
 * Part of an update whose row must not change until the running transaction ends. An update that sets equal values is not
 * written and so conflicts with nobody; a time alone does not help, as two may fall in one millisecond.
 */
export const holdingRow = { $inc: { holds: 1 } } as const;
