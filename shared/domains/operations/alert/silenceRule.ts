import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { afterCommit, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { AlertRuleModel, type AlertRuleDoc } from "./alertRule.model.js";
import { getAlertRule } from "./changeAlertRule.js";
import { invalidateReads } from "../queues/cachedReads.js";

const LONGEST_DAYS = 30;

/** A silenced rule is evaluated and its alerts are listed, but nobody is told. */
export const isSilenced = ({ silencedUntil }: Pick<AlertRuleDoc, "silencedUntil">): boolean =>
  silencedUntil instanceof Date && silencedUntil > clock.now();

interface Silence {
  until: Date;
  reason: string;
}

/** Silences a rule until a moment of the next 30 days. Throws AlertRuleNotFound, 400 for the moment. */
export async function silenceRule(operatorId: number, id: number, { until, reason }: Silence): Promise<true> {
  if (until <= clock.now()) throw errors.BadInput({ field: "until", reason: "must be in the future" });
  if (until > clock.after(days(LONGEST_DAYS)))
    throw errors.BadInput({ field: "until", reason: `must be at most ${LONGEST_DAYS} days away` });
  return change(id, "silence", { silencedUntil: until, silenceReason: reason, silencedBy: operatorId });
}

/** Ends the silence of a rule now: an alert that fired meanwhile and still holds is delivered. AlertRuleNotFound. */
export const unsilenceRule = (id: number): Promise<true> =>
  change(id, "unsilence", { silencedUntil: null, silenceReason: "", silencedBy: null });

type Fields = Required<Pick<AlertRuleDoc, "silencedUntil" | "silenceReason" | "silencedBy">>;

async function change(id: number, verb: "silence" | "unsilence", fields: Fields): Promise<true> {
  return inTransaction(async () => {
    const before = shown(await getAlertRule(id));
    await AlertRuleModel.updateOne({ _id: id }, { $set: fields });
    afterCommit(invalidateReads);
    await recordOperation({ module: "infra", action: `alert-rule.${verb}`, bizId: id, before, after: shown(fields) });
    return true as const;
  });
}

const shown = ({
  silencedUntil = null,
  silenceReason = "",
}: Pick<AlertRuleDoc, "silencedUntil" | "silenceReason">) => ({
  silencedUntil,
  silenceReason,
});
