import { clock } from "#shared/kernel/time/clock.js";
import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { announce } from "#shared/kernel/queue/events.js";
import { hostOf } from "#shared/kernel/webhooks/notifyHost.js";
import { NotifyTaskModel, type NotifyType } from "./notifyTask.model.js";
import { payOrderPaid } from "../pay.events.js";
import { deliverNotifyJob } from "../pay.jobs.js";
import { PayAppModel, type PayAppDoc } from "../channel/payApp.model.js";
import type { PayOrderDoc } from "../order/payOrder.model.js";
import { findPayOrder } from "../order/payOrder.queries.js";
import { PayRefundModel, type PayRefundDoc } from "../refund/payRefund.model.js";
import { NotifyStatus, PayStatus, PayRefundStatus } from "../order/payOrder.states.js";

/**
 * Starts the notification of a refund: the task with its body, and its first try. Idempotent. An app without an address
 * gets none. (refundId is null in jobs of an older version for payments, which announcePaid now does.)
 */
export async function startNotify(payOrderId: number, refundId: number | null): Promise<void> {
  const order = await findPayOrder(payOrderId);
  const refund = refundId === null ? null : await PayRefundModel.findById(refundId).lean<PayRefundDoc>();
  if (!order || (refundId !== null && !refund)) throw new Error(`nothing to report about pay order ${payOrderId}`);
  // Merchants deliver goods on a notification, so it must match the rows.
  if (refund ? refund.payOrderId !== payOrderId || !hasArrived(refund) : !isPaid(order)) return;
  await inTransaction(async () => {
    if (await NotifyTaskModel.exists({ type: typeOf(refund), payOrderId, refundId })) return;
    await beginNotify(order, refund);
  });
}

/** In the transaction that marks the order paid: publishes the event and starts the merchant's notification. */
export async function announcePaid(order: PayOrderDoc): Promise<void> {
  const { _id: payOrderId, appId, merchantOrderId } = order;
  await announce(payOrderPaid, { payOrderId, appId, merchantOrderId });
  await beginNotify(order, null);
}

const typeOf = (refund: PayRefundDoc | null): NotifyType => (refund ? "pay.refund.succeeded" : "pay.order.paid");

/** Creates the task and its first try; the caller knows that none exists and that the payment or refund succeeded. */
async function beginNotify(order: PayOrderDoc, refund: PayRefundDoc | null): Promise<void> {
  const url = refund ? await refundUrl(order) : order.notifyUrl;
  if (!url) return;
  const { _id: payOrderId, appId, merchantOrderId } = order;
  const _id = await nextId("notifyTasks");
  const type = typeOf(refund);
  const body = JSON.stringify({ id: messageId(_id), type, createdAt: clock.ms(), data: messageData(order, refund) });
  await gatherInserts(NotifyTaskModel, [
    {
      _id,
      type,
      appId,
      payOrderId,
      refundId: refund?._id ?? null,
      merchantOrderId,
      url,
      host: hostOf(url),
      body,
      status: NotifyStatus.waiting,
      nextTryAt: clock.now(),
    },
  ]);
  await enqueue(deliverNotifyJob, { notifyId: _id, tryNumber: 1 }, { once: true });
}

const isPaid = ({ status }: PayOrderDoc): boolean => status === PayStatus.paid || status === PayStatus.refunded;
const hasArrived = ({ kind, status }: PayRefundDoc): boolean =>
  kind === "order" && status === PayRefundStatus.succeeded;

/** The id by which the receiver recognizes repeated deliveries; the same at every try. */
export const messageId = (notifyId: number): string => `msg_${notifyId}`;

/** An app without an address for refunds gets them at the address for payments. */
async function refundUrl(order: PayOrderDoc): Promise<string> {
  const app = await PayAppModel.findById(order.appId).lean<PayAppDoc>();
  return app?.refundNotifyUrl || order.notifyUrl;
}

/** Times are epoch ms, money is fen. */
function messageData(order: PayOrderDoc, refund: PayRefundDoc | null): Record<string, unknown> {
  const paid = {
    payOrderId: order._id,
    merchantOrderId: order.merchantOrderId,
    price: order.priceFen,
    walletCombinationPaymentPrice: order.walletPartFen,
    channelCode: order.channelCode,
    no: order.no,
    successTime: order.successAt?.getTime() ?? null,
  };
  if (!refund) return paid;
  return { ...paid, refundId: refund._id, refundPrice: refund.refundFen + refund.walletRefundFen };
}
