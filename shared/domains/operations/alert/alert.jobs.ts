import { z } from "zod";
import { minutes } from "#shared/kernel/time/clock.js";
import { once } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * By schedule, every 15 s. In a queue that holds none of the watched jobs and whose workers keep its schedule themselves,
 * so that it reports silence elsewhere, cron's included. Running it twice is harmless: an alert moves by one guarded
 * write, and each move is reported once.
 */
export const evaluateRulesJob = defineJob({
  name: "alert.evaluateRules",
  queue: "control",
  v: 1,
  payload: z.object({}),
});

/**
 * Delivers an alert to a webhook. Running it twice is harmless: the receiver knows a repeat by the message id, and an
 * ended delivery is left alone.
 */
export const deliverAlertJob = defineJob({
  name: "alert.deliverAlert",
  queue: "control",
  v: 1,
  payload: z.object({ deliveryId: Id }),
  key: ({ deliveryId }) => String(deliveryId),
  ignoresRepeats: once("a delivery is a row of its own, enqueued by who writes it"),
  about: ({ deliveryId }) => ({ alertDeliveryId: deliveryId }),
  maxRunMs: minutes(1),
});
