export interface Pace {
  /** How often each figure is taken; the table shows the smallest, the middle and the largest. */
  rounds: number;
  /** How long a round lasts. */
  seconds: number;
  /** In the catalog that is searched; undefined: as many as the store bears. */
  products: number | undefined;
  /** How long the mixed load lasts, and how heavy it is. */
  minutes: number;
  load: number;
}
