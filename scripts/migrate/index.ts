import "./models.js";
import { log } from "#shared/kernel/observability/log.js";
import { migrate, newestMigration } from "#shared/kernel/mongo/migrations.js";
import { connectMongo, disconnectMongo, models } from "#shared/kernel/mongo/mongo.js";
import { disconnectRedis } from "#shared/kernel/redis/redis.js";
import { steps } from "./steps/index.js";

/** `npm run migrate`: collections and indexes of every model, then the numbered steps that have not run yet. */
try {
  const highest = Math.max(...steps.map((step) => step.number));
  if (highest !== newestMigration)
    throw new Error(`the newest step is ${highest}, but newestMigration says ${newestMigration}`);
  await connectMongo();
  const since = performance.now();
  const ran = await migrate(steps);
  log.info({ collections: models.size, ran, ms: Math.round(performance.now() - since) }, "migrated");
} catch (error) {
  log.fatal({ err: error }, "not migrated");
  process.exitCode = 1;
} finally {
  // A step may have sent cache invalidations to the other processes.
  await disconnectRedis();
  await disconnectMongo();
}
