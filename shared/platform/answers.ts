import { setTimeout as rest } from "node:timers/promises";
import type { Redis } from "ioredis";
import { config } from "./config.js";
import type { ErrorOnTheWire } from "./errors.js";
import { log } from "./log.js";
import type { QueueName } from "./queueNames.js";
import { queueNamed } from "./queues.js";
import { producerRedis, subscriberRedis } from "./redis.js";

/**
 * How the answer of an asked job comes to who waits for it: as a word on a channel of its own, so that nobody else reads
 * it. A word may be lost, or its worker be of a version that says none: the waiting one also looks at the job itself now and
 * then.
 */
export type AskReply = { answer: unknown } | { refusal: ErrorOnTheWire };

const FIRST_LOOK_MS = 300;

interface Listening {
  redis: Redis;
  hear: Map<string, Set<(reply: AskReply) => void>>;
}
/** By the address of a queue's Redis. */
const listening = new Map<Redis, Listening>();

const channelOf = (queue: QueueName, jobId: string): string => `${config.BULL_PREFIX}:answer:${queue}:${jobId}`;

/** Says the answer to all who wait for it now. */
export function tellAnswer(queue: QueueName, jobId: string, reply: AskReply): void {
  producerRedis(queue)
    .publish(channelOf(queue, jobId), JSON.stringify(reply))
    .catch((error: unknown) => log.debug({ queue, err: error }, "an answer has to be looked for"));
}

export interface AwaitedAnswer {
  /** The answer, from now on within so long; undefined when none came. `joins`: it may have been told before. */
  within(ms: number, joins: boolean): Promise<AskReply | undefined>;
  /** Nobody waits any more. */
  close(): void;
}

/** Listens before the job is asked, so that no answer is too early. Ready when the promise is. */
export async function awaitAnswer(queue: QueueName, jobId: string): Promise<AwaitedAnswer> {
  const channel = channelOf(queue, jobId);
  const { redis, hear } = listeningAt(queue);
  let told: (reply: AskReply) => void = () => undefined;
  const word = new Promise<AskReply>((resolve) => (told = resolve));
  const others = hear.get(channel) ?? new Set();
  hear.set(channel, others.add(told));
  const close = (): void => {
    others.delete(told);
    if (others.size > 0 || hear.get(channel) !== others) return;
    hear.delete(channel);
    redis.unsubscribe(channel).catch(() => undefined);
  };
  try {
    await redis.subscribe(channel);
  } catch (error) {
    close();
    throw error;
  }
  return { within: (ms, joins) => firstOf(word, queue, jobId, ms, joins), close };
}

/** The word, or what a look at the job finds; a look follows the last one after twice its pause. */
async function firstOf(
  word: Promise<AskReply>,
  queue: QueueName,
  jobId: string,
  ms: number,
  joins: boolean,
): Promise<AskReply | undefined> {
  const until = Date.now() + ms;
  const told = new AbortController();
  const looked = (async () => {
    for (let pauseMs = joins ? 0 : FIRST_LOOK_MS; ; pauseMs = Math.max(FIRST_LOOK_MS, pauseMs * 2)) {
      const left = until - Date.now();
      await rest(Math.max(0, Math.min(pauseMs, left)), undefined, { signal: told.signal });
      const reply = await lookAt(queue, jobId);
      if (reply || left <= pauseMs) return reply;
    }
  })();
  // It is let go when the word came first.
  looked.catch(() => undefined);
  try {
    return await Promise.race([word, looked]);
  } finally {
    told.abort();
  }
}

/** What the job has answered; undefined when it did not, or Redis does not say. */
async function lookAt(queue: QueueName, jobId: string): Promise<AskReply | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 500).unref());
  const job = queueNamed(queue)
    .getJob(jobId)
    .catch(() => undefined);
  return ((await Promise.race([job, late]))?.returnvalue as AskReply | null) ?? undefined;
}

/** One connection for all queues of a Redis. */
function listeningAt(queue: QueueName): Listening {
  const key = producerRedis(queue);
  let here = listening.get(key);
  if (!here) {
    const hear: Listening["hear"] = new Map();
    const redis = subscriberRedis(queue);
    redis.setMaxListeners(0);
    redis.on("message", (channel: string, text: string) => {
      const reply = JSON.parse(text) as AskReply;
      for (const told of hear.get(channel) ?? []) told(reply);
    });
    redis.on("end", () => listening.delete(key));
    here = { redis, hear };
    listening.set(key, here);
  }
  return here;
}
