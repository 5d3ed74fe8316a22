import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import type { WebhookDeliveryDoc, WebhookEndpointDoc } from "#shared/domains/webhook/index.js";
import type { DeliveryTryDoc } from "#shared/kernel/webhooks/delivery.model.js";
import { notifyTriesInAll } from "#shared/kernel/webhooks/notifyLadder.js";
import type { WebhookDeliveryDetail, WebhookDeliveryView, WebhookView } from "./webhook.schemas.js";

export function webhookView(endpoint: WebhookEndpointDoc): z.input<typeof WebhookView> {
  const { _id: id, name, url, events, lowStock, enabled, olderSecrets, failingSince, givenUpAt, createdAt } = endpoint;
  return {
    id,
    name,
    url,
    events,
    lowStock,
    enabled,
    olderSecretUntil: epochMs(olderSecrets[0]?.until),
    failingTime: epochMs(failingSince),
    givenUpTime: epochMs(givenUpAt),
    createTime: createdAt.getTime(),
  };
}

export function webhookDeliveryView(task: WebhookDeliveryDoc): z.input<typeof WebhookDeliveryView> {
  return {
    id: task._id,
    endpointId: task.endpointId,
    event: task.event,
    eventId: task.eventId,
    url: task.url,
    status: task.status,
    tries: task.tries,
    maxTries: task.ladderFrom + notifyTriesInAll,
    nextTryTime: epochMs(task.nextTryAt),
    lastTryTime: epochMs(task.lastTryAt),
    lastStatus: task.lastStatus,
    createTime: task.createdAt.getTime(),
  };
}

export function webhookDeliveryDetail({
  task,
  tries,
}: {
  task: WebhookDeliveryDoc;
  tries: DeliveryTryDoc[];
}): z.input<typeof WebhookDeliveryDetail> {
  return {
    ...webhookDeliveryView(task),
    body: task.body,
    logs: tries.map(({ tryNumber, status, ms, body, createdAt }) => ({
      tryNumber,
      status,
      ms,
      body,
      createTime: createdAt.getTime(),
    })),
  };
}
