import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { AfterSaleModel } from "../afterSale/afterSale.model.js";
import { findExpressCompany } from "../delivery/expressCompany.model.js";
import { OrderModel, type OrderDoc } from "../order/order.model.js";
import { findOrder } from "../order/order.queries.js";
import type { LoggedParcel } from "../log/logEntry.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { ensureParcel } from "./ensureParcel.js";
import { isComingBack, ParcelModel } from "./parcel.model.js";
import { carriageOf, type Shipment } from "../shipping/shipOrder.js";
import { tradeErrors } from "../trade.errors.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus } from "../order/order.states.js";

/**
 * An operator corrects the delivery company or the number of a shipped order, until its parcel is signed for. The new
 * parcel is subscribed; the old one is deleted with its tracks unless something else uses it. Idempotent. Throws
 * OrderNotFound, ParcelNotShipped, ParcelSignedFor, ExpressCompanyNotFound, ExpressCompanyDisabled, ParcelNumberWrong.
 */
export async function changeParcel(operatorId: number, shipment: Shipment): Promise<true> {
  const { orderId, logisticsId } = shipment;
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    if (order.status !== OrderStatus.shipped || order.deliveryType !== DeliveryType.express)
      throw tradeErrors.ParcelNotShipped();
    const { company, logisticsNo } = await carriageOf(shipment);
    if (order.logisticsId === logisticsId && order.logisticsNo === logisticsNo) return;
    const parcel = await ensureParcel({ company: company.code, logisticsNo, phone: order.receiverMobile });
    const parcelId = parcel._id;
    const { matchedCount } = await OrderModel.updateOne(
      { _id: orderId, status: OrderStatus.shipped, parcelId: order.parcelId },
      { $set: { logisticsId, logisticsNo, parcelId, comingBack: isComingBack(parcel, order.deliveryAt) } },
    );
    if (matchedCount === 0) throw new LostRace(`parcel of order ${orderId}`);
    await detachFromParcel(order, parcelId);
    await logOrder({
      orderId,
      userId: operatorId,
      userType: UserType.operator,
      beforeStatus: OrderStatus.shipped,
      afterStatus: OrderStatus.shipped,
      operateType: OrderOperation.parcelChanged,
      what: { kind: "parcelChanged", company: company.name, logisticsNo, before: await parcelOf(order) },
    });
    await recordOperation({
      module: "trade",
      action: "order.update-delivery",
      bizId: orderId,
      before: { logisticsId: order.logisticsId, logisticsNo: order.logisticsNo },
      after: { logisticsId, logisticsNo },
    });
  });
  return true;
}

/** The guarded write conflicts with a concurrent sign-off, so that one of the two runs again and sees the other. */
async function detachFromParcel({ parcelId, receiverMobile }: OrderDoc, newParcelId: number): Promise<void> {
  if (parcelId === null || parcelId === newParcelId) return;
  const { matchedCount } = await ParcelModel.updateOne(
    { _id: parcelId, signedAt: null },
    { $set: { phone: receiverMobile } },
  );
  if (matchedCount === 0) throw tradeErrors.ParcelSignedFor();
  const isUsed = (await OrderModel.exists({ parcelId })) ?? (await AfterSaleModel.exists({ parcelId }));
  if (!isUsed) await ParcelModel.deleteOne({ _id: parcelId });
}

async function parcelOf({ logisticsId, logisticsNo }: OrderDoc): Promise<LoggedParcel | null> {
  if (!logisticsId) return null;
  const company = await findExpressCompany(logisticsId);
  return { company: company?.name ?? String(logisticsId), logisticsNo: logisticsNo ?? "" };
}
