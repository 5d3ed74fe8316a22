import type { Redis } from "ioredis";
import { producerRedis } from "../redis/redis.js";
import type { QueueName } from "./queueNames.js";
import { queueNamed } from "./queues.js";

/** How many jobs of a queue are in each of BullMQ's states. */
export interface JobCounts {
  waiting: number;
  /** The routine ones, which wait as well. */
  prioritized: number;
  active: number;
  delayed: number;
  failed: number;
  completed: number;
  paused: boolean;
}

/** In BullMQ's keys, whose common beginning is KEYS[i]. */
const COUNT = `
local counts = {}
for i, queue in ipairs(KEYS) do
  counts[i] = {
    redis.call('LLEN', queue .. 'wait'), redis.call('ZCARD', queue .. 'prioritized'),
    redis.call('LLEN', queue .. 'active'), redis.call('ZCARD', queue .. 'delayed'),
    redis.call('ZCARD', queue .. 'failed'), redis.call('ZCARD', queue .. 'completed'),
    redis.call('HEXISTS', queue .. 'meta', 'paused')
  }
end
return counts`;

type Counted = readonly [QueueName, JobCounts];

/** Of all these queues, in one command for each Redis, as every worker's watchdog asks often. Throws when one is away. */
export async function countJobs(queues: readonly QueueName[]): Promise<Map<QueueName, JobCounts>> {
  return new Map((await Promise.all(countByRedis(queues))).flat());
}

/** The same, without the queues whose Redis does not answer. */
export async function countReachableJobs(queues: readonly QueueName[]): Promise<Map<QueueName, JobCounts>> {
  const counted = await Promise.allSettled(countByRedis(queues));
  return new Map(counted.flatMap((one) => (one.status === "fulfilled" ? one.value : [])));
}

function countByRedis(queues: readonly QueueName[]): Promise<Counted[]>[] {
  const clients = new Set(queues.map((queue) => producerRedis(queue)));
  return [...clients].map((redis) =>
    countIn(
      redis,
      queues.filter((queue) => producerRedis(queue) === redis),
    ),
  );
}

async function countIn(redis: Redis, queues: readonly QueueName[]): Promise<Counted[]> {
  const keys = queues.map((queue) => queueNamed(queue).toKey(""));
  const rows = (await redis.eval(COUNT, keys.length, ...keys)) as number[][];
  return queues.map((queue, index) => {
    const [waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0, completed = 0, paused] = rows[index]!;
    return [queue, { waiting, prioritized, active, delayed, failed, completed, paused: paused === 1 }];
  });
}
