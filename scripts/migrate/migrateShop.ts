import "./models.js";
import { migrate, newestMigration } from "#shared/kernel/mongo/migrations.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import { log } from "#shared/kernel/observability/log.js";
import { steps } from "./steps/index.js";

/** Collections and indexes of every model, then the numbered steps that have not run yet. */
export async function migrateShop(): Promise<void> {
  const highest = Math.max(...steps.map((step) => step.number));
  if (highest !== newestMigration)
    throw new Error(`the newest step is ${highest}, but newestMigration says ${newestMigration}`);
  const since = performance.now();
  const ran = await migrate(steps);
  log.info({ collections: models.size, ran, ms: Math.round(performance.now() - since) }, "migrated");
}
