import { join } from "node:path";
import { newestMigration } from "#shared/kernel/mongo/migrations.js";
import { BackupRefused, fileErrorIn } from "../backup/backupRefused.js";
import { sealKeyMark, type BackupCollection, type Manifest } from "../backup/manifest.js";
import { BrokenFile, readGzipped, rowsIn } from "../backup/rowFiles.js";

interface Expected {
  otherSealKey: boolean;
}

/** Refuses what this version cannot read, and what could not be used once it is restored. */
export function refuseForeign({ schema, sealKey }: Manifest, { otherSealKey }: Expected): void {
  if (schema > newestMigration)
    throw new BackupRefused(
      `The backup is of schema ${schema}, this version knows ${newestMigration}: restore it with the version that wrote it, or a newer one.`,
    );
  if (sealKey !== sealKeyMark() && !otherSealKey)
    throw new BackupRefused(
      "SEAL_KEY is not that of the backup, so stored keys and second factors could not be read, and the audit log would look forged. Set SEAL_KEY as it was. If it is lost, --other-seal-key restores all the same.",
    );
}

/** Reads every file once, before anything is written. */
export async function refuseChanged(folder: string, { collections }: Manifest): Promise<void> {
  for (const collection of collections) {
    for await (const _ of rowsOf(folder, collection));
    for await (const _ of contentOf(folder, collection.metadata));
  }
}

/** Each row of a collection, as BSON. Throws at the end where they are others than those that were backed up. */
export async function* rowsOf(folder: string, { data, rows }: BackupCollection): AsyncGenerator<Buffer> {
  let found = 0;
  for await (const row of naming(data.path, rowsIn(contentOf(folder, data)))) {
    found++;
    yield row;
  }
  if (found !== rows) throw unlike(data.path, `has ${found} rows, the manifest says ${rows}`);
}

const contentOf = (folder: string, { path, sha256 }: BackupCollection["data"]): AsyncGenerator<Buffer> =>
  naming(path, readGzipped(join(folder, path), sha256));

/** What is wrong with a file, with its name. What the caller does with its content throws as it is. */
async function* naming(path: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    if (error instanceof BrokenFile) throw unlike(path, error.message);
    throw fileErrorIn(error) ? unlike(path, `cannot be read: ${String(error)}`) : error;
  }
}

const unlike = (path: string, what: string): BackupRefused =>
  new BackupRefused(`${path} ${what}. Take another copy of the backup, or another backup.`);
