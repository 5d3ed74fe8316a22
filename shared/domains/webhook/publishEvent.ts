import { recordOperation } from "#shared/domains/audit/index.js";
import { skuNews } from "#shared/domains/catalog/index.js";
import { refundNews } from "#shared/domains/pay/index.js";
import { afterSaleNews, orderNews, parcelNews } from "#shared/domains/trade/index.js";
import { ignoreDuplicate } from "#shared/kernel/mongo/duplicates.js";
import { nextId, randomId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { clock } from "#shared/kernel/time/clock.js";
import { NotifyStatus } from "#shared/kernel/webhooks/delivery.states.js";
import { hostOf } from "#shared/kernel/webhooks/notifyHost.js";
import { endpointsThatWant, getEndpoint } from "./endpoint.queries.js";
import { subjectOfEvent, TEST_EVENT, type WebhookEvent } from "./webhook.codes.js";
import { deliverEventJob } from "./webhook.jobs.js";
import { WebhookDeliveryModel, type WebhookDeliveryDoc } from "./webhookDelivery.model.js";
import type { WebhookEndpointDoc } from "./webhookEndpoint.model.js";

type News = Record<string, unknown>;

/** Ids, numbers, states, money in fen and times; nothing about a person but the ids. As the thing is now. */
const readers: Record<ReturnType<typeof subjectOfEvent>, (id: number) => Promise<News | null>> = {
  orderId: orderNews,
  refundId: refundNews,
  parcelId: parcelNews,
  afterSaleId: afterSaleNews,
  skuId: skuNews,
};

/** Writes the event for each endpoint that wants it, each with its first try. */
export async function publishEvent(happened: {
  event: WebhookEvent;
  subjectId: number;
  at: number;
  mark: string;
}): Promise<void> {
  const { event, subjectId, at, mark } = happened;

  const endpoints = await endpointsThatWant(event);
  if (endpoints.length === 0) return;
  const data = await readers[subjectOfEvent(event)](subjectId);
  if (!data) return;
  const eventId = `evt_${mark}`;
  for (const endpoint of endpoints) {
    if (event === "stock.low" && Number(data["stock"]) > endpoint.lowStock) continue;
    if (await WebhookDeliveryModel.exists({ endpointId: endpoint._id, eventId })) continue;
    await begin(endpoint, { event, eventId, at, data });
  }
}

/** An operator tries an endpoint, also one that is off. Returns the delivery's id. Throws WebhookNotFound. */
export async function testEndpoint(id: number): Promise<number> {
  const endpoint = await getEndpoint(id);
  const eventId = `evt_${randomId()}`;
  return inTransaction(async () => {
    const deliveryId = await begin(endpoint, { event: TEST_EVENT, eventId, at: clock.ms(), data: { endpointId: id } });
    await recordOperation({ module: "infra", action: "webhook.test", bizId: id, after: { deliveryId } });
    return deliveryId;
  });
}

async function begin(
  { _id: endpointId, url }: WebhookEndpointDoc,
  { event, eventId, at, data }: Pick<WebhookDeliveryDoc, "event" | "eventId"> & { at: number; data: News },
): Promise<number> {
  const _id = await nextId("webhookDeliveries");
  // Counted up as deliveries are written: of two events about one thing the later one has the higher number.
  const body = JSON.stringify({ id: eventId, type: event, sequence: _id, createdAt: at, data });
  await inTransaction(async () => {
    const status = NotifyStatus.waiting;
    const row = { _id, endpointId, event, eventId, url, host: hostOf(url), body, status, nextTryAt: clock.now() };
    await WebhookDeliveryModel.create([row]);
    await enqueue(deliverEventJob, { webhookDeliveryId: _id, tryNumber: 1 }, { once: true });
  }).catch(ignoreDuplicate("eventId"));
  return _id;
}
