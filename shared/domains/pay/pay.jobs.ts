import { madeGoodBy, once } from "#shared/kernel/queue/repeats.js";
import { z } from "zod";
import { defineAsk, defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

const Attempt = z.object({ attemptId: Id });
const PayOrder = z.object({ payOrderId: Id });

/**
 * Opens the attempt at its channel. Idempotent: the channel returns the same content for the attempt's number.
 * `contentId` is the content stored at the request: after it expires a submit is a new request.
 */
export const submitAttemptJob = defineAsk<{ stored: true }>()({
  name: "pay.submitAttempt",
  queue: "pay-submit",
  v: 1,
  payload: Attempt.extend({ contentId: z.string().nullable().default(null) }),
  about: ({ attemptId }) => ({ attemptId }),
  maxRunMs: 30_000,
});

/**
 * Closes an order's open attempts at their channels before it is paid from the wallet. Idempotent: channels accept a
 * second close, and a payment found there settles once.
 */
export const clearAttemptsJob = defineAsk<{ cleared: true }>()({
  name: "pay.clearAttempts",
  queue: "pay-submit",
  v: 1,
  payload: PayOrder,
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: 30_000,
});

/** Queries the channels about an order that a client is reading. Idempotent: a payment settles once. */
export const syncOrderJob = defineAsk<{ asked: number }>()({
  name: "pay.syncOrder",
  queue: "pay-ask",
  v: 1,
  payload: PayOrder,
  about: (p) => ({ payOrderId: p.payOrderId }),
});

/** Queries the channels about an order, as an operator asked. Idempotent: a payment settles once. */
export const queryPayOrderJob = defineJob({
  name: "pay.queryPayOrder",
  queue: "pay-sync",
  v: 1,
  payload: PayOrder,
  key: (p) => String(p.payOrderId),
  ignoresRepeats: madeGoodBy("pay.syncAttempts", "an open payment is queried on schedule as well"),
  about: (p) => ({ payOrderId: p.payOrderId }),
});

/** Applies a stored callback. Idempotent: the row is marked handled, and a payment settles once. */
export const handleCallbackJob = defineJob({
  name: "pay.handleCallback",
  queue: "pay-event",
  v: 1,
  payload: z.object({ callbackId: Id }),
  key: (p) => String(p.callbackId),
  ignoresRepeats: once("a callback is stored once, with its job; a copy of it changes nothing"),
  about: ({ callbackId }) => ({ callbackId }),
});

/** Finds attempts whose channel is due for a query. Idempotent: each attempt has one open job. */
export const syncAttemptsJob = defineJob({ name: "pay.syncAttempts", queue: "pay-sync", v: 1, payload: z.object({}) });

/** Queries the channel about one attempt. Idempotent: a payment settles once. Retried once: the schedule repeats it. */
export const syncAttemptJob = defineJob({
  name: "pay.syncAttempt",
  queue: "pay-sync",
  v: 1,
  payload: Attempt,
  key: (p) => String(p.attemptId),
  about: ({ attemptId }) => ({ attemptId }),
  runsAgain: true,
  options: { attempts: 2 },
});

/** Ends an order at its deadline: paid at the channel, or closed there and here. Idempotent: it leaves 0 once. */
export const expirePayOrderJob = defineJob({
  name: "pay.expireOrder",
  queue: "pay-sync",
  v: 1,
  payload: PayOrder,
  key: (p) => String(p.payOrderId),
  ignoresRepeats: madeGoodBy(
    "trade.sweepUnpaidOrders",
    "a deadline that was moved while a run had read it is announced again each minute",
  ),
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: 60_000,
});

/** Finds waiting orders past their deadline. Idempotent: each order has one open job. */
export const sweepExpiredJob = defineJob({ name: "pay.sweepExpired", queue: "pay-sync", v: 1, payload: z.object({}) });

/** Closes an attempt at its channel, or settles its payment there. Idempotent: channels accept a second close. */
export const closeAttemptJob = defineJob({
  name: "pay.closeAttempt",
  queue: "pay-sync",
  v: 1,
  payload: Attempt,
  key: (p) => String(p.attemptId),
  about: ({ attemptId }) => ({ attemptId }),
  runsAgain: true,
});

/** Refunds through the channel. Idempotent: the refund's number is fixed, and a query precedes each new request. */
export const refundAtChannelJob = defineJob({
  name: "pay.refundAtChannel",
  queue: "pay-refund",
  v: 1,
  payload: z.object({ refundId: Id }),
  key: (p) => String(p.refundId),
  ignoresRepeats: madeGoodBy(
    "pay.chaseRefunds",
    "a refund is begun once; as long as its end is not known it is asked for again",
  ),
  about: (p) => ({ refundId: p.refundId }),
});

/**
 * Has the channel pay a refund that waits for the shop to another account. Idempotent: one that goes on there does not
 * wait any more, and the channel takes the same act twice as one. `sealedId`: the sealed account; null: the shop's own.
 */
export const redirectRefundJob = defineJob({
  name: "pay.redirectRefund",
  queue: "pay-refund",
  v: 1,
  payload: z.object({ refundId: Id, sealedId: z.string().nullable() }),
  about: (p) => ({ refundId: p.refundId }),
});

/** Finds refunds without a result. Idempotent: each refund has one open job. */
export const chaseRefundsJob = defineJob({ name: "pay.chaseRefunds", queue: "pay-sync", v: 1, payload: z.object({}) });

/** Opens each merchant's reconciliation of a day and finds those that are due. Idempotent: each has one open job. */
export const reconcileDueJob = defineJob({ name: "pay.reconcileDue", queue: "pay-sync", v: 1, payload: z.object({}) });

/** Compares a provider's statement with our records. Idempotent: each difference is listed once. */
export const reconcileDayJob = defineJob({
  name: "pay.reconcileDay",
  queue: "pay-sync",
  v: 1,
  payload: z.object({ reconciliationId: Id }),
  key: (p) => String(p.reconciliationId),
  about: ({ reconciliationId }) => ({ reconciliationId }),
  // An operator's request during a run causes another run.
  runsAgain: true,
  // Many statements on one day must not delay expiry and refunds.
  lane: "statements",
  maxRunMs: 600_000,
});

/** Fetches the provider's certificates. Idempotent: the same rows are written. */
export const refreshCertificatesJob = defineJob({
  name: "pay.refreshCertificates",
  queue: "pay-sync",
  v: 1,
  payload: z.object({}),
  key: () => "all",
  ignoresRepeats: madeGoodBy(
    "pay.refreshCertificates",
    "it fetches all there are; who called back is asked to retry, and requests them again",
  ),
});

/** Starts the notification of a merchant. Idempotent: a task is unique by type, order and refund. */
export const startNotifyJob = defineJob({
  name: "pay.startNotify",
  queue: "notify",
  v: 1,
  payload: z.object({ payOrderId: Id, refundId: Id.nullable() }),
  key: (p) => `${p.payOrderId}-${p.refundId ?? 0}`,
  ignoresRepeats: once("a refund succeeds once"),
  about: ({ payOrderId, refundId }) => ({ payOrderId, ...(refundId === null ? {} : { refundId }) }),
});

/** One try of one delivery. Idempotent: only the try that follows the task's count is made, with a fixed message id. */
export const deliverNotifyJob = defineJob({
  name: "pay.deliverNotify",
  queue: "notify",
  v: 1,
  payload: z.object({ notifyId: Id, tryNumber: z.number().int().positive() }),
  key: (p) => `${p.notifyId}-${p.tryNumber}`,
  ignoresRepeats: madeGoodBy(
    "pay.reviveNotify",
    "each try has a key of its own and is moved by who has it made now; of many that are sent again, a try that is just " +
      "found over is revived",
  ),
  about: (p) => ({ notifyId: p.notifyId }),
  // First tries come before retries and operators' replays.
  isRoutine: (p) => p.tryNumber > 1,
});

/** Finds deliveries whose next try was lost. Idempotent: each try has one open job. */
export const reviveNotifyJob = defineJob({ name: "pay.reviveNotify", queue: "notify", v: 1, payload: z.object({}) });
