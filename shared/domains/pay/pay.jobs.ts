import { z } from "zod";
import { defineAsk, defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

const Attempt = z.object({ attemptId: Id });
const PayOrder = z.object({ payOrderId: Id });

/**
 * Opens the attempt at its channel. Twice: the number at the channel is the attempt's, which gives the same content.
 * `contentId` is what the attempt had stored when it was asked for: once that has run out it is another question.
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
 * Has the channels close an order's open attempts, before it is paid from the wallet. Twice: closing twice is fine at the
 * channel, and a payment found there settles once.
 */
export const clearAttemptsJob = defineAsk<{ cleared: true }>()({
  name: "pay.clearAttempts",
  queue: "pay-submit",
  v: 1,
  payload: PayOrder,
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: 30_000,
});

/** Asks the channels about an order for the client who reads it. Twice: a payment settles once. */
export const syncOrderJob = defineAsk<{ asked: number }>()({
  name: "pay.syncOrder",
  queue: "pay-ask",
  v: 1,
  payload: PayOrder,
  about: (p) => ({ payOrderId: p.payOrderId }),
});

/** Opens a stored callback and does what it says. Twice: the row is marked handled, and a payment settles once. */
export const handleCallbackJob = defineJob({
  name: "pay.handleCallback",
  queue: "pay-event",
  v: 1,
  payload: z.object({ callbackId: Id }),
  key: (p) => String(p.callbackId),
  about: ({ callbackId }) => ({ callbackId }),
});

/** Finds what to ask the channels about. Twice: each attempt has one open job. */
export const syncAttemptsJob = defineJob({ name: "pay.syncAttempts", queue: "pay-sync", v: 1, payload: z.object({}) });

/** Asks the channel about one attempt. Twice: a payment settles once. Not retried: the schedule comes again. */
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

/** An order's time is over: paid at the channel, or closed there and here. Twice: the order leaves 0 once. */
export const expirePayOrderJob = defineJob({
  name: "pay.expireOrder",
  queue: "pay-sync",
  v: 1,
  payload: PayOrder,
  key: (p) => String(p.payOrderId),
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: 60_000,
});

/** Finds waiting orders past their time that nobody expired. Twice: each order has one open job. */
export const sweepExpiredJob = defineJob({ name: "pay.sweepExpired", queue: "pay-sync", v: 1, payload: z.object({}) });

/** Closes an attempt at its channel, or settles what was paid there. Twice: closing twice is fine at the channel. */
export const closeAttemptJob = defineJob({
  name: "pay.closeAttempt",
  queue: "pay-sync",
  v: 1,
  payload: Attempt,
  key: (p) => String(p.attemptId),
  about: ({ attemptId }) => ({ attemptId }),
  runsAgain: true,
});

/** Has the channel give money back. Twice: the refund's number at the channel is fixed, and it is asked before told again. */
export const refundAtChannelJob = defineJob({
  name: "pay.refundAtChannel",
  queue: "pay-refund",
  v: 1,
  payload: z.object({ refundId: Id }),
  key: (p) => String(p.refundId),
  about: (p) => ({ refundId: p.refundId }),
});

/** Finds refunds without a result. Twice: each refund has one open job. */
export const chaseRefundsJob = defineJob({ name: "pay.chaseRefunds", queue: "pay-sync", v: 1, payload: z.object({}) });

/** Opens each merchant's reconciliation of a day and finds those that are due. Twice: each has one open job. */
export const reconcileDueJob = defineJob({ name: "pay.reconcileDue", queue: "pay-sync", v: 1, payload: z.object({}) });

/** Compares a provider's statement with what is kept here. Twice: the same differences, listed once each. */
export const reconcileDayJob = defineJob({
  name: "pay.reconcileDay",
  queue: "pay-sync",
  v: 1,
  payload: z.object({ reconciliationId: Id }),
  key: (p) => String(p.reconciliationId),
  about: ({ reconciliationId }) => ({ reconciliationId }),
  // An operator's "once more" counts also while it is compared.
  runsAgain: true,
  // A day of many statements holds up neither expiry nor refunds.
  lane: "statements",
  maxRunMs: 600_000,
});

/** Fetches the provider's certificates. Twice: the same rows are written. */
export const refreshCertificatesJob = defineJob({
  name: "pay.refreshCertificates",
  queue: "pay-sync",
  v: 1,
  payload: z.object({}),
  key: () => "all",
});

/** Begins to tell the merchant. Twice: a task is unique by type, order and refund. */
export const startNotifyJob = defineJob({
  name: "pay.startNotify",
  queue: "notify",
  v: 1,
  payload: z.object({ payOrderId: Id, refundId: Id.nullable() }),
  key: (p) => `${p.payOrderId}-${p.refundId ?? 0}`,
  about: ({ payOrderId, refundId }) => ({ payOrderId, ...(refundId === null ? {} : { refundId }) }),
});

/** One try of one delivery. Twice: only the try that follows the task's count is made; the message keeps its id. */
export const deliverNotifyJob = defineJob({
  name: "pay.deliverNotify",
  queue: "notify",
  v: 1,
  payload: z.object({ notifyId: Id, tryNumber: z.number().int().positive() }),
  key: (p) => `${p.notifyId}-${p.tryNumber}`,
  about: (p) => ({ notifyId: p.notifyId }),
  // Who was told of nothing yet comes before those whose hosts were away, and before what operators send again.
  isRoutine: (p) => p.tryNumber > 1,
});

/** Finds deliveries whose next try was lost. Twice: each try has one open job. */
export const reviveNotifyJob = defineJob({ name: "pay.reviveNotify", queue: "notify", v: 1, payload: z.object({}) });
