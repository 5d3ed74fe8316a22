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

/** Rows per query: of all queues, and of each when there are more. */
const BATCH = 500;
const BATCH_OF_QUEUE = 200;
/** Queues in parallel, as each waits for its own replies. */
const AT_ONCE = 4;

interface WalkOptions {
  /** Which shares of the rows; all when absent. */
  shares?: number[] | undefined;
  /** Looks this far ahead, to include fresh rows, which are otherwise left to the process that wrote them. */
  aheadMs?: number;
  /** What the rounds before found, while one follows another without a pause. */
  backlog?: Backlog;
}

/** What one round passes to the next while much is due. */
interface Backlog {
  /** The round before left more to do, so this one first checks for a backlog without reading whole rows. */
  goesOn: boolean;
  /** When each queue that had little or nothing due is queried again, in ms of performance.now(). */
  nextQueryAt: Map<QueueName, number>;
}

export const newBacklog = (): Backlog => ({ goesOn: false, nextQueryAt: new Map() });

/** The interval of walks when nothing is due. */
const QUERY_AGAIN_MS = 1_000;

/**
 * One round over the rows whose `nextLookAt` has passed: waiting rows are relayed, relayed ones looked up, those of unknown
 * jobs parked. Each look sets the row's next one, so that a backlog is read once; under a backlog each queue has its turn,
 * so that none waits for another. Returns whether there is more to do at once.
 */
export async function walkOutbox({ shares, aheadMs = 0, backlog = newBacklog() }: WalkOptions = {}): Promise<boolean> {
  const ofShares = shares ? { share: { $in: [...shares, null] } } : {};
  // Through the driver: each second mongoose's casts and hooks would cost as much CPU as the query.
  const find = async (which: { openQueue?: QueueName }, limit: number, fields = {}): Promise<OutboxRow[]> =>
    OutboxModel.collection
      .find<OutboxRow>(
        { ...which, ...ofShares, nextLookAt: { $lte: clock.after(aheadMs) } },
        {
          projection: fields,
          sort: { nextLookAt: 1 },
          limit,
          // Because of the filter on shares the embedded store would read all rows, even those of weeks ago.
          ...(shares ? { hint: which.openQueue ? { openQueue: 1, nextLookAt: 1 } : { nextLookAt: 1 } } : {}),
        },
      )
      .toArray();
  const rows = await find({}, BATCH, backlog.goesOn ? { openQueue: 1 } : {});
  if (rows.length < BATCH) {
    await lookAt(backlog.goesOn ? await find({}, BATCH) : rows);
    return false;
  }
  const failures: unknown[] = [];
  let more = false;
  const begun = performance.now();
  const left = queueNames.filter((queue) => (backlog.nextQueryAt.get(queue) ?? 0) <= begun);
  const turn = async (): Promise<void> => {
    for (let queue = left.shift(); queue; queue = left.shift())
      try {
        const some = await find({ openQueue: queue }, BATCH_OF_QUEUE);
        await lookAt(some);
        if (some.length < BATCH_OF_QUEUE) backlog.nextQueryAt.set(queue, performance.now() + QUERY_AGAIN_MS);
        more ||= some.length === BATCH_OF_QUEUE;
      } catch (error) {
        failures.push(error);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
  const unnamed = rows.filter(({ openQueue }) => !openQueue || !queueNames.includes(openQueue));
  if (unnamed.length > 0) await lookAt(await OutboxModel.find({ _id: { $in: unnamed.map(({ _id }) => _id) } }).lean());
  // A queue that fails does not hold up those that have more to do at once.
  if (failures.length > 0 && more) log.warn({ err: failures[0], queues: failures.length }, "queues failed in a walk");
  else if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${queueNames.length} queues`);
  backlog.goesOn = more;
  return more;
}

async function lookAt(rows: readonly OutboxRow[]): Promise<void> {
  const unknownRows = rows.filter((row) => !isKnown(row));
  if (unknownRows.length > 0) await park(unknownRows);
  const groups = byQueue(rows.filter(isKnown));
  const failures: unknown[] = [];
  for (const [queue, group] of groups) await lookAtGroup(queue, group).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${groups.size} queues`);
}

async function lookAtGroup(queue: QueueName, group: readonly OutboxRow[]): Promise<void> {
  const relayed = group.filter(({ state }) => inRedis.includes(state));
  const waiting = group.filter(({ state }) => !inRedis.includes(state));
  if (waiting.length > 0) await relayGroup(queue, waiting);
  if (relayed.length > 0) await lookUpGroup(queue, relayed);
  recordRows(queue, "walked", group.length);
}

/** Rows per step: workers end rows meanwhile, and one write of all would conflict with theirs again and again. */
const STEP = 500;

/** A restarted Redis has lost what was not on its disk, so relayed rows are looked up now instead of at their next look. */
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
/** How long a process leaves its shares to others after a failed round. */
const REST_MS = seconds(5);
const PARKED_EVERY_MS = seconds(30);

/** Walks until the returned function is called. */
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
