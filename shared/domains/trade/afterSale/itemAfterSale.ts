import { OrderItemModel } from "../order/orderItem.model.js";
import type { AfterSaleDoc } from "./afterSale.model.js";
import { ItemAfterSaleStatus } from "../order/order.states.js";

/** Allows another after-sale for the item, as this one ended without a refund. In the caller's transaction. */
export async function releaseItem({ _id, orderItemId }: AfterSaleDoc): Promise<void> {
  await OrderItemModel.updateOne(
    { _id: orderItemId, afterSaleStatus: ItemAfterSaleStatus.underWay, afterSaleId: _id },
    { $set: { afterSaleStatus: ItemAfterSaleStatus.none, afterSaleId: null } },
  );
}
