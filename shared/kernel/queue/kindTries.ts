import { sumOf } from "../observability/histogram.js";
import { clock, minutes } from "../time/clock.js";
import type { QueueName } from "./queueNames.js";
import { QueueMinuteModel, type KindCount, type QueueMinute } from "./queueTries.js";

/** Tries of a queue in the last so many minutes by kind of job, and how many minutes of it are over. */
export async function readKindTries(
  queue: QueueName,
  ofMinutes: number,
): Promise<{ kinds: KindCount[]; minutes: number }> {
  const now = clock.ms();
  const from = now - (now % minutes(1)) - minutes(ofMinutes - 1);
  const rows = await QueueMinuteModel.find({ queue, minute: { $gt: new Date(from - 1) } }, { kinds: 1 }).lean<
    Pick<QueueMinute, "kinds">[]
  >();
  const sums = new Map<string, KindCount>();
  for (const { job, done, retried, dead, run = {} } of rows.flatMap(({ kinds = [] }) => kinds)) {
    const sum = sums.get(job) ?? { job, done: 0, retried: 0, dead: 0, run: {} };
    sums.set(job, {
      job,
      done: sum.done + done,
      retried: sum.retried + retried,
      dead: sum.dead + dead,
      run: sumOf([sum.run, run]),
    });
  }
  return { kinds: [...sums.values()], minutes: Math.max(1, (now - from) / minutes(1)) };
}
