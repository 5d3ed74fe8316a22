import mongoose from "mongoose";
import { clock } from "../time/clock.js";
import { config } from "../config/config.js";
import { releaseLease, takeLease } from "./leases.js";
import { log } from "../observability/log.js";
import { defineModel, models } from "./mongo.js";

/** A numbered step; it may run twice (a crash in the middle), so it is idempotent. */
export interface Migration {
  number: number;
  name: string;
  /** What has to happen before this version's indexes are built: dropping old ones, converting rows. */
  beforeIndexes?: () => Promise<void>;
  up?: () => Promise<void>;
}
interface MigrationRow {
  _id: number;
  name: string;
  ranAt: Date;
}
const MigrationModel = defineModel<MigrationRow>("migrations", { name: String, ranAt: Date });

/** For steps: sets fields on rows that lack them, as lean reads apply no defaults. */
export async function fill(collection: string, fields: Record<string, unknown>): Promise<void> {
  for (const [field, value] of Object.entries(fields))
    await mongoose.connection
      .db!.collection(collection)
      .updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
}

/** Collections and indexes of every model that this process imported. Idempotent. */
export async function ensureCollectionsAndIndexes(): Promise<void> {
  for (const model of models.values()) {
    await model.createCollection();
    // One command per collection, where mongoose sends one per index.
    const indexes = model.schema
      .indexes()
      .map(([key, options]) => ({ ...options, key }) as mongoose.mongo.IndexDescription);
    if (indexes.length > 0) await model.collection.createIndexes(indexes);
  }
}

/** Runs what has not run yet, in order, in one process at a time. Returns the names of what ran. */
export async function migrate(migrations: Migration[]): Promise<string[]> {
  await MigrationModel.createCollection();
  while (!(await takeLease("migrations", 60_000))) {
    log.info("another process migrates, waiting");
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const renewal = setInterval(() => void takeLease("migrations", 60_000), 20_000);
  try {
    const done = new Set((await MigrationModel.find().lean()).map((row) => row._id));
    const left = migrations.filter(({ number }) => !done.has(number)).sort((a, b) => a.number - b.number);
    for (const migration of left) await migration.beforeIndexes?.();
    await ensureCollectionsAndIndexes();
    const ran: string[] = [];
    for (const migration of left) {
      await migration.up?.();
      await MigrationModel.updateOne(
        { _id: migration.number },
        { $set: { name: migration.name, ranAt: clock.now() } },
        { upsert: true },
      );
      ran.push(migration.name);
    }
    return ran;
  } finally {
    clearInterval(renewal);
    await releaseLease("migrations");
  }
}

/** The newest migration that ran on the database; 0 when none. */
export async function newestMigrationIn(session?: mongoose.ClientSession): Promise<number> {
  const newest = await MigrationModel.findOne()
    .session(session ?? null)
    .sort({ _id: -1 })
    .lean();
  return newest?._id ?? 0;
}

/** The highest migration that this code knows; set by scripts/migrate, read at boot. */
export const newestMigration = 19;

/** A production boot refuses a database that a newer version has migrated (architecture). */
export async function refuseNewerSchema(): Promise<void> {
  const seen = await newestMigrationIn();
  if (seen <= newestMigration) return;
  log.fatal({ seen, known: newestMigration }, "the database was migrated by a newer version");
  if (config.production) process.exit(1);
}
