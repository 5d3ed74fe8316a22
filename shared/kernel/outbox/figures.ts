import { clock } from "../time/clock.js";
import { OutboxModel } from "./row.js";
import { queueNames, type QueueName } from "../queue/queueNames.js";

/** Enough to tell that many are. */
const MOST_RETRYING = 1_000;

/** How far the walk is behind with a queue, and what of it nobody here knows. */
export interface OutboxFigures {
  overdueMs: number;
  unknown: number;
  /** Since when a job has failed over and over, and is to be tried again. */
  failingMs: number;
}

/** Of every queue. As long as nothing is overdue or parked, which is the rule, it costs two short questions. */
export async function readOutboxFigures(): Promise<Map<QueueName, OutboxFigures>> {
  const now = clock.ms();
  const figures = new Map<QueueName, OutboxFigures>(
    queueNames.map((queue) => [queue, { overdueMs: 0, unknown: 0, failingMs: 0 }]),
  );
  const oldestOf = async (which: object): Promise<number> => {
    const row = await OutboxModel.findOne({ ...which, nextLookAt: { $lt: new Date(now) } }, { nextLookAt: 1 })
      .sort({ nextLookAt: 1 })
      .lean<{ nextLookAt: Date }>();
    return row ? now - row.nextLookAt.getTime() : 0;
  };
  if ((await oldestOf({})) > 0)
    for (const [openQueue, figure] of figures) figure.overdueMs = await oldestOf({ openQueue });
  const parked = await OutboxModel.aggregate<{ _id: QueueName; count: number }>([
    { $match: { parked: { $exists: true } } },
    { $group: { _id: "$openQueue", count: { $sum: 1 } } },
  ]);
  for (const { _id, count } of parked) {
    const figure = figures.get(_id);
    if (figure) figure.unknown = count;
  }
  const retrying = await OutboxModel.find({ nextTryAt: { $gt: new Date(0) } }, { openQueue: 1, firstStartedAt: 1 })
    // Who has failed often rests longest: in a storm of fresh failures they stand last.
    .sort({ nextTryAt: -1 })
    .limit(MOST_RETRYING)
    .lean();
  for (const { openQueue, firstStartedAt } of retrying) {
    const figure = openQueue && figures.get(openQueue);
    if (figure && firstStartedAt) figure.failingMs = Math.max(figure.failingMs, now - firstStartedAt.getTime());
  }
  return figures;
}
