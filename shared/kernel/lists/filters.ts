/** Both ends are included. */
export type TimeSpan = readonly [from: Date, to: Date];

/**
 * Times within a span. The bounds are exclusive and one millisecond outside: the embedded store treats an inclusive bound
 * on an index field that is followed by another one as exclusive.
 */
export const within = ([from, to]: TimeSpan): { $gt: Date; $lt: Date } => ({
  $gt: new Date(from.getTime() - 1),
  $lt: new Date(to.getTime() + 1),
});

/** Days from `from` to `to`, both included, as YYYY-MM-DD. */
export const daysWithin = ({ from, to }: { from: string; to: string }): { $gte: string; $lte: string } => ({
  $gte: from,
  $lte: to,
});

/** Rows that were created within a span; all rows without one. */
export const createdWithin = (span: TimeSpan | undefined): { createdAt?: ReturnType<typeof within> } =>
  span ? { createdAt: within(span) } : {};

/**
 * Texts that begin with the input. A range, not a pattern: it can use an index, and no character of the input has a special
 * meaning.
 */
export const startingWith = (typed: string): { $gte: string; $lt: string } => ({ $gte: typed, $lt: `${typed}\uffff` });

/** Escapes the input for use in a pattern. */
export const literal = (typed: string): string => typed.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Texts that contain the input literally, in any case. It scans every row that the rest of the filter matches. */
export const containing = (typed: string): RegExp => new RegExp(literal(typed), "i");

/** Whether a text contains the input, in any case. For rows that are few enough to be in memory. */
export const hasPart = (text: string, typed: string): boolean => text.toLowerCase().includes(typed.toLowerCase());

/** The end of the year 9999, the latest that every store can hold, less the millisecond that a filter adds. */
export const LAST_MS = 253_402_300_799_998;
