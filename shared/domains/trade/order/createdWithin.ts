/**
 * A filter of createdAt, both ends belonging to it. A moment is a whole millisecond, and the bounds lie outside: the
 * store in use takes an inclusive bound on an index field that has another one behind it for an exclusive one.
 */
export const createdWithin = ([from, to]: readonly [Date, Date]): { $gt: Date; $lt: Date } => ({
  $gt: new Date(from.getTime() - 1),
  $lt: new Date(to.getTime() + 1),
});
