import { errors } from "#shared/platform/errors.js";
import { log } from "#shared/platform/log.js";
import { readQueueFigures, type QueueFigures } from "#shared/platform/queueFigures.js";
import { redisAnswers } from "#shared/platform/redis.js";

/** Every queue with its counts, by group. StillWorking (503) while Redis is away. */
export async function listQueues(): Promise<QueueFigures[]> {
  return withRedis(readQueueFigures);
}

/** Queues live in Redis: what needs them is refused clearly while it is away. */
export async function withRedis<T>(work: () => Promise<T>): Promise<T> {
  if (!(await redisAnswers())) throw errors.StillWorking({}, 5);
  try {
    return await work();
  } catch (error) {
    if (await redisAnswers()) throw error;
    log.warn({ err: error }, "Redis went away");
    throw errors.StillWorking({}, 5);
  }
}
