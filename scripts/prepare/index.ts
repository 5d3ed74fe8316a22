import { migrateShop } from "#scripts/migrate/migrateShop.js";
import { seedShop } from "#scripts/seed/seedShop.js";
import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { log } from "#shared/kernel/observability/log.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { disconnectRedis } from "#shared/kernel/redis/redis.js";

/** What `npm start` runs before its processes: the migration, and the demo shop where there is none. */
try {
  await connectMongo();
  await migrateShop();
  await seedShop({ ifEmpty: true });
} catch (error) {
  log.fatal({ err: error }, "not prepared");
  process.exitCode = 1;
} finally {
  await relayIdle();
  await closeQueues();
  await disconnectRedis();
  await disconnectMongo();
}
