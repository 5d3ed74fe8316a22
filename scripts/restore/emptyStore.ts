import mongoose from "mongoose";
import { forgetRestore, RESTORES, unfinishedRestore } from "#shared/kernel/mongo/restores.js";
import { BackupRefused } from "../backup/backupRefused.js";

/**
 * Refuses a store that has rows, as they would mix. What a killed restore left behind is dropped if `again` says so: all of it
 * came from a backup, as that restore too began in an empty store, and no process has started on it since.
 */
export async function refuseFilled({ again }: { again: boolean }): Promise<void> {
  const unfinished = await unfinishedRestore();
  if (unfinished && !again)
    throw new BackupRefused(
      `A restore of ${unfinished.folder} began here at ${unfinished.createdAt.toISOString()} and has not ended. If it no longer runs, go on with --again: it drops what is there, and begins anew.`,
    );
  const filled = await filledCollections();
  if (unfinished) {
    for (const name of filled) await mongoose.connection.db!.collection(name).drop();
    await forgetRestore();
  } else if (filled.length > 0)
    throw new BackupRefused(
      `The database ${mongoose.connection.db!.databaseName} has rows, in ${inWords(filled)}. A backup is restored into an empty one: name another in MONGODB_URI.`,
    );
}

const MOST_NAMED = 10;

function inWords(names: string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(", ")} and ${more} more collections` : names.join(", ");
}

async function filledCollections(): Promise<string[]> {
  const db = mongoose.connection.db!;
  const names = (await db.listCollections({ type: "collection" }).toArray()).map(({ name }) => name);
  const filled: string[] = [];
  for (const name of names.toSorted())
    if (name !== RESTORES && (await db.collection(name).findOne({}, { projection: { _id: 1 } }))) filled.push(name);
  return filled;
}
