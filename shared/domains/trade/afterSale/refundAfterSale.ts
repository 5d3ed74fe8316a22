import { recordOperation } from "#shared/domains/audit/index.js";
import { payErrors, refundIsOpen, refundPayOrder } from "#shared/domains/pay/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { OrderModel, type OrderDoc } from "../order/order.model.js";
import { findOrder } from "../order/order.queries.js";
import { OrderItemModel, type OrderItemDoc } from "../order/orderItem.model.js";
import { giveBackWhatCostsNothing } from "../refund/giveBackWhatCostsNothing.js";
import { beginOrderRefund } from "../refund/orderRefund.model.js";
import { leftOf } from "../refund/refundShares.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale.model.js";
import { byOperator, logAfterSale } from "../log/afterSaleLog.model.js";
import { getAfterSale } from "./afterSale.queries.js";
import { refundNumberOf } from "./refundNumber.js";
import { AfterSaleStatus } from "./afterSale.states.js";

/**
 * An operator starts the refund; pay calls the channel, and the after-sale stays 40 until applyRefund records the
 * outcome. A free item is refunded at once. Throws AfterSaleNotFound, AfterSaleNotToRefund; of pay: 1007006002 (this or
 * another refund of the order is under way), 1007006010 (it waits for the merchant at the channel), 1007006000 (more
 * than is left of the item or the payment).
 */
export async function refundAfterSale(operatorId: number, afterSaleId: number): Promise<true> {
  return inTransaction(async () => {
    const afterSale = await getAfterSale(afterSaleId);
    const { status, isRefunding, refundTries, refundPriceFen, payRefundId } = afterSale;
    if (status !== AfterSaleStatus.refunding) throw tradeErrors.AfterSaleNotToRefund();
    if (isRefunding) throw await refundIsOpen(payRefundId);
    const merchantRefundId = refundNumberOf(afterSaleId, refundTries + 1);
    const { modifiedCount } = await AfterSaleModel.updateOne(
      { _id: afterSaleId, status: AfterSaleStatus.refunding, isRefunding: false, refundTries },
      { $set: { isRefunding: true, merchantRefundId }, $inc: { refundTries: 1 } },
    );
    if (modifiedCount === 0) throw payErrors.RefundInProgress();
    const order = await findOrder(afterSale.orderId);
    if (!order) throw payErrors.PayOrderNotRefundable();
    await logAfterSale({
      afterSaleId,
      by: byOperator(operatorId),
      from: AfterSaleStatus.refunding,
      to: AfterSaleStatus.refunding,
      operation: "refundBegun",
      what: { kind: "refundBegun", refundFen: refundPriceFen },
    });
    const begunRefundId =
      refundPriceFen === 0
        ? await refundFree(operatorId, order, afterSale)
        : await refundPaid(operatorId, order, { ...afterSale, merchantRefundId });
    await recordOperation({
      module: "trade",
      action: "after-sale.refund",
      bizId: afterSaleId,
      before: { status: AfterSaleStatus.refunding, refundTries },
      after: { payRefundId: begunRefundId, merchantRefundId, refundPrice: refundPriceFen },
    });
    return true as const;
  });
}

type Refund = AfterSaleDoc & { merchantRefundId: string };

async function refundPaid(operatorId: number, order: OrderDoc, afterSale: Refund): Promise<number> {
  const { _id: afterSaleId, merchantRefundId, refundPriceFen: refundFen, orderItemId, applyReason } = afterSale;
  const { _id: orderId, payOrderId } = order;
  if (payOrderId === null) throw payErrors.PayOrderNotRefundable();
  const item = await OrderItemModel.findById(orderItemId).lean<OrderItemDoc>();
  if (!item || leftOf(item) < refundFen) throw payErrors.RefundTooLarge();
  const payRefundId = await refundPayOrder({
    payOrderId,
    merchantRefundId,
    refundFen,
    reason: applyReason,
    // After this one had failed.
    insteadOf: afterSale.payRefundId,
  });
  await beginOrderRefund({ orderId, payRefundId, afterSaleId, operatorId, refundFen });
  await AfterSaleModel.updateOne({ _id: afterSaleId }, { $set: { payRefundId } });
  // This write makes a concurrent shipping conflict.
  await OrderModel.updateOne({ _id: orderId }, { $set: { refundId: payRefundId } });
  return payRefundId;
}

async function refundFree(operatorId: number, order: OrderDoc, afterSale: AfterSaleDoc): Promise<null> {
  await giveBackWhatCostsNothing(order, { operatorId, afterSale });
  return null;
}
