import { checkpoint } from "#shared/kernel/request/context.js";
import type { Redis } from "ioredis";
import { errors } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import { keysOf } from "#shared/kernel/redis/keys.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { liveErrors } from "./live.errors.js";
import { LiveModel, type LiveDoc } from "./live.model.js";
import { getLive, liveStateOf } from "./live.queries.js";
import { LiveStatus } from "./live.states.js";

/**
 * Likes and plays are counted in the Redis of the queues, which evicts nothing. One hash per live holds its totals,
 * which start from MongoDB's; the set of dirty lives names those whose totals MongoDB does not have yet. Totals are
 * rolled up, never differences, so a roll-up that dies or runs twice neither loses nor doubles a count; Redis itself
 * can lose only what was counted since the last one. Keys hold the stream name, since ids would repeat in a new
 * database beside an old Redis.
 */
const countsKey = (streamName: string): string => `${keysOf()}:live:counts:${streamName}`;
const dirtyKey = (): string => `${keysOf()}:live:dirty`;

type Counted = "likeTimes" | "playTimes";
export type Counts = Pick<LiveDoc, Counted>;

/** Adds to an existing total and marks the live dirty; -1 when there is no total yet. */
const ADD = `
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return -1 end
redis.call('PERSIST', KEYS[1])
redis.call('SADD', KEYS[2], ARGV[3])
return redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[2])`;

/** Counts a like or plays of a running live. LiveNotFound, LiveNotRunning; 503 while Redis is away. */
export async function count(liveId: number, what: Counted, by: number): Promise<true> {
  const state = await liveStateOf(liveId);
  if (!state) throw liveErrors.LiveNotFound();
  if (state.status !== LiveStatus.live) throw liveErrors.LiveNotRunning();
  const { streamName } = state;
  const add = (redis: Redis): Promise<unknown> =>
    redis.eval(ADD, 2, countsKey(streamName), dirtyKey(), what, by, streamName);
  if ((await onRedis(add)) !== -1) return true;
  const { likeTimes, playTimes } = await getLive(liveId);
  await onRedis((redis) =>
    redis
      .multi()
      .hsetnx(countsKey(streamName), "likeTimes", likeTimes)
      .hsetnx(countsKey(streamName), "playTimes", playTimes)
      .exec(),
  );
  await onRedis(add);
  return true;
}

async function onRedis<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
  try {
    return await command(producerRedis());
  } catch (error) {
    log.warn({ err: error }, "not counted, Redis is unavailable");
    throw errors.StillWorking({}, 2);
  }
}

/** The counts of each live so far, rolled up or not; without Redis those that were rolled up. */
export async function countsOf(lives: readonly LiveDoc[]): Promise<Map<number, Counts>> {
  const running = lives.filter(({ status }) => status !== LiveStatus.announced);
  const totals = await readTotals(running.map(({ streamName }) => streamName)).catch((error: unknown) => {
    log.warn({ err: error }, "counts of lives may be a minute old, Redis is unavailable");
    return new Map<string, Counts>();
  });
  return new Map(
    lives.map((live) => {
      const { likeTimes = 0, playTimes = 0 } = totals.get(live.streamName) ?? {};
      const counts = {
        likeTimes: Math.max(live.likeTimes, likeTimes),
        playTimes: Math.max(live.playTimes, playTimes),
      };
      return [live._id, counts];
    }),
  );
}

async function readTotals(streamNames: readonly string[]): Promise<Map<string, Counts>> {
  if (streamNames.length === 0) return new Map();
  const pipeline = producerRedis().pipeline();
  for (const streamName of streamNames) pipeline.hmget(countsKey(streamName), "likeTimes", "playTimes");
  const replies = (await pipeline.exec()) ?? [];
  return new Map(
    streamNames.flatMap((streamName, index) => {
      const [error, values] = replies[index] ?? [];
      if (error) throw error;
      const [likeTimes, playTimes] = (values ?? []) as (string | null)[];
      return likeTimes == null || playTimes == null
        ? []
        : [[streamName, { likeTimes: Number(likeTimes), playTimes: Number(playTimes) }] as const];
    }),
  );
}

/** A rolled-up total without further counts expires after a day; counting then starts from MongoDB's again. */
const KEPT_SECONDS = 86_400;

/** Unmarks a live once MongoDB has these totals, unless something was counted meanwhile. */
const SETTLE = `
local now = redis.call('HMGET', KEYS[1], 'likeTimes', 'playTimes')
if now[1] and (now[1] ~= ARGV[1] or now[2] ~= ARGV[2]) then return 0 end
redis.call('SREM', KEYS[2], ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 1`;

/** Writes the totals of every dirty live into MongoDB. */
export async function rollUpCounts(): Promise<void> {
  const redis = producerRedis();
  const streamNames = await redis.smembers(dirtyKey());
  const totals = await readTotals(streamNames);
  for (const streamName of streamNames) {
    checkpoint();
    const counts = totals.get(streamName);
    if (counts) await LiveModel.updateOne({ streamName }, { $max: counts }, { timestamps: false });
    const { likeTimes = 0, playTimes = 0 } = counts ?? {};
    const stored = [String(likeTimes), String(playTimes), streamName, KEPT_SECONDS];
    await redis.eval(SETTLE, 2, countsKey(streamName), dirtyKey(), ...stored);
  }
}
