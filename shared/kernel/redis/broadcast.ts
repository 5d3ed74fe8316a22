import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";
import { currentContext, type Context } from "../request/context.js";
import { cacheRedis, redisReady, subscriberRedis } from "./redis.js";

/**
 * A message to every process: "this changed, drop what you cached". It may be lost, so cached values live for seconds only
 * and are bypassed while the subscriber is down.
 */
const channel = `${config.BULL_PREFIX}:broadcast`;
/** A process delivers to itself at once: its own message, back from Redis, would only drop what was read again since. */
const sender = randomUUID();
const listeners = new Map<string, ((value: string) => void)[]>();
let subscriber: Redis | undefined;

/** Calls the listener for broadcasts of a topic in this process. */
export function onBroadcast(topic: string, listener: (value: string) => void): void {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
}

/** Notifies every process, this one at once and without Redis. */
export function broadcast(topic: string, value: string): void {
  deliver(topic, value);
  const taken = cacheRedis()
    .publish(channel, JSON.stringify([topic, value, sender]))
    .then(() => true)
    .catch((error: unknown) => {
      log.warn({ topic, err: error }, "broadcast lost");
      return false;
    });
  const context = currentContext();
  if (context) context.lastBroadcast = taken;
}

/**
 * To be awaited before a request or an ask is answered: its broadcasts have gone out, so that whoever then reads from another
 * process comes there after them. Never rejects; a second at most.
 */
export async function broadcastsSent({ lastBroadcast }: Context): Promise<void> {
  // Redis may write the reply to a message before the message itself; the next reply comes after both.
  if (await lastBroadcast)
    await cacheRedis()
      .ping()
      .catch(() => undefined);
}

/** Can receive and send when it returns (or after 3 s without Redis): a client still connecting would lose a message. */
export async function startBroadcasts(): Promise<void> {
  if (subscriber) return;
  subscriber = subscriberRedis();
  subscriber.on("message", (_channel: string, text: string) => {
    const [topic, value, from] = JSON.parse(text) as [string, string, string?];
    if (from !== sender) deliver(topic, value);
  });
  subscriber.subscribe(channel).catch((error: unknown) => log.warn({ err: error }, "no broadcasts"));
  await redisReady(cacheRedis());
}

export function stopBroadcasts(): void {
  subscriber?.disconnect();
  subscriber = undefined;
}

/** Whether a cached value can be trusted: only while broadcasts of other processes would arrive here. */
export function broadcastsArrive(): boolean {
  return subscriber?.status === "ready";
}

function deliver(topic: string, value: string): void {
  for (const listener of listeners.get(topic) ?? []) listener(value);
}
