import mongoose from "mongoose";
import { BackupRefused } from "./backupRefused.js";

type Session = mongoose.mongo.ClientSession;

interface Reading {
  /** For every read of the backup; undefined: each reads what is newest. */
  session: Session | undefined;
  /** Whether all rows are of one moment, in words. */
  moment: string;
}

/**
 * Reads a shop that goes on selling as it was at one moment. A replica set has sessions for that, which outlast
 * its transactions. The embedded store takes such a session, and yet reads what is newest; there it is a transaction, which
 * that store ends when nothing is read for a minute.
 */
export async function atOneMoment<T>(read: (reading: Reading) => Promise<T>): Promise<T> {
  const client = mongoose.connection.getClient();
  const isEmbedded = await isEmbeddedStore();
  const session = client.startSession({ snapshot: !isEmbedded });
  try {
    if (isEmbedded) session.startTransaction({ readConcern: { level: "snapshot" } });
    return await read({ session, moment: "All rows are of one moment, that of `beganAt`." });
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError) throw momentLost(error, isEmbedded);
    throw error;
  } finally {
    if (session.inTransaction()) await session.abortTransaction().catch(() => undefined); // ended already
    await session.endSession();
  }
}

/** For a shop whose processes are stopped, and a store that keeps no moment for as long as its backup takes. */
export const asItComes = <T>(read: (reading: Reading) => Promise<T>): Promise<T> =>
  read({
    session: undefined,
    moment:
      "Rows that were written between `beganAt` and `endedAt` may be in it or not, and some of one act without the others. Jobs are done twice at worst, which is harmless; whether money and stock add up says the check after the restore.",
  });

async function isEmbeddedStore(): Promise<boolean> {
  const { setName } = await mongoose.connection.db!.admin().command({ hello: 1 });
  return setName === "secantus";
}

function momentLost(error: mongoose.mongo.MongoServerError, isEmbedded: boolean): BackupRefused {
  const mend = isEmbedded
    ? "The embedded store ends what stands still for a minute, and what runs while a process of the shop is killed. Try again, or stop the shop's processes, and take the backup with --as-it-comes."
    : "Let the store keep its history for longer than a backup takes (minSnapshotHistoryWindowInSeconds, 300 by default), or stop the shop's processes and take the backup with --as-it-comes.";
  return new BackupRefused(
    `The store no longer reads as of the moment at which the backup began: ${error.message}\n${mend}`,
  );
}
