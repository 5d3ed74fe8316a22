import { recordOperation } from "#shared/domains/audit/index.js";
import { AddressRefused, checkGuardedUrl } from "#shared/kernel/http/addressGuard.js";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { encryptSecret } from "#shared/kernel/security/sealed.js";
import { alertErrors } from "../operations.errors.js";
import { AlertRuleModel, type AlertRuleDoc } from "./alertRule.model.js";

type Fields = "name" | "kind" | "queue" | "threshold" | "forSeconds" | "webhookUrl" | "enabled";
export interface AlertRuleInput extends Pick<AlertRuleDoc, Fields> {
  runbook: string;
  /** `whsec_...`; undefined keeps the current one, "" removes it. */
  secret?: string | undefined;
}

const MOST_RULES = 100;

/** Returns the id. Throws TooManyAlertRules, 400 for an address that deliveries would refuse. */
export async function createAlertRule(input: AlertRuleInput): Promise<number> {
  checkAddress(input.webhookUrl);
  const _id = await nextId("alertRules");
  await inTransaction(async () => {
    await refuseTooManyRules();
    const { secret = "", ...fields } = input;
    await AlertRuleModel.create([{ _id, ...fields, secretBox: boxOf(secret) }]);
    await recordOperation({ module: "infra", action: "alert-rule.create", bizId: _id, after: auditFields(input) });
  });
  return _id;
}

/** TooManyAlertRules. */
export async function refuseTooManyRules(): Promise<void> {
  if ((await AlertRuleModel.countDocuments({})) >= MOST_RULES)
    throw alertErrors.TooManyAlertRules({ most: MOST_RULES });
}

/** Open alerts continue under the new values. Throws AlertRuleNotFound, 400 for an address. */
export async function updateAlertRule(id: number, input: AlertRuleInput): Promise<true> {
  checkAddress(input.webhookUrl);
  return inTransaction(async () => {
    const before = await getAlertRule(id);
    const { secret, ...fields } = input;
    const secretBox = secret === undefined ? before.secretBox : boxOf(secret);
    await AlertRuleModel.updateOne({ _id: id }, { $set: { ...fields, secretBox } });
    const changes = {
      webhookChanged: input.webhookUrl !== before.webhookUrl,
      secretChanged: secretBox !== before.secretBox,
    };
    const [was, is] = [auditFields(before), { ...auditFields(input), ...changes }];
    await recordOperation({ module: "infra", action: "alert-rule.update", bizId: id, before: was, after: is });
    return true as const;
  });
}

/** Its open alerts end at the next evaluation, unreported; past ones stay listed. Throws AlertRuleNotFound. */
export async function deleteAlertRule(id: number): Promise<true> {
  return inTransaction(async () => {
    const before = auditFields(await getAlertRule(id));
    if (!(await deleteLogically(AlertRuleModel, { _id: id }))) throw alertErrors.AlertRuleNotFound({ id });
    await recordOperation({ module: "infra", action: "alert-rule.delete", bizId: id, before });
    return true as const;
  });
}

/** Throws AlertRuleNotFound. */
export async function getAlertRule(id: number): Promise<AlertRuleDoc> {
  const rule = await AlertRuleModel.findById(id).lean<AlertRuleDoc>();
  if (!rule) throw alertErrors.AlertRuleNotFound({ id });
  return rule;
}

const boxOf = (secret: string): string => (secret === "" ? "" : encryptSecret(secret));

/** The public part of an address: with the rest of it one could post to the receiver. */
export const originOf = (webhookUrl: string): string => (webhookUrl === "" ? "" : `${new URL(webhookUrl).origin}/...`);

const auditFields = ({
  name,
  kind,
  queue,
  threshold,
  forSeconds,
  webhookUrl,
  enabled,
  runbook = "",
}: Pick<AlertRuleDoc, Fields | "runbook">) => ({
  name,
  kind,
  queue,
  threshold,
  forSeconds,
  webhook: originOf(webhookUrl),
  enabled,
  runbook,
});

/** Refuses at once what deliveries would refuse for good; each delivery checks the host again. */
function checkAddress(webhookUrl: string): void {
  if (webhookUrl === "") return;
  try {
    checkGuardedUrl(webhookUrl, config.NOTIFY_ALLOW_HOSTS);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw errors.BadInput({ field: "webhookUrl", reason: error.message });
  }
}
