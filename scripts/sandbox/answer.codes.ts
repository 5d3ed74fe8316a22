/** Stands where the HTTP status of an answer would. */
export const NO_ANSWER = 0;
