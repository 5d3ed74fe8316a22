import type { PayAttemptDoc, PayOrderDoc } from "#shared/domains/pay/index.js";
import { queryPayOrderJob } from "#shared/domains/pay/pay.jobs.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { ledBy, say, withParts, wordsOf, type Phrase, type Why } from "./why.js";
import { whyDelivery, type DeliveryFacts } from "./whyDelivery.js";
import { isOnItsWay, troublesOfJobs, type JobFacts } from "./whyJob.js";
import { whyRefund, type RefundFacts } from "./whyRefund.js";

export interface PaymentFacts {
  order: PayOrderDoc;
  /** Oldest first. */
  attempts: readonly PayAttemptDoc[];
  refunds: readonly RefundFacts[];
  deliveries: readonly DeliveryFacts[];
  /** Its own, but those of its notices and refunds. */
  jobs: readonly JobFacts[];
  /** Open ones that no refund stands for. */
  anomalies: number;
}

/** Why a payment is not paid, or what of it is still open. */
export const whyPayment = (facts: PaymentFacts, now: Date): Why =>
  withParts(ofStates[facts.order.status](facts, now), openParts(facts, now));

/** What of a payment is not done: its notices, refunds, jobs and anomalies. */
export function openParts({ order, refunds, deliveries, jobs, anomalies }: PaymentFacts, now: Date): Why[] {
  const all: Why[] = [
    ...deliveries.map((one) => ledBy(say("ofNotice", { id: one.task._id }), whyDelivery(one, now))),
    ...refunds.map((one) => ledBy(say("ofRefund", { no: one.refund.no }), whyRefund(one, now))),
    ...troublesOfJobs(jobs, now),
    ...(anomalies > 0
      ? [
          {
            state: "stands" as const,
            phrases: [say("anomaliesOpen", { count: anomalies })],
            acts: [{ act: "anomaly.view" as const, id: order._id }],
          },
        ]
      : []),
  ];
  return all.filter(({ state }) => state !== "done");
}

type WhyOfState = (facts: PaymentFacts, now: Date) => Why;

const waiting: WhyOfState = ({ order, attempts, jobs }, now) => {
  if (order.expireAt <= now) return { state: "runs", phrases: [say("payExpires", { at: order.expireAt })], acts: [] };
  const phrases = [say("memberPays", { at: order.expireAt }), ...lastAttempt(attempts)];
  if (jobs.some((job) => job.row.job === queryPayOrderJob.name && isOnItsWay(job, now)))
    return { state: "runs", phrases: [...phrases, say("channelIsAsked")], acts: [] };
  const isOpen = attempts.some(({ open }) => open);
  return { state: "waits", phrases, acts: isOpen ? [{ act: "payment.query", id: order._id }] : [] };
};

function lastAttempt(attempts: readonly PayAttemptDoc[]): Phrase[] {
  const last = attempts.at(-1);
  if (!last) return [];
  if (last.failureCode) return [say("attemptRefused", { words: wordsOf(last.failureCode, last.failureReason) })];
  if (!last.open) return [];
  return [
    say("attemptOpen", { channel: last.channelCode, at: last.createdAt }),
    ...(last.nextAskAt ? [say("attemptAsked", { at: last.nextAskAt })] : []),
  ];
}

const paid: WhyOfState = ({ order }) => ({
  state: "done",
  phrases: [
    say("paid", { at: order.successAt, channel: order.channelCode }),
    ...(order.refundFen + order.walletRefundFen > 0
      ? [say("payRefunded", { amount: yuan(order.refundFen + order.walletRefundFen) })]
      : []),
  ],
  acts: [],
});

const ofStates: Record<PayStatus, WhyOfState> = {
  [PayStatus.waiting]: waiting,
  [PayStatus.paid]: paid,
  [PayStatus.refunded]: paid,
  [PayStatus.closed]: () => ({ state: "done", phrases: [say("payClosed")], acts: [] }),
};

const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;
