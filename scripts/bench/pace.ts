export interface Pace {
  /** How often each figure is taken; the table shows the minimum, the median and the maximum. */
  rounds: number;
  /** How long a round lasts. */
  seconds: number;
  /** Products in the searched catalog; undefined: as many as the store can take. */
  products: number | undefined;
  /** The length of the mixed load, and its factor. */
  minutes: number;
  load: number;
  /** Modules of other shops (peers/peerShop.ts). */
  shops: readonly string[];
}
