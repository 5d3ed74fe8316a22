import type mongoose from "mongoose";
import { clock } from "../time/clock.js";

/** The last words of the primary, a few of them: one that was heard late makes its clock look slow. */
const SAMPLES = 4;
/** Clocks that differ by less are the same: how long a word was on its way is not told apart from that. */
const NEAR_MS = 250;
/** Against a clock of this process that nobody sets: the host's own may be put right by a minute at any moment. */
let samples: number[] = [];

/**
 * How much MongoDB's clock is ahead of this host's, in ms. What processes on several hosts compare (leases, turns, reports,
 * deadlines of asks, canaries) is told by MongoDB's clock: theirs may be half a minute apart.
 */
export function storeAheadMs(): number {
  if (samples.length === 0) return 0;
  const aheadMs = Math.round(Math.max(...samples) + performance.now() - Date.now());
  return Math.abs(aheadMs) < NEAR_MS ? 0 : aheadMs;
}

/** Now, and `ms` from now, as MongoDB tells the time: for what several hosts compare. */
export const storeNow = (): Date => clock.after(storeAheadMs());
export const storeAfter = (ms: number): Date => clock.after(storeAheadMs() + ms);

/** Asks once, and listens to the heartbeats that the driver exchanges anyway: each tells the time there. */
export async function followStoreTime(client: mongoose.mongo.MongoClient): Promise<void> {
  const note = ({ isWritablePrimary, localTime }: mongoose.mongo.Document): void => {
    if (isWritablePrimary === true && localTime instanceof Date) recordStoreTime(localTime);
  };
  client.on("serverHeartbeatSucceeded", ({ reply }) => note(reply));
  note(await client.db().admin().command({ hello: 1 }));
}

export function recordStoreTime(there: Date): void {
  samples = [...samples, there.getTime() - performance.now()].slice(-SAMPLES);
}
