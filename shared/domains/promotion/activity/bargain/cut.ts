interface Cut {
  priceFen: number;
  /** The floor. */
  minFen: number;
  cutMinFen: number;
  cutMaxFen: number;
  /** The last helper that the activity allows takes all that is left above the floor. */
  isLastHelp: boolean;
}

/** How much one help takes off: between the bounds, and never below the floor. `random` is in [0, 1). */
export function cutFen({ priceFen, minFen, cutMinFen, cutMaxFen, isLastHelp }: Cut, random: number): number {
  const left = Math.max(0, priceFen - minFen);
  if (isLastHelp) return left;
  const cut = cutMinFen + Math.floor(random * (cutMaxFen - cutMinFen + 1));
  return Math.max(0, Math.min(cut, cutMaxFen, left));
}
