import { isGroupInProgress } from "#shared/domains/promotion/activity/index.js";
import {
  deliveriesOfPayOrder,
  openAnomaliesOf,
  othersInNeed,
  payOrderInFull,
  readDelivery,
  type NotifyTaskDoc,
  type PayAttemptDoc,
  type PayOrderDoc,
  type PayRefundDoc,
} from "#shared/domains/pay/index.js";
import { redirectRefundJob, refundAtChannelJob } from "#shared/domains/pay/pay.jobs.js";
import { openAfterSaleOf, type OrderDoc, type OrderItemDoc } from "#shared/domains/trade/index.js";
import { OrderType } from "#shared/domains/trade/order/order.states.js";
import type { OutboxRow } from "#shared/kernel/outbox/row.js";
import { subject } from "#shared/kernel/queue/subjects.js";
import { clock } from "#shared/kernel/time/clock.js";
import { jobsAbout, readJobs } from "./readJobs.js";
import type { Why } from "./why.js";
import { whyDelivery, type DeliveryFacts } from "./whyDelivery.js";
import { whyJob, type JobFacts } from "./whyJob.js";
import { whyOrder } from "./whyOrder.js";
import { whyPayment, type PaymentFacts } from "./whyPayment.js";
import { whyRefund, type RefundFacts } from "./whyRefund.js";

export async function whyOfJob(row: OutboxRow): Promise<Why> {
  const [facts] = await readJobs([row]);
  return whyJob(facts!, clock.now());
}

export async function whyOfDelivery(task: NotifyTaskDoc): Promise<Why> {
  return whyDelivery(await deliveryFacts(task), clock.now());
}

export async function whyOfRefund(refund: PayRefundDoc): Promise<Why> {
  return whyRefund(await refundFacts(refund), clock.now());
}

interface PaymentInFull {
  order: PayOrderDoc;
  attempts: PayAttemptDoc[];
  refunds: PayRefundDoc[];
}

/** Of a payment, and of each of its refunds, in their order. */
export async function whyOfPayment(payment: PaymentInFull): Promise<{ why: Why; ofRefunds: Why[] }> {
  const facts = await paymentFacts(payment);
  const now = clock.now();
  return { why: whyPayment(facts, now), ofRefunds: facts.refunds.map((one) => whyRefund(one, now)) };
}

export async function whyOfOrder(order: OrderDoc, items: readonly OrderItemDoc[]): Promise<Why> {
  const [payment, afterSale, gathers, jobs] = await Promise.all([
    order.payOrderId === null ? null : payOrderInFull(order.payOrderId).then(paymentFacts),
    openAfterSaleOf(order._id),
    order.type === OrderType.group && isGroupInProgress(order._id),
    jobsOf([subject("orderId", order._id)]),
  ]);
  const ofPayment = new Set(payment?.jobs.map(({ row }) => row._id));
  const own = jobs.filter(({ row }) => !ofPayment.has(row._id));
  return whyOrder({ order, items, payment, afterSale, gathers, jobs: own }, clock.now());
}

const jobsOf = async (subjects: readonly string[]): Promise<JobFacts[]> => readJobs(await jobsAbout(subjects));

/** A delivery's job is that of its next try, whichever was enqueued last. */
async function deliveryFacts(task: NotifyTaskDoc): Promise<DeliveryFacts> {
  const [facts, rows] = await Promise.all([readDelivery(task), jobsAbout([subject("notifyId", task._id)])]);
  const [job = null] = await readJobs(rows.slice(0, 1));
  return { ...facts, job };
}

async function refundFacts(refund: PayRefundDoc): Promise<RefundFacts> {
  const [rows, others] = await Promise.all([jobsAbout([subject("refundId", refund._id)]), othersInNeed(refund)]);
  // Those that follow its end are the payment's.
  const jobs = await readJobs(
    rows.filter(({ job }) => job === refundAtChannelJob.name || job === redirectRefundJob.name),
  );
  return { refund, jobs, others };
}

async function paymentFacts({ order, attempts, refunds }: PaymentInFull): Promise<PaymentFacts> {
  const about = [subject("payOrderId", order._id), ...attempts.map(({ _id }) => subject("attemptId", _id))];
  const [tasks, ofRefunds, jobs, anomalies] = await Promise.all([
    deliveriesOfPayOrder(order._id),
    Promise.all(refunds.map(refundFacts)),
    jobsOf(about),
    openAnomaliesOf(order._id),
  ]);
  const deliveries = await Promise.all(tasks.map(deliveryFacts));
  return { order, attempts, refunds: ofRefunds, deliveries, jobs, anomalies };
}
