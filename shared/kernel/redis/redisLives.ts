import { config } from "../config/config.js";
import { log } from "../observability/log.js";
import { producerRedis } from "./redis.js";
import { queueNames } from "../queue/queueNames.js";

/** In each Redis of queues: which of its lives it is in, as it was told last. */
const KEY = `${config.BULL_PREFIX}:life`;

/**
 * Runs `then` when a Redis of queues came up anew, or was emptied, since any process looked last: it may have lost jobs.
 * Told again until `then` has come through, to two processes at once perhaps. One that is away is left for later.
 */
export async function onNewRedis(then: () => Promise<void>): Promise<void> {
  for (const redis of new Set(queueNames.map((queue) => producerRedis(queue))))
    try {
      const life = /^run_id:(\w+)/m.exec(await redis.info("server"))?.[1] ?? "unnamed";
      if ((await redis.get(KEY)) === life) continue;
      await then();
      await redis.set(KEY, life);
    } catch (error) {
      log.debug({ err: error }, "a Redis of queues does not answer");
    }
}
