/** Used in place of an HTTP status when no answer came. */
export const NO_ANSWER = 0;
