import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { deliverAlertJob } from "./alert.jobs.js";
import { AlertDeliveryModel, type AlertDeliveryDoc, type AlertDoc, type AlertEvent } from "./alert.model.js";
import type { AlertRuleDoc } from "./alertRule.model.js";
import { adviceOn } from "./alertAdvice.js";
import { AlertDeliveryStatus } from "./alert.states.js";
import { isSilenced } from "./silenceRule.js";

/** By this id the receiver recognizes repeats. */
export const alertMessageId = (deliveryId: number): string => `alert_${deliveryId}`;

/** Writes what is told of an alert, as it is now, and has it delivered. In a transaction. */
export async function sendAlert(rule: AlertRuleDoc, alert: AlertDoc, event: AlertEvent): Promise<void> {
  if (rule.webhookUrl === "") return;
  const _id = await nextId("alertDeliveries");
  const { _id: alertId, ruleId, name, kind, queue, objective = null, threshold, value, peak, ...moments } = alert;
  const { beganAt, firedAt, resolvedAt } = moments;
  const data = {
    alertId,
    ruleId,
    name,
    kind,
    queue,
    objective,
    threshold,
    value,
    peak: Math.max(peak, value),
    todo: adviceOn(kind, objective).en,
    runbook: rule.runbook ?? "",
    beginTime: beganAt.getTime(),
    fireTime: firedAt?.getTime() ?? null,
    resolveTime: resolvedAt?.getTime() ?? null,
  };
  const body = JSON.stringify({ id: alertMessageId(_id), type: `queue.alert.${event}`, createdAt: clock.ms(), data });
  await AlertDeliveryModel.create([{ _id, alertId, ruleId, event, body }]);
  // In a silence it waits for its end.
  if (!isSilenced(rule)) await enqueue(deliverAlertJob, { deliveryId: _id });
}

/** Delivers what waited for the end of a silence; what was not written yet is written now. In a transaction. */
export async function sendAfterSilence(rule: AlertRuleDoc, alert: AlertDoc, event: AlertEvent): Promise<void> {
  const written = await AlertDeliveryModel.findOne({ alertId: alert._id, event }, { status: 1 }).lean<
    Pick<AlertDeliveryDoc, "_id" | "status">
  >();
  if (!written) await sendAlert(rule, alert, event);
  // Where Redis was away, it may have been delivered without a job.
  else if (written.status === AlertDeliveryStatus.waiting) await enqueue(deliverAlertJob, { deliveryId: written._id });
}

/** Gives up what waits to be told of an alert. */
export async function abandonWaiting(alertId: number, why: string): Promise<void> {
  await AlertDeliveryModel.updateMany(
    { alertId, status: AlertDeliveryStatus.waiting },
    { $set: { status: AlertDeliveryStatus.abandoned, lastError: why } },
  );
}
