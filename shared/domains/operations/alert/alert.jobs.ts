import { z } from "zod";
import { minutes } from "#shared/kernel/time/clock.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * By schedule, every 15 s. In a queue where nothing waits that it looks at, and whose workers keep its schedule themselves:
 * what is silent elsewhere, cron included, is told by it. Each move of an alert is one guarded write, so running it twice
 * tells once.
 */
export const evaluateRulesJob = defineJob({
  name: "alert.evaluateRules",
  queue: "control",
  v: 1,
  payload: z.object({}),
});

/** Tells a webhook. The receiver knows a repeat by the message id; a delivery that came to its end is left as it is. */
export const deliverAlertJob = defineJob({
  name: "alert.deliverAlert",
  queue: "control",
  v: 1,
  payload: z.object({ deliveryId: Id }),
  key: ({ deliveryId }) => String(deliveryId),
  about: ({ deliveryId }) => ({ alertDeliveryId: deliveryId }),
  maxRunMs: minutes(1),
});
