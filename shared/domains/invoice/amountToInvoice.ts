import { findPayOrder } from "#shared/domains/pay/index.js";
import { OrderStatus, RefundStatus } from "#shared/domains/trade/order/order.states.js";
import type { OrderDoc } from "#shared/domains/trade/index.js";
import { invoiceErrors } from "./invoice.errors.js";

/**
 * Fen of an order that can be invoiced: what was paid less what went back. It reads the pay order too, as the order records
 * a refund a moment later. Throws OrderCancelled (nothing is left), OrderNotPaid.
 */
export async function amountToInvoice(order: OrderDoc): Promise<number> {
  if (order.status === OrderStatus.cancelled || order.refundStatus === RefundStatus.inFull)
    throw invoiceErrors.OrderCancelled();
  if (!order.payStatus || order.payOrderId === null || order.payPriceFen === 0) throw invoiceErrors.OrderNotPaid();
  const payment = await findPayOrder(order.payOrderId);
  const refundedFen = Math.max(order.refundPriceFen, (payment?.refundFen ?? 0) + (payment?.walletRefundFen ?? 0));
  if (refundedFen >= order.payPriceFen) throw invoiceErrors.OrderCancelled();
  return order.payPriceFen - refundedFen;
}
