import { AfterSaleModel, type AfterSaleDoc } from "../afterSale/afterSale.model.js";
import { cancelOrder } from "./cancelOrder.js";
import { eraseBuyer } from "../checkout/limitUnpaid.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { OrderItemModel } from "./orderItem.model.js";
import { ParcelModel } from "../parcel/parcel.model.js";
import { tradeErrors } from "../trade.errors.js";
import { ItemAfterSaleStatus, OrderStatus } from "./order.states.js";

/** Whether the member has paid or shipped orders, or an open after-sale; null: neither. */
export async function openTradeKind(memberId: number): Promise<"orders" | "afterSale" | null> {
  if (await OrderModel.exists({ memberId, status: { $in: [OrderStatus.toShip, OrderStatus.shipped] } }))
    return "orders";
  return (await OrderItemModel.exists({ memberId, afterSaleStatus: ItemAfterSaleStatus.underWay }))
    ? "afterSale"
    : null;
}

/**
 * Erases personal data from the orders of an account that is closed, in the caller's transaction: unpaid ones are
 * cancelled, and all stay for the books. "orders": one was paid just now, and the caller must abort the transaction.
 */
export async function eraseOrders(memberId: number): Promise<"left" | "orders"> {
  const unpaid = await OrderModel.find({ memberId, status: OrderStatus.unpaid }, { _id: 1 }).lean<
    Pick<OrderDoc, "_id">[]
  >();
  try {
    for (const { _id } of unpaid) await cancelOrder(memberId, _id);
  } catch (error) {
    if (tradeErrors.CancelNotUnpaid.is(error)) return "orders";
    throw error;
  }
  const shipped = await OrderModel.find(
    { memberId, deliveryAt: { $ne: null } },
    { parcelId: 1, "parcels.parcelId": 1 },
  ).lean<Pick<OrderDoc, "_id" | "parcelId" | "parcels">[]>();
  const several = shipped.flatMap(({ parcels = [] }) => parcels);
  const returned = await AfterSaleModel.find({ memberId, parcelId: { $ne: null } }, { parcelId: 1 }).lean<
    Pick<AfterSaleDoc, "_id" | "parcelId">[]
  >();
  const parcelIds = [...shipped, ...several, ...returned].flatMap(({ parcelId }) => parcelId ?? []);
  if (parcelIds.length > 0)
    await ParcelModel.updateMany({ _id: { $in: parcelIds } }, { $set: { phone: "", nextPollAt: null } });
  await AfterSaleModel.updateMany({ memberId }, { $set: { applyDescription: "", applyPicUrls: [] } });
  await OrderModel.updateMany(
    { memberId },
    {
      $set: {
        receiverName: "",
        receiverMobile: "",
        receiverMobileEnd: "",
        receiverDetailAddress: null,
        userIp: "",
        userRemark: "",
      },
    },
  );
  await eraseBuyer(memberId);
  return "left";
}
