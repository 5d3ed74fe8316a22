import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Credits the recharge of a paid pay order. It is money that a member waits for, short and without a provider: it stands
 * with the callbacks of the money group (pay-event), not behind reactions to orders. Twice is harmless: the recharge
 * becomes paid once, by a guarded write, and each ledger row is unique by its cause.
 */
export const creditRechargeJob = defineJob({
  name: "recharge.creditRecharge",
  queue: "pay-event",
  v: 1,
  payload: z.object({ payOrderId: Id }),
  key: (p) => `credit-${p.payOrderId}`,
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: seconds(10),
});

/**
 * Writes how the refund of a recharge ended: the frozen sum is taken, or goes back to the balance. The refund's
 * own row says which; the pay order is for the search alone. Twice is harmless: the refund leaves "under way" once, by a
 * guarded write.
 */
export const finishRechargeRefundJob = defineJob({
  name: "recharge.finishRefund",
  queue: "pay-event",
  v: 2,
  // Version 1 also said whether it had succeeded, which nobody reads any more.
  payload: z.object({ payOrderId: Id, refundId: Id }),
  key: (p) => `refund-${p.refundId}`,
  about: (p) => ({ payOrderId: p.payOrderId, refundId: p.refundId }),
  maxRunMs: seconds(10),
});
