/**
 * Part of an update whose row has to stay as it is until the running transaction is through. An update that sets what
 * stands there already is not written, and so stops nobody: times alone do not do, two may fall in one millisecond.
 */
export const holdingRow = { $inc: { holds: 1 } } as const;
