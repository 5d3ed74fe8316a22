import { percentileOf } from "#shared/kernel/observability/histogram.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { AlertModel, type AlertDoc } from "../alert/alert.model.js";
import { QueueRollupModel, type QueueRollup } from "../queues/queueRollup.model.js";
import { stepStart } from "../queues/rollUpQueues.js";
import { allowedMs } from "./drawQueue.js";
import type { FlowNode, FlowState, Sentence } from "./flow.js";
import type { AllowedWait } from "./flowFacts.js";
import { reasons } from "./flowReasons.js";
import { readAllowed } from "./readFlowFacts.js";

/** The queues of one minute, as the roll-ups recorded it: highest depth, longest wait, and what was done. */
export interface PastMinute {
  at: Date;
  /** Without those of which nothing was recorded. */
  queues: FlowNode[];
}

type PastAlert = Pick<AlertDoc, "queue" | "name" | "beganAt" | "resolvedAt">;
const SPAN_MS = hours(1);
const MOST_ALERTS = 500;

/** The hour before a moment by minutes, oldest first; minutes are kept for two days. By the alert rules of today. */
export async function pastFlow(until: Date): Promise<PastMinute[]> {
  const last = stepStart("minute", Math.min(until.getTime(), clock.ms()));
  const first = last - SPAN_MS;
  const [rows, allowed, alerts] = await Promise.all([
    QueueRollupModel.find({
      queue: { $in: queueNames },
      step: "minute",
      at: { $gte: new Date(first), $lt: new Date(last) },
    })
      .sort({ at: 1 })
      .lean<QueueRollup[]>(),
    readAllowed(),
    readAlerts(first, last),
  ]);
  const byMinute = new Map<number, QueueRollup[]>();
  for (const row of rows) byMinute.set(row.at.getTime(), [...(byMinute.get(row.at.getTime()) ?? []), row]);
  return [...byMinute].map(([at, ofMinute]) => ({
    at: new Date(at),
    queues: queueNames.flatMap((name) => {
      const row = ofMinute.find(({ queue }) => queue === name);
      return row ? [drawPastQueue(row, allowed, alerts)] : [];
    }),
  }));
}

/** Those that fired in this time; they end some time after they began, which is when they are found by. */
async function readAlerts(first: number, last: number): Promise<PastAlert[]> {
  const alerts = await AlertModel.find(
    { createdAt: { $lt: new Date(last) }, firedAt: { $ne: null } },
    { queue: 1, name: 1, beganAt: 1, resolvedAt: 1 },
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(MOST_ALERTS)
    .lean<PastAlert[]>();
  return alerts.filter(({ resolvedAt }) => resolvedAt === null || resolvedAt.getTime() > first);
}

/** A queue of a past minute, with its state and why. */
function drawPastQueue(row: QueueRollup, allowed: AllowedWait[], alerts: PastAlert[]): FlowNode {
  const { queue: name, depthMax, oldestMaxMs, done, retried, dead, run = {}, wait = {} } = row;
  const [state, reason] = judge(row, allowed, alerts);
  const [runP95Ms, waitP95Ms] = [percentileOf(run, 0.95), percentileOf(wait, 0.95)];
  return {
    id: `queue:${name}`,
    kind: "queue",
    name,
    state,
    reason,
    figures: {
      waiting: depthMax,
      oldestMs: oldestMaxMs,
      perMinute: done,
      failedPerMinute: retried + dead,
      ...(runP95Ms === null ? {} : { runP95Ms }),
      ...(waitP95Ms === null ? {} : { waitP95Ms }),
    },
  };
}

function judge(row: QueueRollup, allowed: AllowedWait[], alerts: PastAlert[]): readonly [FlowState, Sentence | null] {
  const most = allowedMs(allowed, "age", row.queue);
  if (most !== undefined && row.oldestMaxMs > most) return ["stands", reasons.oldestWaits(row.oldestMaxMs, most)];
  if (row.done === 0 && row.retried + row.dead > 0) return ["stands", reasons.everyTryOfMinuteFailed()];
  const alert = alerts.find((one) => one.queue === row.queue && fires(one, row.at));
  return alert ? ["stands", reasons.alertFires(alert.name, alert.beganAt, row.at.getTime())] : ["well", null];
}

const fires = ({ beganAt, resolvedAt }: PastAlert, at: Date): boolean =>
  stepStart("minute", beganAt.getTime()) <= at.getTime() && (resolvedAt === null || resolvedAt > at);
