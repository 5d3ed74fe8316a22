/** The most that a folder not named here may take of a whole run, in percent. */
const USUAL = 3;
/**
 * What a folder may take of a whole run's time, in percent: half as much again as it took when it was last measured, as
 * machines differ. Who goes beyond it makes its tests cheaper, or moves the bound with a reason.
 * @type {Record<string, number>}
 */
const budgets = {
  architecture: 4,
  browser: 33,
  faults: 60,
  kernel: 9,
  member: 4,
  operations: 8,
  pay: 7,
  trade: 7,
};

/**
 * The share of each folder in the time of all, beside what it may take.
 * @param {{ folder: string, ms: number }[]} folders
 * @returns {{ folder: string, ms: number, percent: number, budget: number }[]}
 */
export function sharesOf(folders) {
  const together = folders.reduce((total, { ms }) => total + ms, 0);
  return folders.map(({ folder, ms }) => ({
    folder,
    ms,
    percent: together === 0 ? 0 : (100 * ms) / together,
    budget: budgets[folder] ?? USUAL,
  }));
}
