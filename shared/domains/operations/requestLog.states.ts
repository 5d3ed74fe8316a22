/** `handled`, or `ignored`, by an operator. */
export const ErrorLogStatus = { fresh: 0, handled: 1, ignored: 2 } as const;
export type ErrorLogStatus = (typeof ErrorLogStatus)[keyof typeof ErrorLogStatus];
