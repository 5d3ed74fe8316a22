import { z } from "zod";
import {
  DateRange,
  Long,
  longOf,
  LongId,
  nameText,
  optional,
  pageInput,
  pageOf,
  QueryBoolean,
  text,
  Time,
} from "#api/http/fields.js";
import { TEST_EVENT, webhookEvents } from "#shared/domains/webhook/index.js";
import { NotifyStatus } from "#shared/kernel/webhooks/delivery.states.js";

const Event = z.enum(webhookEvents);
const AnyEvent = z.enum([...webhookEvents, TEST_EVENT]);

const fields = {
  name: nameText(60),
  url: z.string().trim().min(1).max(500),
  /** What it is told of. */
  events: z.array(Event).min(1).max(webhookEvents.length),
  /** stock.low is told at this stock and below; default 10. */
  lowStock: optional(Long.pipe(z.number().min(0).max(1_000_000))),
  enabled: optional(z.boolean()),
};
export const WebhookCreateBody = z.object(fields);
export const WebhookUpdateBody = z.object({ id: LongId, ...fields });

export const WebhookPageQuery = pageInput({
  name: optional(text(60)),
  enabled: optional(QueryBoolean),
  event: optional(Event),
});

export const WebhookView = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(Event),
  lowStock: z.number(),
  enabled: z.boolean(),
  /** Until when the secret before the current one signs as well; null: no more. */
  olderSecretUntil: Time.nullable(),
  /** Since when every delivery has failed; null: the last one came. */
  failingTime: Time.nullable(),
  /** When it was switched off, as it had failed for days; null: it was not. */
  givenUpTime: Time.nullable(),
  createTime: Time,
});
export const WebhookPage = pageOf(WebhookView);
export const WebhookSecret = z.object({ secret: z.string() });

const deliveryFilter = {
  event: optional(AnyEvent),
  createTime: DateRange,
};
export const WebhookDeliveryPageQuery = pageInput({
  ...deliveryFilter,
  endpointId: optional(LongId),
  /** As the receiver has it in webhook-id. */
  eventId: optional(text(64)),
  status: optional(longOf(Object.values(NotifyStatus))),
});
/** Of one endpoint: those that were given up, unless status 10 selects delivered ones. */
export const WebhookReplayAllBody = z.object({
  ...deliveryFilter,
  endpointId: LongId,
  status: optional(longOf([NotifyStatus.delivered, NotifyStatus.abandoned])).transform(
    (status) => status ?? NotifyStatus.abandoned,
  ),
});
export const WebhookReplayed = z.object({ replayed: z.number().int(), left: z.number().int() });

export const WebhookDeliveryView = z.object({
  id: z.number(),
  endpointId: z.number(),
  event: AnyEvent,
  eventId: z.string(),
  url: z.string(),
  status: z.number(),
  tries: z.number(),
  maxTries: z.number(),
  nextTryTime: Time.nullable(),
  lastTryTime: Time.nullable(),
  /** The HTTP status of the last answer; null: there was none. */
  lastStatus: z.number().nullable(),
  createTime: Time,
});
export const WebhookDeliveryPage = pageOf(WebhookDeliveryView);
export const WebhookDeliveryDetail = WebhookDeliveryView.extend({
  body: z.string(),
  logs: z.array(
    z.object({
      tryNumber: z.number(),
      status: z.number().nullable(),
      ms: z.number(),
      /** The first KiB of the answer, or why there was none. */
      body: z.string(),
      createTime: Time,
    }),
  ),
});
