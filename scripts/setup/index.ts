import "#shared/subscriptions.js";
import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { log } from "#shared/kernel/observability/log.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { disconnectRedis, producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { setUpShop } from "./setUpShop.js";

/** `npm run setup`: creates what any shop needs before it serves; run it after the migration, at each deploy. */
try {
  await connectMongo();
  // Redis may be down: enqueued jobs wait in the outbox.
  await redisReady(producerRedis());
  await setUpShop();
  log.info("the shop is set up");
} catch (error) {
  log.fatal({ err: error }, "not set up");
  process.exitCode = 1;
} finally {
  await relayIdle();
  await closeQueues();
  await disconnectRedis();
  await disconnectMongo();
}
