import { setTimeout as rest } from "node:timers/promises";
import type { Redis } from "ioredis";
import { config } from "../config/config.js";
import type { ErrorOnTheWire } from "../request/errors.js";
import { processId } from "../mongo/leases.js";
import { log } from "../observability/log.js";
import type { QueueName } from "./queueNames.js";
import { queueNamed } from "./queues.js";
import { producerRedis, subscriberRedis } from "../redis/redis.js";

/**
 * How the answer of an asked job comes to who waits for it: as a word on the channel of its process, so that no other one
 * reads it. A word may be lost, its worker be of a version that says none, or the same question have been asked by another
 * process: the waiting one also looks at the job itself now and then.
 */
export type AskReply = { answer: unknown } | { refusal: ErrorOnTheWire };

const FIRST_LOOK_MS = 300;
const FIRST_LOOK_OF_JOINED_MS = 100;

type Hear = (reply: AskReply) => void;
interface Listening {
  /** Who wait, by queue and job. */
  hear: Map<string, Set<Hear>>;
  /** Words arrive. */
  ready: Promise<unknown>;
}
/** By the connection of producers: one for each Redis. */
const listening = new Map<Redis, Listening>();

/** Where this process hears answers, as its questions say. */
export const replyTo = processId;

const channelOf = (process: string): string => `${config.BULL_PREFIX}:answers:${process}`;
const keyOf = (queue: QueueName, jobId: string): string => `${queue}:${jobId}`;

/** Says the answer to the process that asked. */
export function sendAnswer(process: string, queue: QueueName, jobId: string, reply: AskReply): void {
  producerRedis(queue)
    .publish(channelOf(process), JSON.stringify([keyOf(queue, jobId), reply]))
    .catch((error: unknown) => log.debug({ queue, err: error }, "an answer has to be looked for"));
}

interface AwaitedAnswer {
  /** The answer, from now on within so long; undefined when none came. `joins`: another may have asked the same before. */
  within(ms: number, joins: boolean): Promise<AskReply | undefined>;
  /** Nobody waits any more. */
  close(): void;
}

/** Listens before the job is asked, so that no answer is too early. Ready when the promise is. */
export async function awaitAnswer(queue: QueueName, jobId: string): Promise<AwaitedAnswer> {
  const { hear, ready } = listeningAt(queue);
  await ready;
  const key = keyOf(queue, jobId);
  let told: Hear = () => undefined;
  const word = new Promise<AskReply>((resolve) => (told = resolve));
  const all = hear.get(key) ?? new Set();
  hear.set(key, all.add(told));
  return {
    within: (ms, joins) => firstOf(word, queue, jobId, ms, joins),
    close: () => {
      all.delete(told);
      if (all.size === 0 && hear.get(key) === all) hear.delete(key);
    },
  };
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
    for (let pauseMs = joins ? 0 : FIRST_LOOK_MS; ; pauseMs = pauseMs * 2 || FIRST_LOOK_OF_JOINED_MS) {
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
    redis.on("message", (_channel: string, text: string) => {
      const [of, reply] = JSON.parse(text) as [string, AskReply];
      for (const told of hear.get(of) ?? []) told(reply);
    });
    redis.on("end", () => listening.delete(key));
    // It waits for Redis, and listens again by itself after a break.
    const ready = redis.subscribe(channelOf(replyTo));
    ready.catch(() => redis.disconnect());
    here = { hear, ready };
    listening.set(key, here);
  }
  return here;
}
