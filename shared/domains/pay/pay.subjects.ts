import { subject } from "#shared/kernel/queue/subjects.js";
import type { DeliveryTryDoc } from "#shared/kernel/webhooks/delivery.model.js";
import { NotifyTaskModel, notifyTypes, NotifyTryModel, type NotifyTaskDoc } from "./notify/notifyTask.model.js";
import { PayAttemptModel, type PayAttemptDoc } from "./attempt/payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "./order/payOrder.model.js";
import { PayRefundModel, type PayRefundDoc } from "./refund/payRefund.model.js";

/** Finds refunds by our number or the merchant's, for searches over jobs. */
export async function refundsOfNumber(no: string): Promise<{ id: number; no: string }[]> {
  const found = await Promise.all(
    [{ no }, { merchantRefundId: no }].map((which) =>
      PayRefundModel.find(which, { no: 1 }).limit(1).lean<Pick<PayRefundDoc, "_id" | "no">[]>(),
    ),
  );
  return found.flat().map(({ _id: id, no: of }) => ({ id, no: of }));
}

/** The numbers of these pay orders (before the first payment the merchant's), attempts and refunds, by the subject that a job has. */
export async function payNumbers(
  payOrderIds: readonly number[],
  attemptIds: readonly number[],
  refundIds: readonly number[],
): Promise<Map<string, string>> {
  const [orders, attempts, refunds] = await Promise.all([
    payOrderIds.length === 0
      ? []
      : PayOrderModel.find({ _id: { $in: [...payOrderIds] } }, { no: 1, merchantOrderId: 1 }).lean<
          Pick<PayOrderDoc, "_id" | "no" | "merchantOrderId">[]
        >(),
    attemptIds.length === 0
      ? []
      : PayAttemptModel.find({ _id: { $in: [...attemptIds] } }, { no: 1 }).lean<Pick<PayAttemptDoc, "_id" | "no">[]>(),
    refundIds.length === 0
      ? []
      : PayRefundModel.find({ _id: { $in: [...refundIds] } }, { no: 1 }).lean<Pick<PayRefundDoc, "_id" | "no">[]>(),
  ]);
  return new Map([
    ...orders.map(({ _id, no, merchantOrderId }) => [subject("payOrderId", _id), no ?? merchantOrderId] as const),
    ...attempts.map(({ _id, no }) => [subject("attemptId", _id), no] as const),
    ...refunds.map(({ _id, no }) => [subject("refundId", _id), no] as const),
  ]);
}

/** The subjects of these pay orders' jobs: the orders, their attempts, refunds and deliveries. */
export async function subjectsOfPayOrders(payOrderIds: readonly number[]): Promise<string[]> {
  if (payOrderIds.length === 0) return [];
  const payOrderId = { $in: [...payOrderIds] };
  const [attempts, refunds, tasks] = await Promise.all([
    PayAttemptModel.find({ payOrderId }, { _id: 1 }).lean<Pick<PayAttemptDoc, "_id">[]>(),
    PayRefundModel.find({ payOrderId }, { _id: 1 }).lean<Pick<PayRefundDoc, "_id">[]>(),
    tasksOf({ payOrderId }),
  ]);
  return [
    ...payOrderIds.map((id) => subject("payOrderId", id)),
    ...attempts.map(({ _id }) => subject("attemptId", _id)),
    ...refunds.map(({ _id }) => subject("refundId", _id)),
    ...tasks.map((_id) => subject("notifyId", _id)),
  ];
}

/** The subjects of refunds: the refunds and their deliveries. */
export async function subjectsOfRefunds(refundIds: readonly number[]): Promise<string[]> {
  if (refundIds.length === 0) return [];
  const refunds = await PayRefundModel.find({ _id: { $in: [...refundIds] } }, { payOrderId: 1 }).lean<
    Pick<PayRefundDoc, "_id" | "payOrderId">[]
  >();
  const tasks = await tasksOf({
    payOrderId: { $in: refunds.map(({ payOrderId }) => payOrderId) },
    refundId: { $in: [...refundIds] },
  });
  return [...refundIds.map((id) => subject("refundId", id)), ...tasks.map((_id) => subject("notifyId", _id))];
}

async function tasksOf(which: object): Promise<number[]> {
  const tasks = await NotifyTaskModel.find({ type: { $in: [...notifyTypes] }, ...which }, { _id: 1 }).lean<
    Pick<NotifyTaskDoc, "_id">[]
  >();
  return tasks.map(({ _id }) => _id);
}

/** The merchant order ids of these pay orders. */
export async function merchantOrdersOf(payOrderIds: readonly number[]): Promise<string[]> {
  const orders = await PayOrderModel.find({ _id: { $in: [...payOrderIds] } }, { merchantOrderId: 1 }).lean<
    Pick<PayOrderDoc, "_id" | "merchantOrderId">[]
  >();
  return orders.map(({ merchantOrderId }) => merchantOrderId);
}

/** One try to notify a merchant. */
export interface MadeDelivery {
  at: Date;
  /** The notification's type. */
  type: string;
  number: number;
  /** HTTP status; null when there was no response. */
  status: number | null;
  ms: number;
  answer: string;
}

/** The newest `limit` tries to notify merchants about these subjects. */
export async function deliveriesOf(subjects: readonly string[], limit: number): Promise<MadeDelivery[]> {
  const prefix = subject("notifyId", "");
  const ids = subjects.filter((one) => one.startsWith(prefix)).map((one) => Number(one.slice(prefix.length)));
  if (ids.length === 0) return [];
  const tasks = await NotifyTaskModel.find({ _id: { $in: ids } }, { type: 1 }).lean<
    Pick<NotifyTaskDoc, "_id" | "type">[]
  >();
  const typeOf = new Map(tasks.map(({ _id, type }) => [_id, String(type)]));
  const tries = await NotifyTryModel.find({ notifyId: { $in: ids } })
    .sort({ _id: -1 })
    .limit(limit)
    .lean<DeliveryTryDoc[]>();
  return tries.map(({ notifyId, tryNumber, status, ms, body, createdAt }) => ({
    at: createdAt,
    type: typeOf.get(notifyId) ?? "",
    number: tryNumber,
    status,
    ms,
    answer: body,
  }));
}
