import { recordOperation } from "#shared/domains/audit/index.js";
import { payErrors, refundPayOrder } from "#shared/domains/pay/index.js";
import { randomId } from "#shared/platform/ids.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { OrderModel } from "./order.model.js";
import { findOrder } from "./order.queries.js";
import { tradeErrors } from "./trade.errors.js";

/**
 * An operator gives money of a paid order back, in part or in full; the order learns of it when the money has arrived
 * (applyRefund). Answers the refund's id. OrderNotFound; of pay: 1007002005 not paid, 1007006000 more than is left,
 * 1007006002 another one is under way.
 */
export async function refundOrder(orderId: number, refundFen: number, reason: string): Promise<number> {
  // Each call is a refund of its own; a client that may send twice gives an Idempotency-Key.
  const merchantRefundId = `order-${orderId}-${randomId()}`;
  return inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    if (!order.payStatus || order.payOrderId === null) throw payErrors.PayOrderNotRefundable();
    const refundId = await refundPayOrder({ payOrderId: order.payOrderId, merchantRefundId, refundFen, reason });
    await OrderModel.updateOne({ _id: orderId }, { $set: { refundId } });
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
