/** What is wrong with a store that a variable names, and what mends it. */
export interface StoreFault {
  /** The shop must not start with it; else it is weaker than it could be. */
  isFatal: boolean;
  what: string;
  mend: string;
}
