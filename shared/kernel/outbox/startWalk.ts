import { seconds } from "../time/clock.js";
import { log } from "../observability/log.js";
import { lookAtAllRelayed } from "./lookUp.js";
import { releaseParked } from "./parking.js";
import { releaseShares, takeShares } from "./shares.js";
import { newBacklog, walkOutbox } from "./walk.js";
import { onNewRedis } from "../redis/redisLives.js";

const SHARES_EVERY_MS = seconds(3);
/** How long a process leaves its shares to others after a failed round. */
const REST_MS = seconds(5);
const PARKED_EVERY_MS = seconds(30);

/**
 * Walks until the returned function is called: a round each `everyMs`, which another follows at once while much is due. Now
 * and then the process takes its shares again, has a new Redis looked up, and releases parked rows.
 */
export function startOutboxWalk(everyMs = 1_000): () => Promise<void> {
  let stopped = false;
  let shares: number[] | undefined;
  let sharesAt = -Infinity;
  let parkedAt = -Infinity;
  let restsUntil = -Infinity;
  let lookingAtAll: Promise<void> | undefined;
  async function roundsWhileMuchIsDue(): Promise<void> {
    const backlog = newBacklog();
    for (let more = true; more && !stopped;) {
      const now = performance.now();
      if (now < restsUntil) return;
      if (now - sharesAt >= SHARES_EVERY_MS) {
        shares = await takeShares();
        sharesAt = now;
        // In parallel with the walk, as it takes a while when much is relayed.
        lookingAtAll ??= onNewRedis(lookAtAllRelayed).finally(() => (lookingAtAll = undefined));
      }
      if (now - parkedAt >= PARKED_EVERY_MS) {
        await releaseParked();
        parkedAt = now;
      }
      more = await walkOutbox({ shares, backlog });
    }
  }
  /** Only this host may be cut off from Redis, so others take its shares until it tries again. */
  async function leaveToOthers(): Promise<void> {
    if (!shares) return;
    await releaseShares();
    sharesAt = -Infinity;
    restsUntil = performance.now() + REST_MS;
  }
  let running: Promise<void> | undefined;
  // Rounds missed during a long one are not made up for.
  const timer = setInterval(() => {
    running ??= (async () => {
      if (stopped) return;
      await roundsWhileMuchIsDue().catch(async (error: unknown) => {
        log.warn({ err: error }, "a walk of the outbox failed");
        await leaveToOthers().catch(() => undefined);
      });
    })().finally(() => (running = undefined));
  }, everyMs);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
    await lookingAtAll;
    await releaseShares().catch(() => undefined);
  };
}
