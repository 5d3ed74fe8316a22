import { config } from "../config/config.js";
import { log } from "../observability/log.js";
import { producerRedis } from "./redis.js";
import { queueNames } from "../queue/queueNames.js";

/** In each Redis of queues: the run id that was last handled. */
const KEY = `${config.BULL_PREFIX}:life`;

/**
 * Runs `then` when a Redis of queues was restarted, or emptied, since any process last checked: it may have lost jobs.
 * Repeated until `then` succeeds, perhaps in two processes at once. A Redis that is away is checked later.
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
