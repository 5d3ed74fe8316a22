import { clock } from "./clock.js";
import { OutboxModel } from "./outboxRow.js";
import { queueNames, type QueueName } from "./queueNames.js";

/** How far the walk is behind with a queue, and what of it nobody here knows. */
export interface OutboxFigures {
  overdueMs: number;
  unknown: number;
}

/** Of every queue. As long as nothing is overdue or parked, which is the rule, it costs two short questions. */
export async function readOutboxFigures(): Promise<Map<QueueName, OutboxFigures>> {
  const now = clock.ms();
  const figures = new Map<QueueName, OutboxFigures>(queueNames.map((queue) => [queue, { overdueMs: 0, unknown: 0 }]));
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
  return figures;
}
