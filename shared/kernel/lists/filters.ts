/** Both ends belong to it. */
export type TimeSpan = readonly [from: Date, to: Date];

/**
 * Moments of a time. A moment is a whole millisecond, and the bounds lie outside: the embedded store takes an inclusive
 * bound on an index field that has another one behind it for an exclusive one.
 */
export const within = ([from, to]: TimeSpan): { $gt: Date; $lt: Date } => ({
  $gt: new Date(from.getTime() - 1),
  $lt: new Date(to.getTime() + 1),
});

/** Days, both of them among these, as YYYY-MM-DD. */
export const daysWithin = ({ from, to }: { from: string; to: string }): { $gte: string; $lte: string } => ({
  $gte: from,
  $lte: to,
});

/** Rows that were made within a time; all, where none is asked for. */
export const createdWithin = (span: TimeSpan | undefined): { createdAt?: ReturnType<typeof within> } =>
  span ? { createdAt: within(span) } : {};

/**
 * Texts that begin with what was typed. A range and no pattern: it is served by an index, and nothing of what was typed has
 * a meaning of its own.
 */
export const startingWith = (typed: string): { $gte: string; $lt: string } => ({ $gte: typed, $lt: `${typed}\uffff` });

/** What was typed, letter for letter, within a pattern. */
export const literal = (typed: string): string => typed.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Texts that hold what was typed, letter for letter; case does not matter. It reads every row that the rest of a filter leaves. */
export const containing = (typed: string): RegExp => new RegExp(literal(typed), "i");

/** Does a text hold what was typed? Case does not matter. For rows that are few enough to be there as a whole. */
export const hasPart = (text: string, typed: string): boolean => text.toLowerCase().includes(typed.toLowerCase());

/** The end of the year 9999, less the millisecond that a filter adds: what every store can hold. */
export const LAST_MS = 253_402_300_799_998;
