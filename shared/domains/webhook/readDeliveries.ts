import type { QueryFilter } from "mongoose";
import { recordOperation } from "#shared/domains/audit/index.js";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import type { DeliveryTryDoc } from "#shared/kernel/webhooks/delivery.model.js";
import { NotifyStatus } from "#shared/kernel/webhooks/delivery.states.js";
import { replayDeliveries, replayDelivery } from "#shared/kernel/webhooks/replayDelivery.js";
import { events } from "./deliveries.js";
import { getEndpoint } from "./endpoint.queries.js";
import { TEST_EVENT } from "./webhook.codes.js";
import { webhookErrors } from "./webhook.errors.js";
import { WebhookDeliveryModel, WebhookTryModel, type WebhookDeliveryDoc } from "./webhookDelivery.model.js";

interface DeliverySearch {
  endpointId?: number | undefined;
  event?: WebhookDeliveryDoc["event"] | undefined;
  eventId?: string | undefined;
  status?: NotifyStatus | undefined;
  /** Both ends inclusive. */
  createTime?: TimeSpan | undefined;
}

function filterOf({ endpointId, event, eventId, status, createTime }: DeliverySearch): QueryFilter<WebhookDeliveryDoc> {
  return {
    ...(endpointId === undefined ? {} : { endpointId }),
    ...(event === undefined ? {} : { event }),
    ...(eventId === undefined ? {} : { eventId }),
    ...(status === undefined ? {} : { status }),
    ...createdWithin(createTime),
  };
}

/** Newest first. */
export const pageDeliveries = (search: DeliverySearch, page: Page): Promise<PageOf<WebhookDeliveryDoc>> =>
  pageOf(WebhookDeliveryModel, filterOf(search), page);

/** With its tries, oldest first. Throws WebhookDeliveryNotFound. */
export async function deliveryWithTries(id: number): Promise<{ task: WebhookDeliveryDoc; tries: DeliveryTryDoc[] }> {
  const task = await WebhookDeliveryModel.findById(id).lean<WebhookDeliveryDoc>();
  if (!task) throw webhookErrors.WebhookDeliveryNotFound({ id });
  const tries = await WebhookTryModel.find({ notifyId: id }).sort({ tryNumber: 1 }).lean<DeliveryTryDoc[]>();
  return { task, tries };
}

/** Sends one again at once, to the endpoint's address of now. Throws WebhookDeliveryNotFound, WebhookNotFound, WebhookIsOff. */
export async function replayEvent(id: number): Promise<true> {
  await inTransaction(async () => {
    const task = await WebhookDeliveryModel.findById(id).lean<WebhookDeliveryDoc>();
    if (!task) throw webhookErrors.WebhookDeliveryNotFound({ id });
    const { url, enabled } = await getEndpoint(task.endpointId);
    if (!enabled && task.event !== TEST_EVENT) throw webhookErrors.WebhookIsOff();
    await replayDelivery(events, task, url);
    await recordOperation({
      module: "infra",
      action: "webhook-delivery.replay",
      bizId: id,
      before: { status: task.status },
      after: { status: NotifyStatus.waiting },
    });
  });
  return true;
}

/** Sends all of an endpoint and a filter again, at most 2,000 a call. Throws WebhookNotFound, WebhookIsOff. */
export async function replayEvents(
  search: DeliverySearch & { endpointId: number; status: NotifyStatus },
): Promise<{ replayed: number; left: number }> {
  const { enabled } = await getEndpoint(search.endpointId);
  if (!enabled) throw webhookErrors.WebhookIsOff();
  return replayDeliveries(events, filterOf(search), (ids) =>
    recordOperation({
      module: "infra",
      action: "webhook-delivery.replayAll",
      bizId: `${ids[0]}-${ids.at(-1)}`,
      before: search,
      after: { status: NotifyStatus.waiting, ids },
    }),
  );
}
