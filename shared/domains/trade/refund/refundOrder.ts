import { recordOperation } from "#shared/domains/audit/index.js";
import { payErrors, refundPayOrder } from "#shared/domains/pay/index.js";
import { randomId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { OrderModel, type OrderDoc } from "../order/order.model.js";
import { findOrder } from "../order/order.queries.js";
import { beginOrderRefund } from "./orderRefund.model.js";
import { giveBackWhatCostsNothing } from "./giveBackWhatCostsNothing.js";
import { tradeErrors } from "../trade.errors.js";
import { OrderStatus } from "../order/order.states.js";

/**
 * An operator refunds a paid order, in part or in full; the order is updated when the refund succeeded (applyRefund).
 * `refundFen` 0 refunds at once an order of which only free items are left. Returns the refund's id at pay, 0 without
 * money. Throws OrderNotFound, AfterSalePriceWrong (0, but money is left), AfterSaleOrderClosed (0, and nothing is
 * left); of pay: 1007002005 not paid, 1007006000 more than is left, 1007006002 another one is under way.
 */
export async function refundOrder(
  operatorId: number,
  orderId: number,
  refundFen: number,
  reason: string,
): Promise<number> {
  // Each call is a new refund; a client that may repeat one sends an Idempotency-Key.
  const merchantRefundId = `order-${orderId}-${randomId()}`;
  return inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    if (!order.payStatus) throw payErrors.PayOrderNotRefundable();
    const refundId =
      refundFen === 0
        ? await refundFree(operatorId, order)
        : await refundPaid(operatorId, order, { merchantRefundId, refundFen, reason });
    await recordOperation({
      module: "trade",
      action: "order.refund",
      bizId: orderId,
      before: { refundPrice: order.refundPriceFen },
      after: { refundId, refundPrice: refundFen, reason },
    });
    return refundId;
  });
}

async function refundPaid(
  operatorId: number,
  { _id: orderId, payOrderId }: OrderDoc,
  refund: { merchantRefundId: string; refundFen: number; reason: string },
): Promise<number> {
  if (payOrderId === null) throw payErrors.PayOrderNotRefundable();
  const refundId = await refundPayOrder({ payOrderId, ...refund });
  await beginOrderRefund({
    orderId,
    payRefundId: refundId,
    afterSaleId: null,
    operatorId,
    refundFen: refund.refundFen,
  });
  // This write makes a concurrent shipping conflict.
  await OrderModel.updateOne({ _id: orderId }, { $set: { refundId } });
  return refundId;
}

async function refundFree(operatorId: number, order: OrderDoc): Promise<0> {
  if (order.status === OrderStatus.cancelled) throw tradeErrors.AfterSaleOrderClosed();
  if (order.refundPriceFen < order.payPriceFen) throw tradeErrors.AfterSalePriceWrong();
  await giveBackWhatCostsNothing(order, { operatorId });
  return 0;
}
