import { clock, seconds } from "../time/clock.js";
import { log } from "../observability/log.js";
import { lookUpGroup } from "./lookUp.js";
import { byQueue, isKnown, park, releaseParked } from "./parking.js";
import { relayGroup } from "./relay.js";
import { inRedis, OutboxModel, type OutboxRow } from "./row.js";
import { releaseShares, takeShares } from "./shares.js";
import { latestLook } from "./times.js";
import { queueNames, type QueueName } from "../queue/queueNames.js";
import { recordRows } from "../queue/queueTries.js";
import { onNewRedis } from "../redis/redisLives.js";

/** Rows a look: of all queues, and of each when there are more. */
const BATCH = 500;
const BATCH_OF_QUEUE = 200;
/** So many queues at a time: each waits for its own answers. */
const AT_ONCE = 4;

interface WalkOptions {
  /** Which part of the rows; all when absent. */
  shares?: number[] | undefined;
  /** Looks at rows as if it were so much later: fresh ones, which are left to the process that wrote them, as well. */
  aheadMs?: number;
  /** What the rounds before have found, as long as they go on without a pause. */
  backlog?: Backlog;
}

/** What one round leaves to the next while much is due. */
interface Backlog {
  /** The round before had more to do: that there still is much is seen without reading it. */
  goesOn: boolean;
  /** Of the queues that had little or nothing due: when each is asked again, in ms of performance.now(). */
  askedAgainAt: Map<QueueName, number>;
}

export const newBacklog = (): Backlog => ({ goesOn: false, askedAgainAt: new Map() });

/** As often as a walk begins when nothing is due. */
const ASK_AGAIN_MS = 1_000;

/**
 * One round over the rows whose `nextLookAt` has passed: what waits is relayed, what was relayed is looked up, what nobody
 * here knows is parked. Each look moves its row on, so that a backlog costs its size once; when there is one, each queue
 * has its turn, so that none waits for another's. Answers whether there is more to do at once.
 */
export async function walkOutbox({ shares, aheadMs = 0, backlog = newBacklog() }: WalkOptions = {}): Promise<boolean> {
  const ofShares = shares ? { share: { $in: [...shares, null] } } : {};
  const find = async (which: { openQueue?: QueueName }, limit: number, fields = {}): Promise<OutboxRow[]> => {
    const found = OutboxModel.find({ ...which, ...ofShares, nextLookAt: { $lte: clock.after(aheadMs) } }, fields)
      .sort({ nextLookAt: 1 })
      .limit(limit);
    // For the sake of the shares the embedded store would read all rows, those of weeks ago among them.
    if (shares) found.hint(which.openQueue ? { openQueue: 1, nextLookAt: 1 } : { nextLookAt: 1 });
    return found.lean<OutboxRow[]>();
  };
  const rows = await find({}, BATCH, backlog.goesOn ? { openQueue: 1 } : {});
  if (rows.length < BATCH) {
    await lookAt(backlog.goesOn ? await find({}, BATCH) : rows);
    return false;
  }
  const troubles: unknown[] = [];
  let more = false;
  const begun = performance.now();
  const left = queueNames.filter((queue) => (backlog.askedAgainAt.get(queue) ?? 0) <= begun);
  const turn = async (): Promise<void> => {
    for (let queue = left.shift(); queue; queue = left.shift())
      try {
        const some = await find({ openQueue: queue }, BATCH_OF_QUEUE);
        await lookAt(some);
        if (some.length < BATCH_OF_QUEUE) backlog.askedAgainAt.set(queue, performance.now() + ASK_AGAIN_MS);
        more ||= some.length === BATCH_OF_QUEUE;
      } catch (error) {
        troubles.push(error);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
  const unnamed = rows.filter(({ openQueue }) => !openQueue || !queueNames.includes(openQueue));
  if (unnamed.length > 0) await lookAt(await OutboxModel.find({ _id: { $in: unnamed.map(({ _id }) => _id) } }).lean());
  // One that fails does not hold up those that have more to do at once.
  if (troubles.length > 0 && more) log.warn({ err: troubles[0], queues: troubles.length }, "queues failed in a walk");
  else if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} of ${queueNames.length} queues`);
  backlog.goesOn = more;
  return more;
}

async function lookAt(rows: readonly OutboxRow[]): Promise<void> {
  const strange = rows.filter((row) => !isKnown(row));
  if (strange.length > 0) await park(strange);
  const groups = byQueue(rows.filter(isKnown));
  const troubles: unknown[] = [];
  for (const [queue, group] of groups) await lookAtGroup(queue, group).catch((error: unknown) => troubles.push(error));
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} of ${groups.size} queues`);
}

async function lookAtGroup(queue: QueueName, group: readonly OutboxRow[]): Promise<void> {
  const relayed = group.filter(({ state }) => inRedis.includes(state));
  const waiting = group.filter(({ state }) => !inRedis.includes(state));
  if (waiting.length > 0) await relayGroup(queue, waiting);
  if (relayed.length > 0) await lookUpGroup(queue, relayed);
  recordRows(queue, "walked", group.length);
}

/** Rows a step: workers go on ending them meanwhile, and a write of all would meet one of theirs again and again. */
const STEP = 500;

/** A Redis that came up anew has lost what was not on its disk: what was relayed is looked up now, not at its next time. */
export async function lookAtAllRelayed(): Promise<void> {
  const now = clock.now();
  const later = { state: { $in: inRedis }, nextLookAt: { $gt: now, $lte: latestLook() } };
  for (let found = STEP; found === STEP;) {
    const rows = await OutboxModel.find(later, { _id: 1 })
      .hint({ nextLookAt: 1 })
      .sort({ nextLookAt: 1 })
      .limit(STEP)
      .lean();
    found = rows.length;
    const _id = { $in: rows.map((row) => row._id) };
    if (found > 0) await OutboxModel.updateMany({ _id, ...later }, { $set: { nextLookAt: now, looks: 0 } });
  }
}

const SHARES_EVERY_MS = seconds(3);
/** So long a process leaves its part to the others when it has reached no Redis of it. */
const REST_MS = seconds(5);
const PARKED_EVERY_MS = seconds(30);

/** Walks as long as this process works; answers how to stop it. */
export function startOutboxWalk(everyMs = 1_000): () => Promise<void> {
  let stopped = false;
  let shares: number[] | undefined;
  let sharesAt = -Infinity;
  let parkedAt = -Infinity;
  let restsUntil = -Infinity;
  let lookingAtAll: Promise<void> | undefined;
  async function round(): Promise<void> {
    const backlog = newBacklog();
    for (let more = true; more && !stopped;) {
      const now = performance.now();
      if (now < restsUntil) return;
      if (now - sharesAt >= SHARES_EVERY_MS) {
        shares = await takeShares();
        sharesAt = now;
        // Beside the walk: of a large backlog it takes a while.
        lookingAtAll ??= onNewRedis(lookAtAllRelayed).finally(() => (lookingAtAll = undefined));
      }
      if (now - parkedAt >= PARKED_EVERY_MS) {
        await releaseParked();
        parkedAt = now;
      }
      more = await walkOutbox({ shares, backlog });
    }
  }
  /** Its host may be cut off from Redis, and the others not: they have its part, until it tries again. */
  async function leaveToOthers(): Promise<void> {
    if (!shares) return;
    await releaseShares();
    sharesAt = -Infinity;
    restsUntil = performance.now() + REST_MS;
  }
  let running: Promise<void> | undefined;
  // A round that takes longer is not followed by those that it has missed.
  const timer = setInterval(() => {
    running ??= (async () => {
      if (stopped) return;
      await round().catch(async (error: unknown) => {
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
