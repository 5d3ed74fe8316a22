export interface Cut {
  priceFen: number;
  /** The floor. */
  minFen: number;
  cutMinFen: number;
  cutMaxFen: number;
}

/** How much one help takes off: between the bounds, and never below the floor. `random` is in [0, 1). */
export function cutFen({ priceFen, minFen, cutMinFen, cutMaxFen }: Cut, random: number): number {
  const cut = cutMinFen + Math.floor(random * (cutMaxFen - cutMinFen + 1));
  return Math.max(0, Math.min(cut, cutMaxFen, priceFen - minFen));
}
