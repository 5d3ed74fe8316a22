import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { AlertDeliveryModel, AlertModel, type AlertDoc } from "./alert.model.js";
import { AlertRuleModel, type AlertRuleDoc } from "./alertRule.model.js";
import { abandonWaiting, sendAfterSilence } from "./sendAlert.js";
import { isSilenced } from "./silenceRule.js";
import { AlertDeliveryStatus, AlertStatus } from "./alert.states.js";

export const ENDED_IN_SILENCE = "it ended while the rule was silenced";

/**
 * Tells the end of alerts that ended within a silence which is over, once, to those who were told that they fired. Where the
 * same rule fires again for the same queue, that is told instead.
 */
export async function tellEndsOfSilence(): Promise<void> {
  const untold = await AlertModel.find({ endUntold: true }).sort({ _id: 1 }).lean<AlertDoc[]>();
  if (untold.length === 0) return;
  const rules = await AlertRuleModel.find({ _id: { $in: untold.map(({ ruleId }) => ruleId) } }).lean<AlertRuleDoc[]>();
  for (const alert of untold) {
    const rule = rules.find(({ _id }) => _id === alert.ruleId) ?? null;
    if (!rule || !isSilenced(rule)) await tellEnd(rule, alert);
  }
}

/** `rule` null: it is deleted, and its alerts end unreported. */
async function tellEnd(rule: AlertRuleDoc | null, alert: AlertDoc): Promise<void> {
  const { _id, ruleId, queue } = alert;
  await inTransaction(async () => {
    const { modifiedCount } = await AlertModel.updateOne({ _id, endUntold: true }, { $unset: { endUntold: 1 } });
    if (modifiedCount === 0) return;
    const wasTold = { alertId: _id, event: "firing" as const, status: AlertDeliveryStatus.delivered };
    if (!rule || !(await AlertDeliveryModel.exists(wasTold))) return abandonWaiting(_id, ENDED_IN_SILENCE);
    if (await AlertModel.exists({ ruleId, queue, status: AlertStatus.firing }))
      return abandonWaiting(_id, "it fired again before the end of the silence");
    await sendAfterSilence(rule, alert, "resolved");
  });
}
