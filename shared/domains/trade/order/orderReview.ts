import { clock } from "#shared/kernel/time/clock.js";
import { OrderModel } from "./order.model.js";
import { OrderItemModel } from "./orderItem.model.js";
import { ItemAfterSaleStatus, OrderStatus } from "./order.states.js";

/** Marks a completed order as reviewed when each item is reviewed, fully refunded or returned. */
export async function completeReviewIfDone(orderId: number): Promise<void> {
  if (
    await OrderItemModel.exists({
      orderId,
      commentStatus: false,
      afterSaleStatus: { $ne: ItemAfterSaleStatus.refunded },
      // Goods of an open after-sale may still become their buyer's again.
      $or: [{ goodsBack: { $ne: true } }, { afterSaleStatus: ItemAfterSaleStatus.underWay }],
    })
  )
    return;
  await OrderModel.updateOne(
    { _id: orderId, status: OrderStatus.completed, commentStatus: false },
    { $set: { commentStatus: true, finishAt: clock.now() } },
  );
}
