import { clock } from "#shared/kernel/time/clock.js";
import { OrderModel } from "./order.model.js";
import { OrderItemModel } from "./orderItem.model.js";
import { ItemAfterSaleStatus, OrderStatus } from "./order.states.js";

/** A completed order of which nothing waits for a review any more counts as reviewed: what was refunded in full does not wait. */
export async function completeReviewIfDone(orderId: number): Promise<void> {
  if (
    await OrderItemModel.exists({
      orderId,
      commentStatus: false,
      afterSaleStatus: { $ne: ItemAfterSaleStatus.refunded },
    })
  )
    return;
  await OrderModel.updateOne(
    { _id: orderId, status: OrderStatus.completed, commentStatus: false },
    { $set: { commentStatus: true, finishAt: clock.now() } },
  );
}
