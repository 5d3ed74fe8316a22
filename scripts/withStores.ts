import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { log } from "#shared/kernel/observability/log.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { disconnectRedis } from "#shared/kernel/redis/redis.js";

/**
 * Runs a command that writes to the shop, and leaves when its jobs are relayed. `failed`: what to log if it throws.
 * `answerWithinMs`: how long MongoDB may take for a command; 0: as long as it likes.
 */
export async function withStores(
  failed: string,
  work: () => Promise<void>,
  options: { answerWithinMs?: number } = {},
): Promise<void> {
  try {
    await connectMongo(options);
    await work();
  } catch (error) {
    log.fatal({ err: error }, failed);
    process.exitCode = 1;
  } finally {
    await relayIdle();
    await closeQueues();
    await disconnectRedis();
    await disconnectMongo();
  }
}
