import { endedRefunds, findPayOrder, type PayOrderDoc, type PayRefundDoc } from "#shared/domains/pay/index.js";
import { announce } from "#shared/kernel/queue/events.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { afterSaleOf, recordFailedRefund, waitingAfterSaleOf } from "../afterSale/finishAfterSale.js";
import { markOrderPaid } from "../order/markOrderPaid.js";
import type { OrderDoc } from "../order/order.model.js";
import { readSkuIds, withOrderLocks } from "../order/orderLocks.js";
import { findOrder } from "../order/order.queries.js";
import { giveBack } from "./giveBack.js";
import { beginOrderRefund, findOrderRefund, OrderRefundModel, type OrderRefundDoc } from "./orderRefund.model.js";
import { tradeOrderRefunded } from "../trade.events.js";
import { resumeGroupRefund } from "./refundFailedGroup.js";
import { OrderRefundStatus } from "../order/order.states.js";
import { orderIdOf } from "../order/ofPayOrder.js";

/**
 * Records the ended refunds of an order that are not recorded yet, oldest first, each in a transaction of its own. A
 * succeeded one: giveBack, also if it had been reported as failed. A failed one only changes its after-sale. Pay orders of other apps are ignored. Idempotent.
 */
export async function applyRefund(payOrderId: number): Promise<void> {
  // Read before the pay order, whose sums then include these refunds.
  const ended = await endedRefunds(payOrderId);
  const payOrder = await findPayOrder(payOrderId);
  if (!payOrder || payOrder.appId !== PayAppId.mall) return;
  // The refund's event may arrive before the payment's.
  if (ended.some(isArrived)) await markOrderPaid(payOrderId);
  const skuIds = await readSkuIds(orderIdOf(payOrder));
  for (const refund of ended)
    await withOrderLocks(payOrder.memberId, skuIds, () => inTransaction(() => recordRefund(payOrder, refund)));
}

/** A refund that was recorded as failed may still arrive, once. */
const isRecorded = ({ status }: OrderRefundDoc, refund: PayRefundDoc): boolean =>
  status === OrderRefundStatus.succeeded || (status === OrderRefundStatus.failed && !isArrived(refund));

const isArrived = ({ status }: PayRefundDoc): boolean => status === PayRefundStatus.succeeded;

async function recordRefund(payOrder: PayOrderDoc, refund: PayRefundDoc): Promise<void> {
  const known = await findOrderRefund(refund._id);
  if (known && isRecorded(known, refund)) return;
  const order = await findOrder(orderIdOf(payOrder));
  if (!order?.payStatus || order.payOrderId !== payOrder._id) return;
  const refundFen = refund.refundFen + refund.walletRefundFen;
  if (isArrived(refund) && isCounted(order, payOrder, refundFen)) return;
  const isLate = known?.status === OrderRefundStatus.failed;
  const afterSale = await (isLate ? waitingAfterSaleOf : afterSaleOf)(refund.merchantRefundId);
  const begun =
    known ??
    (await beginOrderRefund({
      orderId: order._id,
      payRefundId: refund._id,
      afterSaleId: afterSale?._id ?? null,
      operatorId: null,
      refundFen,
    }));
  if (isArrived(refund)) {
    await giveBack(order, { ...begun, refundFen }, afterSale);
    await announce(tradeOrderRefunded, { orderId: order._id, payOrderId: payOrder._id });
  } else {
    await OrderRefundModel.updateOne(
      { _id: begun._id, status: OrderRefundStatus.underWay },
      { $set: { status: OrderRefundStatus.failed } },
    );
    if (afterSale) await recordFailedRefund(afterSale);
  }
  if (payOrder.refundFen + payOrder.walletRefundFen < order.payPriceFen) await resumeGroupRefund(order);
}

/** Whether the order's sum already includes the refund: it was recorded before refunds had rows. */
const isCounted = ({ refundPriceFen }: OrderDoc, payOrder: PayOrderDoc, refundFen: number): boolean =>
  refundPriceFen + refundFen > payOrder.refundFen + payOrder.walletRefundFen;
