import { recordOperation } from "#shared/domains/audit/index.js";
import { payErrors, refundPayOrder } from "#shared/domains/pay/index.js";
import { yuan } from "#shared/platform/money.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { OrderModel } from "../order.model.js";
import { findOrder } from "../order.queries.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel } from "./afterSale.model.js";
import { byOperator, logAfterSale } from "./afterSaleLog.model.js";
import { findAfterSale } from "./afterSale.queries.js";
import { refundNumberOf } from "./refundNumber.js";

/**
 * An operator gives the money back; pay sees to it until the channel has answered, and the after-sale stays 40 until
 * finishAfterSale is told. AfterSaleNotFound, AfterSaleNotToRefund; of pay: 1007006002 this or another refund of the
 * order is under way, 1007006000 more than is left of the payment.
 */
export async function refundAfterSale(operatorId: number, afterSaleId: number): Promise<true> {
  return inTransaction(async () => {
    const { status, isRefunding, refundTries, refundPriceFen, ...afterSale } = await findAfterSale(afterSaleId);
    if (status !== 40) throw tradeErrors.AfterSaleNotToRefund();
    if (isRefunding) throw payErrors.RefundInProgress();
    const merchantRefundId = refundNumberOf(afterSaleId, refundTries + 1);
    const { modifiedCount } = await AfterSaleModel.updateOne(
      { _id: afterSaleId, status: 40, isRefunding: false, refundTries },
      { $set: { isRefunding: true, merchantRefundId }, $inc: { refundTries: 1 } },
    );
    if (modifiedCount === 0) throw payErrors.RefundInProgress();
    const order = await findOrder(afterSale.orderId);
    if (!order || order.payOrderId === null) throw payErrors.PayOrderNotRefundable();
    const payRefundId = await refundPayOrder({
      payOrderId: order.payOrderId,
      merchantRefundId,
      refundFen: refundPriceFen,
      reason: afterSale.applyReason,
    });
    await AfterSaleModel.updateOne({ _id: afterSaleId }, { $set: { payRefundId } });
    // Shipping and refunding at once meet in the order's row.
    await OrderModel.updateOne({ _id: order._id }, { $set: { refundId: payRefundId } });
    await logAfterSale({
      afterSaleId,
      by: byOperator(operatorId),
      from: 40,
      to: 40,
      operation: "refundBegun",
      content: `Refund of ${yuan(refundPriceFen)} begun`,
    });
    await recordOperation({
      module: "trade",
      action: "after-sale.refund",
      bizId: afterSaleId,
      before: { status: 40, refundTries },
      after: { payRefundId, merchantRefundId, refundPrice: refundPriceFen },
    });
    return true as const;
  });
}
