/** States of an operator's action on a whole search. */
export const BatchStatus = { underWay: 0, done: 10 } as const;
export type BatchStatus = (typeof BatchStatus)[keyof typeof BatchStatus];

/** States of a job that failed for good. */
export const DeadLetterStatus = { open: 0, replayed: 10, discarded: 20 } as const;
export type DeadLetterStatus = (typeof DeadLetterStatus)[keyof typeof DeadLetterStatus];

/** `handled`, or `ignored`, by an operator. */
export const ErrorLogStatus = { fresh: 0, handled: 1, ignored: 2 } as const;
export type ErrorLogStatus = (typeof ErrorLogStatus)[keyof typeof ErrorLogStatus];
