import { parseArgs } from "node:util";
import { log } from "#shared/kernel/observability/log.js";
import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { disconnectRedis } from "#shared/kernel/redis/redis.js";
import { seedShop } from "./seedShop.js";

/**
 * `npm run seed`: the demo shop in an empty database. `--if-empty` skips a shop that has products; without it that is
 * an error. A production image does not contain it; `npm run setup` creates what every shop needs.
 */
const { values: options } = parseArgs({
  options: { "if-empty": { type: "boolean", default: false } },
});

try {
  await connectMongo();
  await seedShop({ ifEmpty: options["if-empty"] });
} catch (error) {
  log.fatal({ err: error }, "not seeded");
  process.exitCode = 1;
} finally {
  await relayIdle();
  await closeQueues();
  await disconnectRedis();
  await disconnectMongo();
}
