import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { GroupStatus } from "#shared/domains/promotion/activity/activity.states.js";
import { groupRecordOfOrder } from "#shared/domains/promotion/activity/index.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel } from "../afterSale/afterSale.model.js";
import { AfterSaleWay, openAfterSaleStates } from "../afterSale/afterSale.states.js";
import type { OrderDoc } from "../order/order.model.js";
import { findOrderItems } from "../order/order.queries.js";
import { ItemAfterSaleStatus, OrderStatus, OrderType, RefundStatus } from "../order/order.states.js";

/**
 * Throws ShipNotToShip, ShipRefunded, ShipGroupInProgress, ShipNotExpress. `isDelivered`: it leaves without a parcel, as
 * virtual goods do.
 */
export async function assertMayShip(order: OrderDoc, { isDelivered }: { isDelivered: boolean }): Promise<void> {
  if (order.status !== OrderStatus.toShip) throw tradeErrors.ShipNotToShip();
  await refuseRefunded(order);
  if (order.type === OrderType.group && (await groupRecordOfOrder(order._id))?.status !== GroupStatus.succeeded)
    throw tradeErrors.ShipGroupInProgress();
  if (order.deliveryType !== DeliveryType.express && !isDelivered) throw tradeErrors.ShipNotExpress();
}

/**
 * Throws ShipRefunded while an after-sale or a refund is open, or when nothing is left to ship; earlier part refunds, and
 * goods that come back of an earlier parcel, do not block the rest. An after-sale or a refund that starts writes the order
 * too, so that the two conflict.
 */
export async function refuseRefunded(order: OrderDoc): Promise<void> {
  // An order of a failed group counts as refunded, even while its refund waits for another one.
  if (order.refundStatus === RefundStatus.inFull || order.cancelType !== null) throw tradeErrors.ShipRefunded();
  const items = await findOrderItems(order._id);
  const isOpen = items.some(({ afterSaleStatus }) => afterSaleStatus === ItemAfterSaleStatus.underWay);
  if (
    (isOpen && (await isAskedUnsent(order._id))) ||
    items.every(({ afterSaleStatus }) => afterSaleStatus === ItemAfterSaleStatus.refunded)
  )
    throw tradeErrors.ShipRefunded();
  const payOrder = order.payOrderId === null ? null : await findPayOrder(order.payOrderId);
  if (!payOrder) return;
  // The order may not have recorded a refund of its pay order yet.
  const isUnrecorded = payOrder.refundFen + payOrder.walletRefundFen > order.refundPriceFen;
  if (payOrder.refundingId !== null || isUnrecorded) throw tradeErrors.ShipRefunded();
}

/** Whether an open after-sale may be about goods that were not sent: it does not return any. */
async function isAskedUnsent(orderId: number): Promise<boolean> {
  const open = { orderId, way: AfterSaleWay.refundOnly, status: { $in: openAfterSaleStates } };
  return (await AfterSaleModel.exists(open)) !== null;
}
