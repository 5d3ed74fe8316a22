import { plainRows } from "../mongo/plainRows.js";
import { clock } from "../time/clock.js";
import { OutboxModel, type OutboxRow } from "./row.js";
import { queueNames, type QueueName } from "../queue/queueNames.js";

/** Enough to know that it is many. */
const MOST_RETRYING = 1_000;
const MOST_OVERDUE = 100_000;
/** Rows of a queue that this version does not know count here, as the workers of this queue report the figures. */
const OF_NO_QUEUE: QueueName = "control";

/** How far the walk is behind with a queue, and which of its rows need an operator. */
export interface OutboxFigures {
  /** Rows whose time to be relayed or looked up has passed, at most MOST_OVERDUE, and how late the oldest is. */
  overdue: number;
  overdueMs: number;
  /** Rows whose job, in their version, no process here knows. */
  unknown: number;
  /** Rows that an operator holds, and how long the first has been held. */
  kept: number;
  keptMs: number;
  /** How long the oldest job that is to be tried again has been failing. */
  failingMs: number;
}

/** Figures of every queue. It costs four short queries while nothing is overdue, parked or held, as usual. */
export async function readOutboxFigures(): Promise<Map<QueueName, OutboxFigures>> {
  const now = clock.ms();
  const figures = new Map<QueueName, OutboxFigures>(
    queueNames.map((queue) => [queue, { overdue: 0, overdueMs: 0, unknown: 0, kept: 0, keptMs: 0, failingMs: 0 }]),
  );
  const figureOf = (queue: QueueName | null | undefined): OutboxFigures =>
    (queue && figures.get(queue)) ?? figures.get(OF_NO_QUEUE)!;
  const [overdue, parked, held, retrying] = await Promise.all([
    readOverdue(now),
    plainRows(OutboxModel)
      .aggregate<{ _id: QueueName | null; count: number }>([
        { $match: { parked: { $gt: "" } } },
        { $group: { _id: "$openQueue", count: { $sum: 1 } } },
      ])
      .toArray(),
    plainRows(OutboxModel)
      .aggregate<{ _id: QueueName | null; count: number; since: Date }>([
        { $match: { "hold.at": { $gt: new Date(0) } } },
        { $group: { _id: "$openQueue", count: { $sum: 1 }, since: { $min: "$hold.at" } } },
      ])
      .toArray(),
    readRetrying(),
  ]);
  for (const { queue, count, ms } of overdue) {
    const figure = figureOf(queue);
    figure.overdue += count;
    figure.overdueMs = Math.max(figure.overdueMs, ms);
  }
  for (const { _id, count } of parked) figureOf(_id).unknown += count;
  for (const { _id, count, since } of held) {
    const figure = figureOf(_id);
    figure.kept += count;
    figure.keptMs = Math.max(figure.keptMs, now - since.getTime());
  }
  for (const { openQueue, firstStartedAt } of retrying) {
    const figure = figureOf(openQueue);
    if (firstStartedAt) figure.failingMs = Math.max(figure.failingMs, now - firstStartedAt.getTime());
  }
  return figures;
}

interface Overdue {
  queue: QueueName | undefined;
  count: number;
  ms: number;
}

async function readOverdue(now: number): Promise<Overdue[]> {
  const passed = { nextLookAt: { $lt: new Date(now) } };
  const oldestOf = (which: object) =>
    plainRows(OutboxModel).findOne<{ nextLookAt: Date; openQueue?: QueueName }>(
      { ...which, ...passed },
      { projection: { nextLookAt: 1, openQueue: 1 }, sort: { nextLookAt: 1 } },
    );
  const msOf = ({ nextLookAt }: { nextLookAt: Date }): number => now - nextLookAt.getTime();
  const oldest = await oldestOf({});
  if (!oldest) return [];
  const { openQueue: queue } = oldest;
  const found: Overdue[] = queue && queueNames.includes(queue) ? [] : [{ queue, count: 1, ms: msOf(oldest) }];
  for (const openQueue of queueNames) {
    const first = await oldestOf({ openQueue });
    if (!first) continue;
    const count = await OutboxModel.countDocuments({ openQueue, ...passed }, { limit: MOST_OVERDUE });
    found.push({ queue: openQueue, count, ms: msOf(first) });
  }
  return found;
}

const readRetrying = () =>
  plainRows(OutboxModel)
    .find({ nextTryAt: { $gt: new Date(0) } })
    .project<Pick<OutboxRow, "openQueue" | "firstStartedAt">>({ openQueue: 1, firstStartedAt: 1 })
    // Jobs that failed often have the longest pause; a burst of fresh failures must not push them past the limit.
    .sort({ nextTryAt: -1 })
    .limit(MOST_RETRYING)
    .toArray();
