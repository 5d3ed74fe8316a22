import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endOfPhone } from "#shared/kernel/request/phones.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { findOrder } from "./order.queries.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { tradeErrors } from "../trade.errors.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus } from "./order.states.js";

interface NewReceiver {
  receiverName: string;
  receiverMobile: string;
  receiverAreaId: number;
  receiverDetailAddress: string;
}

/** An operator changes the receiver before shipment; the price stays. Throws OrderNotFound, AddressNotToShip. */
export async function changeOrderAddress(operatorId: number, orderId: number, receiver: NewReceiver): Promise<true> {
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    const { matchedCount } = await OrderModel.updateOne(
      { _id: orderId, status: OrderStatus.toShip, deliveryType: DeliveryType.express },
      { $set: { ...receiver, receiverMobileEnd: endOfPhone(receiver.receiverMobile) } },
    );
    if (matchedCount === 0) throw tradeErrors.AddressNotToShip();
    await logOrder({
      orderId,
      userId: operatorId,
      userType: UserType.operator,
      beforeStatus: OrderStatus.toShip,
      afterStatus: OrderStatus.toShip,
      operateType: OrderOperation.addressChanged,
      what: { kind: "addressChanged" },
    });
    await recordOperation({
      module: "trade",
      action: "order.update-address",
      bizId: orderId,
      before: receiverIn(order),
      after: receiver,
    });
  });
  return true;
}

const receiverIn = ({ receiverName, receiverMobile, receiverAreaId, receiverDetailAddress }: OrderDoc) => ({
  receiverName,
  receiverMobile,
  receiverAreaId,
  receiverDetailAddress,
});

/** Changes the merchant's internal remark, in any state. Throws OrderNotFound. */
export async function changeOrderRemark(orderId: number, remark: string): Promise<true> {
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    await OrderModel.updateOne({ _id: orderId }, { $set: { remark } });
    await recordOperation({
      module: "trade",
      action: "order.update-remark",
      bizId: orderId,
      before: { remark: order.remark },
      after: { remark },
    });
  });
  return true;
}
