import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { once } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Credits the recharge of a paid pay order. A member waits for it, and it is short and calls no provider, so it shares
 * the queue of the pay callbacks (pay-event) instead of waiting behind reactions to orders. Idempotent: the recharge
 * becomes paid once, by a guarded write, and each ledger row is unique by its cause.
 */
export const creditRechargeJob = defineJob({
  name: "recharge.creditRecharge",
  queue: "pay-event",
  v: 1,
  payload: z.object({ payOrderId: Id }),
  key: (p) => `credit-${p.payOrderId}`,
  ignoresRepeats: once("a pay order is paid once"),
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: seconds(10),
});

/**
 * Ends the refund of a recharge: captures the frozen sum or releases it. The refund's own row says which; the pay order
 * is only for searches. Idempotent: the refund leaves "under way" once, by a guarded write.
 */
export const finishRechargeRefundJob = defineJob({
  name: "recharge.finishRefund",
  queue: "pay-event",
  v: 2,
  // Version 1 also sent the outcome, which nothing reads any more.
  payload: z.object({ payOrderId: Id, refundId: Id }),
  key: (p) => `refund-${p.refundId}`,
  ignoresRepeats: once("a refund ends once"),
  about: (p) => ({ payOrderId: p.payOrderId, refundId: p.refundId }),
  maxRunMs: seconds(10),
});
