import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { madeGoodBy, once } from "#shared/kernel/queue/repeats.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { subjectOfEvent, webhookEvents } from "./webhook.codes.js";

/**
 * Writes an event for each endpoint that wants it. `at`: when it happened, epoch ms; `mark` tells it from all others.
 * Idempotent: an endpoint has one delivery of an event.
 */
export const publishEventJob = defineJob({
  name: "webhook.publishEvent",
  queue: "notify",
  v: 1,
  payload: z.object({ event: z.enum(webhookEvents), subjectId: Id, at: z.number().int(), mark: z.string() }),
  key: ({ mark }) => mark,
  ignoresRepeats: once("the transaction that makes it happen announces it, with a mark of its own"),
  about: ({ event, subjectId }) => ({ subjectId, [subjectOfEvent(event)]: subjectId }),
});

/** One try of one delivery. Idempotent: only the try that follows the row's count is made, with a fixed message id. */
export const deliverEventJob = defineJob({
  name: "webhook.deliverEvent",
  queue: "notify",
  v: 1,
  payload: z.object({ webhookDeliveryId: Id, tryNumber: z.number().int().positive() }),
  key: (p) => `${p.webhookDeliveryId}-${p.tryNumber}`,
  ignoresRepeats: madeGoodBy(
    "webhook.reviveDeliveries",
    "each try has a key of its own and is moved by who has it made now; a try that is just found over is revived",
  ),
  about: ({ webhookDeliveryId }) => ({ webhookDeliveryId }),
  // First tries come before retries and operators' replays.
  isRoutine: (p) => p.tryNumber > 1,
});

/** Finds deliveries whose next try was lost. Idempotent: each try has one open job. */
export const reviveDeliveriesJob = defineJob({
  name: "webhook.reviveDeliveries",
  queue: "notify",
  v: 1,
  payload: z.object({}),
});
