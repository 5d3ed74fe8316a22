import { seconds } from "../time/clock.js";
import { releasePlace, takePlace } from "../mongo/leases.js";

/** Rows are divided by id, so that several processes walk in parallel. */
const SHARES = 16;
export const shareOf = (rowId: number): number => rowId % SHARES;

const GROUP = "outbox-walk";
const LEASE_MS = seconds(10);

/** The shares of this process among all that walk, for some seconds; undefined: it walks alone and has all rows. */
export async function takeShares(): Promise<number[] | undefined> {
  const { place, places } = await takePlace(GROUP, LEASE_MS);
  if (places === 1) return undefined;
  return Array.from({ length: SHARES }, (_, share) => share).filter((share) => share % places === place % SHARES);
}

/** Lets other processes take the shares at once, before the lease ends. */
export const releaseShares = (): Promise<void> => releasePlace(GROUP);
