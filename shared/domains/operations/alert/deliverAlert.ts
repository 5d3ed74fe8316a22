import { webhookHeaders } from "#shared/kernel/webhooks/signWebhook.js";
import { AddressRefused } from "#shared/kernel/http/addressGuard.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { callOutside } from "#shared/kernel/http/client.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { decryptSecret } from "#shared/kernel/security/sealed.js";
import { AlertDeliveryModel, AlertModel, type AlertDeliveryDoc } from "./alert.model.js";
import { AlertRuleModel, type AlertRuleDoc } from "./alertRule.model.js";
import { originOf } from "./changeAlertRule.js";
import { alertMessageId } from "./sendAlert.js";
import { isSilenced } from "./silenceRule.js";
import { AlertDeliveryStatus, AlertStatus } from "./alert.states.js";

const TIMEOUT_MS = seconds(10);
const LOGGED_CHARACTERS = 500;

/** The webhook did not accept the message; the delivery is retried. */
class WebhookFailed extends Error {
  override readonly name = "WebhookFailed";
}

interface Outcome {
  status: number | null;
  error: string;
  /** A retry would not help. */
  final: boolean;
}

/**
 * One try of a delivery, to the rule's current address, signed as Standard Webhooks require. Throws WebhookFailed to be
 * retried; after the last try the delivery is abandoned, which the lists of rules and alerts show.
 */
export async function deliverAlert(deliveryId: number, isLast: boolean): Promise<void> {
  const delivery = await AlertDeliveryModel.findById(deliveryId).lean<AlertDeliveryDoc>();
  if (!delivery || delivery.status !== AlertDeliveryStatus.waiting) return;
  const rule = await AlertRuleModel.findById(delivery.ruleId).lean<AlertRuleDoc>();
  if (!rule || rule.webhookUrl === "") {
    await AlertDeliveryModel.updateOne(
      { _id: deliveryId, status: AlertDeliveryStatus.waiting },
      { $set: { status: AlertDeliveryStatus.abandoned, lastError: "the rule has no address any more" } },
    );
    return;
  }
  if (isSilenced(rule)) return waitForEnd(delivery);
  const { status, error, final } = await tryOnce(rule, delivery);
  const isDone = error === "";
  const after = isDone
    ? AlertDeliveryStatus.delivered
    : final || isLast
      ? AlertDeliveryStatus.abandoned
      : AlertDeliveryStatus.waiting;
  await AlertDeliveryModel.updateOne(
    { _id: deliveryId, status: AlertDeliveryStatus.waiting },
    {
      $set: {
        status: after,
        to: originOf(rule.webhookUrl),
        lastTryAt: clock.now(),
        lastStatus: status,
        lastError: error,
      },
      $inc: { tries: 1 },
    },
  );
  if (after === AlertDeliveryStatus.waiting) throw new WebhookFailed(error);
}

const untoldOf = { firing: { untold: true }, resolved: { endUntold: true } } as const;

/** The rule was silenced after the delivery was written: it waits for the end of the silence, if it holds as long. */
async function waitForEnd({ _id, alertId, event }: AlertDeliveryDoc): Promise<void> {
  const where = { _id: alertId, status: AlertStatus[event] };
  if ((await AlertModel.updateOne(where, { $set: untoldOf[event] })).matchedCount === 1) return;
  await AlertDeliveryModel.updateOne(
    { _id, status: AlertDeliveryStatus.waiting },
    { $set: { status: AlertDeliveryStatus.abandoned, lastError: "the rule was silenced" } },
  );
}

const MOST_AT_ONCE = 20;

/** One try of each delivery that waits, oldest first, where no job can be taken for it. A refused one waits on. */
export async function deliverWaitingAlerts(): Promise<void> {
  const waiting = await AlertDeliveryModel.find({ status: AlertDeliveryStatus.waiting }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(MOST_AT_ONCE)
    .lean<Pick<AlertDeliveryDoc, "_id">[]>();
  for (const { _id } of waiting)
    await deliverAlert(_id, false).catch((error: unknown) => {
      if (!(error instanceof WebhookFailed)) throw error;
    });
}

async function tryOnce(
  { webhookUrl: url, secretBox }: AlertRuleDoc,
  { _id, body }: AlertDeliveryDoc,
): Promise<Outcome> {
  const secrets = secretBox === "" ? [] : [decryptSecret(secretBox)];
  const { "webhook-signature": signature, ...headers } = webhookHeaders(secrets, alertMessageId(_id), body, Date.now());
  try {
    const answer = await callOutside({
      to: "alert",
      method: "POST",
      url,
      headers: {
        "content-type": "application/json",
        "user-agent": "member-commerce-alert",
        ...headers,
        ...(signature ? { "webhook-signature": signature } : {}),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: 64 * 1024,
      guarded: true,
      secretPath: true,
    });
    const { status } = answer;
    if (status >= 200 && status < 300) return { status, error: "", final: true };
    // 410: the receiver wants no more messages.
    return { status, error: `HTTP ${status}`, final: status === 410 };
  } catch (error) {
    const refused = error instanceof AddressRefused;
    if (!refused && !(error instanceof OutboundFailed)) throw error;
    return { status: null, error: error.message.slice(0, LOGGED_CHARACTERS), final: refused };
  }
}
