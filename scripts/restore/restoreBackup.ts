import { resolve } from "node:path";
import mongoose from "mongoose";
import { showCheck } from "#scripts/check/showCheck.js";
import { migrateShop } from "#scripts/migrate/migrateShop.js";
import { skipIds } from "#shared/kernel/mongo/ids.js";
import { beginRestore, endRestore } from "#shared/kernel/mongo/restores.js";
import { relayAllAnew } from "#shared/kernel/outbox/restored.js";
import { readManifest, type BackupCollection } from "../backup/manifest.js";
import { refuseChanged, refuseForeign, rowsOf } from "./checkBackup.js";
import { refuseFilled } from "./emptyStore.js";

const { BSON } = mongoose.mongo;

interface RestoreOptions {
  /** Over what a killed restore left behind. */
  again: boolean;
  /** Although secrets that were stored under the other key are lost. */
  otherSealKey: boolean;
}

/** A shop that gives out more ids in a second is not known. */
const MOST_IDS_PER_SECOND = 1_000;
const LEAST_SKIPPED = 1_000_000;

/**
 * Fills an empty store from a backup, and returns how many invariants do not hold in it. Indexes are built once all rows
 * are there: that is faster, nothing expires meanwhile, and steps of a newer version may have to convert rows before its
 * unique indexes take them.
 */
export async function restoreBackup(source: string, options: RestoreOptions): Promise<number> {
  const folder = resolve(source);
  const manifest = await readManifest(folder);
  refuseForeign(manifest, options);
  await refuseFilled(options);
  console.log(`checking the files of ${manifest.collections.length} collections`);
  await refuseChanged(folder, manifest);

  await beginRestore({ folder, takenAt: manifest.beganAt });
  for (const collection of manifest.collections) {
    if (collection.rows === 0) continue;
    await insertRows(folder, collection);
    console.log(`${String(collection.rows).padStart(9)} rows  ${collection.name}`);
  }
  console.log("building indexes, running the migrations that are newer than the backup");
  await migrateShop();
  await partFromTheLost(manifest.beganAt);
  await endRestore();

  console.log(`restored as of ${manifest.beganAt.toISOString()}; does it add up, as of then?`);
  const broken = await showCheck({ now: manifest.beganAt });
  if (broken > 0) console.log("What is paid or given back there and unknown here happened since the backup.");
  console.log([manifest.moment, "Not in the backup:", ...manifest.notIn.map((one) => `- ${one}`)].join("\n"));
  return broken;
}

/**
 * What happened since the backup is lost here, but Redis, providers and clients know it: no id that it had is given out
 * once more, and no job counts as done because it was done then.
 */
async function partFromTheLost(takenAt: Date): Promise<void> {
  const lostSeconds = (Date.now() - takenAt.getTime()) / 1_000;
  await skipIds(Math.max(LEAST_SKIPPED, Math.ceil(lostSeconds * MOST_IDS_PER_SECOND)));
  await relayAllAnew();
}

const BATCH_ROWS = 1_000;
const BATCH_BYTES = 4_000_000;

async function insertRows(folder: string, collection: BackupCollection): Promise<void> {
  const into = mongoose.connection.db!.collection(collection.name);
  let batch: mongoose.mongo.Document[] = [];
  let bytes = 0;
  const insert = async (): Promise<void> => {
    if (batch.length > 0) await into.insertMany(batch);
    batch = [];
    bytes = 0;
  };
  for await (const row of rowsOf(folder, collection)) {
    // As they are stored: an Int32 stays one, and a Double too.
    batch.push(BSON.deserialize(row, { promoteValues: false, bsonRegExp: true }));
    bytes += row.length;
    if (batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await insert();
  }
  await insert();
}
