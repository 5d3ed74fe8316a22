import { z } from "zod";
import { defineAsk, defineJob } from "#shared/kernel/queue/jobs.js";

/** Jobs that do nothing, so that only the queueing is measured. They run under their own queue prefix. */
const payload = z.object({ number: z.number().int() });

export const bestEffortJob = defineJob({
  name: "bench.volatile",
  queue: "maintenance",
  v: 1,
  payload,
  bestEffort: true,
  options: { attempts: 1 },
});
export const durableJob = defineJob({ name: "bench.durable", queue: "maintenance", v: 1, payload });
/** With an order and its member in `about`, as most jobs have. */
export const orderJob = defineJob({
  name: "bench.order",
  queue: "maintenance",
  v: 1,
  payload: z.object({ orderId: z.number().int(), memberId: z.number().int() }),
  about: ({ orderId, memberId }) => ({ orderId, memberId }),
});
export const questionJob = defineAsk<{ number: number }>()({
  name: "bench.question",
  queue: "maintenance",
  v: 1,
  payload,
});
