interface Cut {
  priceFen: number;
  /** The lowest price. */
  minFen: number;
  cutMinFen: number;
  cutMaxFen: number;
  /** The last allowed helper takes all that is left above the lowest price. */
  isLastHelp: boolean;
}

/** The cut of one help: between the bounds, and never below the lowest price. `random` is in [0, 1). */
export function cutFen({ priceFen, minFen, cutMinFen, cutMaxFen, isLastHelp }: Cut, random: number): number {
  const left = Math.max(0, priceFen - minFen);
  if (isLastHelp) return left;
  const cut = cutMinFen + Math.floor(random * (cutMaxFen - cutMinFen + 1));
  return Math.max(0, Math.min(cut, cutMaxFen, left));
}
