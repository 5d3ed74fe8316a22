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
 * How the reply to an ask reaches its caller: as a message on the channel of the caller's process, so that no other one
 * reads it. A message may be lost, the worker's version may send none, or another process may have added the same job: so
 * the caller also polls the job itself now and then.
 */
export type AskReply = { answer: unknown } | { refusal: ErrorOnTheWire };

const FIRST_POLL_MS = 300;
const FIRST_POLL_OF_JOINED_MS = 100;

type OnReply = (reply: AskReply) => void;
interface Listening {
  /** Callers that wait, by queue and job. */
  waiting: Map<string, Set<OnReply>>;
  /** Resolves when messages arrive. */
  ready: Promise<unknown>;
}
/** By producer connection: one per Redis. */
const listening = new Map<Redis, Listening>();

/** The address of replies to this process; sent along with each ask. */
export const replyTo = processId;

const channelOf = (process: string): string => `${config.BULL_PREFIX}:answers:${process}`;
const keyOf = (queue: QueueName, jobId: string): string => `${queue}:${jobId}`;

/** Sends the reply to the process that asked. */
export function sendAnswer(process: string, queue: QueueName, jobId: string, reply: AskReply): void {
  producerRedis(queue)
    .publish(channelOf(process), JSON.stringify([keyOf(queue, jobId), reply]))
    .catch((error: unknown) => log.debug({ queue, err: error }, "a reply was not published"));
}

interface AwaitedAnswer {
  /** The reply, or undefined when none comes within this time. `joins`: another caller may have added the job before. */
  within(ms: number, joins: boolean): Promise<AskReply | undefined>;
  /** Stops waiting. */
  close(): void;
}

/** Listens before the job is added, so that no reply is too early; resolves once it listens. */
export async function awaitAnswer(queue: QueueName, jobId: string): Promise<AwaitedAnswer> {
  const { waiting, ready } = listeningAt(queue);
  await ready;
  const key = keyOf(queue, jobId);
  let onReply: OnReply = () => undefined;
  const message = new Promise<AskReply>((resolve) => (onReply = resolve));
  const all = waiting.get(key) ?? new Set();
  waiting.set(key, all.add(onReply));
  return {
    within: (ms, joins) => firstOf(message, queue, jobId, ms, joins),
    close: () => {
      all.delete(onReply);
      if (all.size === 0 && waiting.get(key) === all) waiting.delete(key);
    },
  };
}

/** The message, or the reply that polling the job finds, with pauses that double. */
async function firstOf(
  message: Promise<AskReply>,
  queue: QueueName,
  jobId: string,
  ms: number,
  joins: boolean,
): Promise<AskReply | undefined> {
  const until = Date.now() + ms;
  const received = new AbortController();
  const polled = (async () => {
    for (let pauseMs = joins ? 0 : FIRST_POLL_MS; ; pauseMs = pauseMs * 2 || FIRST_POLL_OF_JOINED_MS) {
      const left = until - Date.now();
      await rest(Math.max(0, Math.min(pauseMs, left)), undefined, { signal: received.signal });
      const reply = await lookAt(queue, jobId);
      if (reply || left <= pauseMs) return reply;
    }
  })();
  // It is aborted when the message comes first.
  polled.catch(() => undefined);
  try {
    return await Promise.race([message, polled]);
  } finally {
    received.abort();
  }
}

/** The reply that the job holds; undefined when it has none, or Redis does not answer. */
async function lookAt(queue: QueueName, jobId: string): Promise<AskReply | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 500).unref());
  const job = queueNamed(queue)
    .getJob(jobId)
    .catch(() => undefined);
  return ((await Promise.race([job, timeout]))?.returnvalue as AskReply | null) ?? undefined;
}

/** One connection for all queues of a Redis. */
function listeningAt(queue: QueueName): Listening {
  const key = producerRedis(queue);
  let here = listening.get(key);
  if (!here) {
    const waiting: Listening["waiting"] = new Map();
    const redis = subscriberRedis(queue);
    redis.on("message", (_channel: string, text: string) => {
      const [of, reply] = JSON.parse(text) as [string, AskReply];
      for (const onReply of waiting.get(of) ?? []) onReply(reply);
    });
    redis.on("end", () => listening.delete(key));
    // It waits for Redis, and subscribes again by itself after a reconnect.
    const ready = redis.subscribe(channelOf(replyTo));
    ready.catch(() => redis.disconnect());
    here = { waiting, ready };
    listening.set(key, here);
  }
  return here;
}
