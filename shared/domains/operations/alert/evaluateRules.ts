import { clock, seconds } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { isQueueUsed } from "#shared/kernel/config/providers.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { AlertModel, type AlertDoc } from "./alert.model.js";
import { AlertRuleModel, type AlertRuleDoc } from "./alertRule.model.js";
import { readSignals, signOf, type Sign } from "./readSignals.js";
import { ENDED_IN_SILENCE, tellEndsOfSilence } from "./endsInSilence.js";
import { abandonWaiting, sendAfterSilence, sendAlert } from "./sendAlert.js";
import { isSilenced } from "./silenceRule.js";
import { alertStates, AlertStatus } from "./alert.states.js";

/** Evaluates all rules: alerts begin, fire and end. Beside a concurrent run each move is made and reported once. */
export async function evaluateRules(): Promise<void> {
  const rules = await AlertRuleModel.find({ enabled: true }).sort({ _id: 1 }).lean<AlertRuleDoc[]>();
  const open = await AlertModel.find({ status: { $in: [AlertStatus.pending, AlertStatus.firing] } }).lean<AlertDoc[]>();
  const left = new Map(open.map((alert) => [keyOf(alert.ruleId, alert.queue), alert]));
  if (rules.length > 0) {
    const signs = await readSignals();
    for (const rule of rules)
      for (const queue of rule.queue === null ? queueNames.filter(isQueueUsed) : [rule.queue]) {
        const key = keyOf(rule._id, queue);
        const sign = await signOf(rule, queue, signs);
        const alert = left.get(key);
        left.delete(key);
        if (alert?.untold && !isSilenced(rule)) {
          await speak(rule, alert);
          alert.untold = false;
        }
        if (sign.broken) await onBroken(rule, queue, sign, alert);
        else if (alert) await onRecovered(rule, sign.value, alert);
      }
  }
  // What is left is of rules that were disabled or moved to another queue, which is reported, or deleted, which is not.
  for (const alert of left.values()) await end(alert, await AlertRuleModel.findById(alert.ruleId).lean<AlertRuleDoc>());
  await tellEndsOfSilence();
}

const keyOf = (ruleId: number, queue: QueueName): string => `${ruleId} ${queue}`;
const isOver = (since: Date, { forSeconds }: AlertRuleDoc): boolean =>
  clock.ms() - since.getTime() >= seconds(forSeconds);

async function onBroken(rule: AlertRuleDoc, queue: QueueName, sign: Sign, alert: AlertDoc | undefined): Promise<void> {
  const found = alert ?? (await begin(rule, queue, sign));
  const { value } = sign;
  if (!found) return;
  if (alert)
    await AlertModel.updateOne(
      { _id: alert._id, status: alert.status },
      { $set: { value, clearSince: null }, $max: { peak: value } },
    );
  if (found.status === AlertStatus.pending && isOver(found.beganAt, rule)) await fire(rule, found, value);
}

/** Undefined when a concurrent run has just begun it. */
async function begin(
  rule: AlertRuleDoc,
  queue: QueueName,
  { value, objective = null }: Sign,
): Promise<AlertDoc | undefined> {
  const { _id: ruleId, name, kind, threshold } = rule;
  const _id = await nextId("alerts");
  try {
    const openKey = keyOf(ruleId, queue);
    const current = { objective, value, peak: value, beganAt: clock.now() };
    const fields = { _id, ruleId, name, kind, queue, threshold, openKey, ...current };
    const [made] = await AlertModel.create([{ ...fields, status: AlertStatus.pending }]);
    return made!.toObject<AlertDoc>();
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
}

async function fire(rule: AlertRuleDoc, alert: AlertDoc, value: number): Promise<void> {
  const firedAt = clock.now();
  await inTransaction(async () => {
    const where = { _id: alert._id };
    if (
      !(await moveState(AlertModel, alertStates, {
        where,
        from: AlertStatus.pending,
        to: AlertStatus.firing,
        set: { firedAt, value, ...(isSilenced(rule) ? { untold: true } : {}) },
      }))
    )
      return;
    await sendAlert(rule, { ...alert, value, firedAt }, "firing");
  });
}

/** Delivers an alert that fired during a silence which is over. */
async function speak(rule: AlertRuleDoc, alert: AlertDoc): Promise<void> {
  await inTransaction(async () => {
    const { modifiedCount } = await AlertModel.updateOne(
      { _id: alert._id, status: AlertStatus.firing, untold: true },
      { $unset: { untold: 1 } },
    );
    if (modifiedCount === 0) return;
    await sendAfterSilence(rule, alert, "firing");
  });
}

async function onRecovered(rule: AlertRuleDoc, value: number, alert: AlertDoc): Promise<void> {
  // Not reported yet: it is dropped without a trace.
  if (alert.status === AlertStatus.pending) return discardAlert(alert);
  const clearSince = alert.clearSince ?? clock.now();
  if (isOver(clearSince, rule)) return end({ ...alert, value }, rule);
  await AlertModel.updateOne({ _id: alert._id, status: AlertStatus.firing }, { $set: { value, clearSince } });
}

async function discardAlert({ _id }: AlertDoc): Promise<void> {
  await inTransaction(async () => AlertModel.deleteOne({ _id, status: AlertStatus.pending }));
}

async function end(alert: AlertDoc, rule: AlertRuleDoc | null): Promise<void> {
  if (alert.status === AlertStatus.pending) return discardAlert(alert);
  const resolvedAt = clock.now();
  // Those who may have been told that it fired are told once the silence is over.
  const owed = rule && isSilenced(rule) && !alert.untold ? { endUntold: true } : {};
  await inTransaction(async () => {
    const { modifiedCount } = await AlertModel.updateOne(
      { _id: alert._id, status: AlertStatus.firing },
      { $set: { status: AlertStatus.resolved, resolvedAt, value: alert.value, ...owed }, $unset: { openKey: 1 } },
    );
    if (modifiedCount !== 1 || !rule) return;
    // Nobody was told that it fired, so nobody is told that it is over.
    if (alert.untold) await abandonWaiting(alert._id, ENDED_IN_SILENCE);
    else if (!isSilenced(rule)) await sendAlert(rule, { ...alert, resolvedAt }, "resolved");
  });
}
