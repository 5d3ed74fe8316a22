import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { OrderModel } from "./order.model.js";
import { ownOrder } from "./order.queries.js";
import { OrderItemModel } from "./orderItem.model.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { tradeErrors } from "../trade.errors.js";
import { ItemAfterSaleStatus, OrderStatus } from "./order.states.js";

/**
 * Hides a completed or cancelled order from its member; it stays for the books. Throws OrderNotFound, DeleteNotEnded,
 * DeleteAfterSaleOpen.
 */
export async function deleteOrder(memberId: number, orderId: number): Promise<true> {
  await inTransaction(async () => {
    const { status } = await ownOrder(memberId, orderId);
    const { modifiedCount } = await OrderModel.updateOne(
      { _id: orderId, memberId, status: { $in: [OrderStatus.completed, OrderStatus.cancelled] }, deletedAt: null },
      { $set: { deletedAt: clock.now() } },
    );
    if (modifiedCount === 0) throw tradeErrors.DeleteNotEnded();
    // A concurrent application for an after-sale writes the order too, so that the two conflict.
    if (await OrderItemModel.exists({ orderId, afterSaleStatus: ItemAfterSaleStatus.underWay }))
      throw tradeErrors.DeleteAfterSaleOpen();
    await logOrder({
      orderId,
      userId: memberId,
      userType: UserType.member,
      beforeStatus: status,
      afterStatus: status,
      operateType: OrderOperation.deletedByMember,
      what: { kind: "deletedByMember" },
    });
  });
  return true;
}
