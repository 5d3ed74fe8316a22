import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";
import { cacheRedis, redisReady, subscriberRedis } from "./redis.js";

/**
 * A word to every process: "this changed, drop what you cached". May be lost, so that caches live seconds only and are
 * bypassed while the subscriber is down.
 */
const channel = `${config.BULL_PREFIX}:broadcast`;
/** A process hears itself at once: its own word, back from Redis, would only drop what was read anew since. */
const speaker = randomUUID();
const listeners = new Map<string, ((value: string) => void)[]>();
let subscriber: Redis | undefined;

/** Hears broadcasts of a topic in this process. */
export function onBroadcast(topic: string, listener: (value: string) => void): void {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
}

/** Tells every process, this one at once and without Redis. */
export function broadcast(topic: string, value: string): void {
  hear(topic, value);
  cacheRedis()
    .publish(channel, JSON.stringify([topic, value, speaker]))
    .catch((error: unknown) => log.warn({ topic, err: error }, "broadcast lost"));
}

/** Hears and can speak when it returns (or after 3 s without Redis): a client that still connects would lose the first word. */
export async function startBroadcasts(): Promise<void> {
  if (subscriber) return;
  subscriber = subscriberRedis();
  subscriber.on("message", (_channel: string, text: string) => {
    const [topic, value, from] = JSON.parse(text) as [string, string, string?];
    if (from !== speaker) hear(topic, value);
  });
  subscriber.subscribe(channel).catch((error: unknown) => log.warn({ err: error }, "no broadcasts"));
  await redisReady(cacheRedis());
}

export function stopBroadcasts(): void {
  subscriber?.disconnect();
  subscriber = undefined;
}

/** May a cached value be trusted? Only while words of other processes would reach us. */
export function broadcastsArrive(): boolean {
  return subscriber?.status === "ready";
}

function hear(topic: string, value: string): void {
  for (const listener of listeners.get(topic) ?? []) listener(value);
}
