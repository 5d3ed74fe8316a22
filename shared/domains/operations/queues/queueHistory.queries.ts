import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { clock, days, hours, minutes } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { percentileOf } from "#shared/kernel/observability/histogram.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { QueueRollupModel, type QueueRollup, type RollupStep } from "./queueRollup.model.js";
import { stepStart } from "./rollUpQueues.js";

export interface QueueHistoryRow extends Omit<QueueRollup, "run" | "wait"> {
  /** Milliseconds, a tenth off at most; null when nothing ran, or no job was taken for the first time. */
  runP50Ms: number | null;
  runP95Ms: number | null;
  waitP50Ms: number | null;
  waitP95Ms: number | null;
}

const MOST_ROWS = 2_200;
const LENGTH_MS: Record<RollupStep, number> = { minute: minutes(1), hour: hours(1), day: days(1) };

/**
 * A queue's history, oldest first: at most 2,200 rows, which is 90 days by the hour. Without times the last hour by the
 * minute, day by the hour, or 90 days by the day. A time that was not recorded has no row. Throws 400 beyond the bound.
 */
export async function queueHistory(queue: QueueName, step: RollupStep, times?: TimeSpan): Promise<QueueHistoryRow[]> {
  const span = { minute: hours(1), hour: days(1), day: days(90) }[step];
  const [from, to] = times ?? [new Date(clock.ms() - span), clock.now()];
  const first = stepStart(step, Math.max(from.getTime(), clock.ms() - days(92)));
  const last = Math.min(to.getTime(), clock.ms());
  if ((last - first) / LENGTH_MS[step] > MOST_ROWS)
    throw errors.BadInput({ field: "times", reason: `at most ${MOST_ROWS} rows of a ${step}` });
  const rows = await QueueRollupModel.find({ queue, step, at: within([new Date(first), new Date(last)]) })
    .sort({ at: 1 })
    .limit(MOST_ROWS + 1)
    .lean<QueueRollup[]>();
  return rows.map(({ run = {}, wait = {}, ...row }) => ({
    ...row,
    runP50Ms: percentileOf(run, 0.5),
    runP95Ms: percentileOf(run, 0.95),
    waitP50Ms: percentileOf(wait, 0.5),
    waitP95Ms: percentileOf(wait, 0.95),
  }));
}
