import { plainRows } from "../mongo/plainRows.js";
import { writerOf } from "../mongo/growingRows.js";
import type { Histogram } from "../observability/histogram.js";
import type { QueueName } from "./queueNames.js";
import { lastMinutes, QueueMinuteModel, type QueueMinute } from "./queueTries.js";

/** What one process did for one queue in a minute of the last five. */
export interface RecentWork {
  queue: QueueName;
  /** As the process reports itself. */
  processId: string;
  donePerMinute: number;
  /** Failed tries, including those that are tried again. */
  failedPerMinute: number;
  run: Histogram;
  wait: Histogram;
}

/** Of the last five minutes, in rows that add up. */
export async function readRecentWork(): Promise<RecentWork[]> {
  const { after, span } = lastMinutes();
  const rows = await plainRows(QueueMinuteModel)
    .find({ minute: { $gt: after } })
    .project<Pick<QueueMinute, "_id" | "queue" | "done" | "retried" | "dead" | "run" | "wait">>({
      queue: 1,
      done: 1,
      retried: 1,
      dead: 1,
      run: 1,
      wait: 1,
    })
    .toArray();
  return rows.map(({ _id, queue, done, retried, dead, run, wait }) => ({
    queue,
    processId: writerOf(_id),
    donePerMinute: done / span,
    failedPerMinute: (retried + dead) / span,
    run,
    wait,
  }));
}
