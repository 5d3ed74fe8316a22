import { groupRecordOfOrder } from "#shared/domains/promotion/activity/index.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { GroupStatus } from "#shared/domains/promotion/activity/activity.states.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { findOrder } from "./order.queries.js";
import { orderOfPickUpCode } from "./pageOrders.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { orderStates, OrderStatus, OrderType } from "./order.states.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { refuseRefunded } from "../shipping/mayShip.js";
import { PickUpStoreModel, type PickUpStoreDoc } from "../delivery/pickUpStore.model.js";
import { tradeErrors } from "../trade.errors.js";

/**
 * An operator verifies that the member picked the goods up: 10 -> 30. Throws OrderNotFound, PickUpNotPickUp,
 * PickUpNotWaiting, ShipRefunded, PickUpGroupInProgress, PickUpNotStaff.
 */
export async function pickUpOrder(operatorId: number, orderId: number): Promise<true> {
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    if (order.deliveryType !== DeliveryType.pickUp) throw tradeErrors.PickUpNotPickUp();
    if (order.status !== OrderStatus.toShip) throw tradeErrors.PickUpNotWaiting();
    await refuseRefunded(order);
    if (order.type === OrderType.group && (await groupRecordOfOrder(orderId))?.status !== GroupStatus.succeeded)
      throw tradeErrors.PickUpGroupInProgress();
    await checkStaff(operatorId, order);
    const moved = await moveState(OrderModel, orderStates, {
      where: { _id: orderId, refundPriceFen: order.refundPriceFen },
      from: OrderStatus.toShip,
      to: OrderStatus.completed,
      set: { receiveAt: clock.now() },
    });
    if (!moved) throw tradeErrors.PickUpNotWaiting();
    await logOrder({
      orderId,
      userId: operatorId,
      userType: UserType.operator,
      beforeStatus: OrderStatus.toShip,
      afterStatus: OrderStatus.completed,
      operateType: OrderOperation.pickedUp,
      what: { kind: "pickedUp" },
    });
    await recordOperation({
      module: "trade",
      action: "order.pick-up",
      bizId: orderId,
      before: { status: OrderStatus.toShip },
      after: { status: OrderStatus.completed },
    });
  });
  return true;
}

/** Only the store's staff may hand goods out, also when the store was deleted since. Virtual goods have no store. */
async function checkStaff(operatorId: number, { pickUpStoreId }: OrderDoc): Promise<void> {
  if (pickUpStoreId === null) return;
  const store = await withDeleted(PickUpStoreModel.findById(pickUpStoreId)).lean<PickUpStoreDoc>();
  if (!store?.staffIds.includes(operatorId)) throw tradeErrors.PickUpNotStaff();
}

/** The same by the code that the member shows. */
export async function pickUpOrderByCode(operatorId: number, pickUpVerifyCode: string): Promise<true> {
  return pickUpOrder(operatorId, (await orderOfPickUpCode(pickUpVerifyCode))._id);
}
