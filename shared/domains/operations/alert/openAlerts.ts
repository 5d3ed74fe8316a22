import { clock, seconds } from "#shared/kernel/time/clock.js";
import { cached } from "../queues/cachedReads.js";
import { AlertModel } from "./alert.model.js";
import { AlertRuleModel } from "./alertRule.model.js";
import { AlertStatus } from "./alert.states.js";

const COUNT_MS = seconds(5);
/**
 * Alerts that fire, that nobody has acknowledged, and whose rules are not silenced: they wait for somebody. Counted at most
 * once in five seconds by a process, whoever asks; nobody waits for it but the first.
 */
export const countOpenAlerts = cached(COUNT_MS, readCount, { staleMs: Infinity });

async function readCount(): Promise<number> {
  const silenced = await AlertRuleModel.find({ silencedUntil: { $gt: clock.now() } }, { _id: 1 }).lean<
    { _id: number }[]
  >();
  return AlertModel.countDocuments({
    status: AlertStatus.firing,
    acknowledgedAt: null,
    ...(silenced.length === 0 ? {} : { ruleId: { $nin: silenced.map(({ _id }) => _id) } }),
  });
}
