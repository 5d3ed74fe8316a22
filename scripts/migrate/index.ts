import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { log } from "#shared/kernel/observability/log.js";
import { disconnectRedis } from "#shared/kernel/redis/redis.js";
import { migrateShop } from "./migrateShop.js";

/** `npm run migrate`: collections and indexes of every model, then the numbered steps that have not run yet. */
try {
  await connectMongo();
  await migrateShop();
} catch (error) {
  log.fatal({ err: error }, "not migrated");
  process.exitCode = 1;
} finally {
  // A step may have sent cache invalidations to the other processes.
  await disconnectRedis();
  await disconnectMongo();
}
