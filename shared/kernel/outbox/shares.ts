import { seconds } from "../time/clock.js";
import { releasePlace, takePlace } from "../mongo/leases.js";

/** The rows are divided by number, so that several processes walk side by side. */
const SHARES = 16;
export const shareOf = (rowId: number): number => rowId % SHARES;

const GROUP = "outbox-walk";
const STAYS_MS = seconds(10);

/** The shares of this process among all that walk, for some seconds; undefined: it is alone, and all are its own. */
export async function takeShares(): Promise<number[] | undefined> {
  const { place, places } = await takePlace(GROUP, STAYS_MS);
  if (places === 1) return undefined;
  return Array.from({ length: SHARES }, (_, share) => share).filter((share) => share % places === place % SHARES);
}

/** The others have them at once, and need not miss this process first. */
export const releaseShares = (): Promise<void> => releasePlace(GROUP);
