import type mongoose from "mongoose";
import { clock } from "../time/clock.js";

/** Several of the primary's last replies count, as one that arrived late makes its clock look slow. */
const SAMPLES = 4;
/** Clocks that differ by less count as equal, as the difference may be the reply's travel time. */
const NEAR_MS = 250;
/** Relative to performance.now(), as the host's own clock may be corrected by a minute at any moment. */
let samples: number[] = [];

/**
 * How much MongoDB's clock is ahead of this host's, in ms. Times that processes on several hosts compare (leases, turns,
 * reports, deadlines of asks, canaries) are by MongoDB's clock, as theirs may be half a minute apart.
 */
export function storeAheadMs(): number {
  if (samples.length === 0) return 0;
  const aheadMs = Math.round(Math.max(...samples) + performance.now() - Date.now());
  return Math.abs(aheadMs) < NEAR_MS ? 0 : aheadMs;
}

/** Now in ms by MongoDB's clock, whatever clock a test holds: for what processes report of themselves. */
export const sharedMs = (): number => Date.now() + storeAheadMs();

/** Now, and `ms` from now, by MongoDB's clock: for times that several hosts compare. */
export const storeNow = (): Date => clock.after(storeAheadMs());
export const storeAfter = (ms: number): Date => clock.after(storeAheadMs() + ms);

/**
 * Queries the time once, and then reads it from the heartbeats that the driver exchanges anyway. Returns what the server
 * said of itself.
 */
export async function followStoreTime(client: mongoose.mongo.MongoClient): Promise<mongoose.mongo.Document> {
  const sample = ({ isWritablePrimary, localTime }: mongoose.mongo.Document): void => {
    if (isWritablePrimary === true && localTime instanceof Date) recordStoreTime(localTime);
  };
  client.on("serverHeartbeatSucceeded", ({ reply }) => sample(reply));
  const hello = await client.db().admin().command({ hello: 1 });
  sample(hello);
  return hello;
}

export function recordStoreTime(storeMoment: Date): void {
  samples = [...samples, storeMoment.getTime() - performance.now()].slice(-SAMPLES);
}
