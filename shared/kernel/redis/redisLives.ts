import { log } from "../observability/log.js";
import type { QueueName } from "../queue/queueNames.js";
import { keysOf } from "./keys.js";
import { producerRedis, queueOfEachRedis } from "./redis.js";

/**
 * Runs `then` when a Redis of queues was restarted, emptied, or replaced by another server, since any process last checked:
 * it may have lost jobs. Repeated until `then` succeeds, perhaps in two processes at once. A Redis that is away is checked
 * later.
 */
export async function onNewRedis(then: () => Promise<void>): Promise<void> {
  const looked = await Promise.allSettled(queueOfEachRedis().map(lookAt));
  for (const look of looked)
    if (look.status === "rejected") log.debug({ err: look.reason as unknown }, "a Redis of queues does not answer");
  const isNew = looked.flatMap((look) => (look.status === "fulfilled" && look.value ? [look.value] : []));
  if (isNew.length === 0) return;
  await then();
  await Promise.all(isNew.map((handled) => handled()));
}

/** In each Redis of queues: the run id that was last handled. Undefined when it is that; else what notes this one. */
async function lookAt(queue: QueueName | undefined): Promise<(() => Promise<unknown>) | undefined> {
  const redis = producerRedis(queue);
  const key = `${keysOf(queue)}:life`;
  const life = /^run_id:(\w+)/m.exec(await redis.info("server"))?.[1] ?? "unnamed";
  return (await redis.get(key)) === life ? undefined : () => redis.set(key, life);
}
