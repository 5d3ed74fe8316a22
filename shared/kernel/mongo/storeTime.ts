import type mongoose from "mongoose";

/** The last words of the primary, a few of them: one that was heard late makes its clock look slow. */
const SAMPLES = 4;
let samples: number[] = [];
let aheadMs = 0;

/**
 * How much MongoDB's clock is ahead of this host's, in ms. What processes on several hosts compare (leases, reports,
 * deadlines of asks, canaries) is told by MongoDB's clock: theirs may be half a minute apart.
 */
export const storeAheadMs = (): number => aheadMs;

/** Asks once, and listens to the heartbeats that the driver exchanges anyway: each tells the time there. */
export async function followStoreTime(client: mongoose.mongo.MongoClient): Promise<void> {
  const note = ({ isWritablePrimary, localTime }: mongoose.mongo.Document): void => {
    if (isWritablePrimary === true && localTime instanceof Date) recordStoreTime(localTime, Date.now());
  };
  client.on("serverHeartbeatSucceeded", ({ reply }) => note(reply));
  note(await client.db().admin().command({ hello: 1 }));
}

export function recordStoreTime(there: Date, hereMs: number): void {
  samples = [...samples, there.getTime() - hereMs].slice(-SAMPLES);
  aheadMs = Math.max(...samples);
}
