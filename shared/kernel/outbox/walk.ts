import { clock } from "../time/clock.js";
import { log } from "../observability/log.js";
import { lookUpGroup } from "./lookUp.js";
import { byQueue, isKnown, park } from "./parking.js";
import { relayGroup } from "./relay.js";
import { inRedis, OutboxModel, type OutboxRow } from "./row.js";
import { queueNames, type QueueName } from "../queue/queueNames.js";
import { recordRows } from "../queue/queueTries.js";

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

/** How long a queue that had little due is left out of a backlog's rounds. */
const QUERY_AGAIN_MS = 1_000;

/**
 * One round over the rows whose `nextLookAt` has passed: waiting rows are relayed, relayed ones looked up, those of unknown
 * jobs parked. Each look sets the row's next one, so that a backlog is read once; under a backlog each queue has its turn,
 * so that none waits for another. Returns whether there is more to do at once. startWalk.ts says when rounds take place.
 */
export async function walkOutbox({ shares, aheadMs = 0, backlog = newBacklog() }: WalkOptions = {}): Promise<boolean> {
  const findDue = finderOf(shares, aheadMs);
  const rows = await findDue({}, BATCH, backlog.goesOn ? { openQueue: 1 } : {});
  if (rows.length < BATCH) {
    await lookAt(backlog.goesOn ? await findDue({}, BATCH) : rows);
    return false;
  }
  const { more, failures } = await giveTurns(findDue, backlog);
  await lookAtUnnamed(rows);
  // A queue that fails does not hold up those that have more to do at once.
  if (failures.length > 0 && more) log.warn({ err: failures[0], queues: failures.length }, "queues failed in a walk");
  else if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${queueNames.length} queues`);
  backlog.goesOn = more;
  return more;
}

type FindDue = (which: { openQueue?: QueueName }, limit: number, fields?: { openQueue?: 1 }) => Promise<OutboxRow[]>;

/** Finds due rows, the longest due first. */
function finderOf(shares: WalkOptions["shares"], aheadMs: number): FindDue {
  const ofShares = shares ? { share: { $in: [...shares, null] } } : {};
  // Through the driver: each second mongoose's casts and hooks would cost as much CPU as the query.
  return async (which, limit, fields = {}) =>
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
}

/** Looks at a batch of each queue, some of them in parallel; those that had little due are left out for a while. */
async function giveTurns(findDue: FindDue, backlog: Backlog): Promise<{ more: boolean; failures: unknown[] }> {
  const failures: unknown[] = [];
  let more = false;
  const begun = performance.now();
  const left = queueNames.filter((queue) => (backlog.nextQueryAt.get(queue) ?? 0) <= begun);
  const turn = async (): Promise<void> => {
    for (let queue = left.shift(); queue; queue = left.shift())
      try {
        const some = await findDue({ openQueue: queue }, BATCH_OF_QUEUE);
        await lookAt(some);
        if (some.length < BATCH_OF_QUEUE) backlog.nextQueryAt.set(queue, performance.now() + QUERY_AGAIN_MS);
        more ||= some.length === BATCH_OF_QUEUE;
      } catch (error) {
        failures.push(error);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
  return { more, failures };
}

/** Rows of no queue that this version knows have no turn; `rows` may have their queue alone. */
async function lookAtUnnamed(rows: readonly Pick<OutboxRow, "_id" | "openQueue">[]): Promise<void> {
  const unnamed = rows.filter(({ openQueue }) => !openQueue || !queueNames.includes(openQueue));
  if (unnamed.length > 0) await lookAt(await OutboxModel.find({ _id: { $in: unnamed.map(({ _id }) => _id) } }).lean());
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
