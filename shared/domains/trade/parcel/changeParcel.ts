import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { AfterSaleModel } from "../afterSale/afterSale.model.js";
import { findExpressCompany } from "../delivery/expressCompany.model.js";
import { OrderModel, type OrderDoc, type SentParcel } from "../order/order.model.js";
import { findOrder } from "../order/order.queries.js";
import type { LoggedParcel } from "../log/logEntry.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { ensureParcel } from "./ensureParcel.js";
import { ParcelModel } from "./parcel.model.js";
import { inParcels, isOneComingBack, parcelsOf } from "./parcelsOfOrder.js";
import { carriageOf, type Shipment } from "../shipping/shipOrder.js";
import { tradeErrors } from "../trade.errors.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus } from "../order/order.states.js";

/** `parcelId`: which of several is changed; undefined: the latest. */
interface ParcelChange extends Shipment {
  parcelId?: number | undefined;
}

/**
 * An operator corrects the delivery company or the number of what was sent of an order, until its parcel is signed for.
 * The new parcel is subscribed; the old one is deleted with its tracks unless something else uses it. Idempotent. Throws
 * OrderNotFound, ParcelNotShipped, ParcelNotOfOrder, ParcelInOrder, ParcelSignedFor, ExpressCompanyNotFound,
 * ExpressCompanyDisabled, ParcelNumberWrong.
 */
export async function changeParcel(operatorId: number, change: ParcelChange): Promise<true> {
  const { orderId, logisticsId } = change;
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    const { status } = order;
    const isSent = status === OrderStatus.shipped || (status === OrderStatus.toShip && order.parcels !== undefined);
    if (!isSent || order.deliveryType !== DeliveryType.express) throw tradeErrors.ParcelNotShipped();
    const parcels = parcelsOf(order);
    const before =
      change.parcelId === undefined ? parcels.at(-1) : parcels.find((one) => one.parcelId === change.parcelId);
    if (!before) throw tradeErrors.ParcelNotOfOrder();
    const { company, logisticsNo } = await carriageOf(change);
    if (before.logisticsId === logisticsId && before.logisticsNo === logisticsNo) return;
    const { _id: parcelId } = await ensureParcel({ company: company.code, logisticsNo, phone: order.receiverMobile });
    if (parcels.some((one) => one !== before && one.parcelId === parcelId)) throw tradeErrors.ParcelInOrder();
    const carried = { logisticsId, logisticsNo, parcelId };
    const changed = parcels.map((one) => (one === before ? { ...one, ...carried } : one));
    const { matchedCount } = await OrderModel.updateOne(
      { _id: orderId, status, parcelId: order.parcelId },
      {
        $set: {
          ...(before === parcels.at(-1) ? carried : {}),
          ...(order.parcels ? { parcels: changed } : {}),
          comingBack: status === OrderStatus.shipped && (await isOneComingBack(changed)),
        },
      },
    );
    if (matchedCount === 0) throw new LostRace(`parcel of order ${orderId}`);
    await detachFromParcel(order, before.parcelId, parcelId);
    await logOrder({
      orderId,
      userId: operatorId,
      userType: UserType.operator,
      beforeStatus: status,
      afterStatus: status,
      operateType: OrderOperation.parcelChanged,
      what: { kind: "parcelChanged", company: company.name, logisticsNo, before: await nameOf(before) },
    });
    await recordOperation({
      module: "trade",
      action: "order.update-delivery",
      bizId: orderId,
      before: { logisticsId: before.logisticsId, logisticsNo: before.logisticsNo },
      after: { logisticsId, logisticsNo },
    });
  });
  return true;
}

/** The guarded write conflicts with a concurrent sign-off, so that one of the two runs again and sees the other. */
async function detachFromParcel(
  { receiverMobile }: OrderDoc,
  parcelId: number | null,
  newParcelId: number,
): Promise<void> {
  if (parcelId === null || parcelId === newParcelId) return;
  const { matchedCount } = await ParcelModel.updateOne(
    { _id: parcelId, signedAt: null },
    { $set: { phone: receiverMobile } },
  );
  if (matchedCount === 0) throw tradeErrors.ParcelSignedFor();
  const isUsed = (await OrderModel.exists(inParcels([parcelId]))) ?? (await AfterSaleModel.exists({ parcelId }));
  if (!isUsed) await ParcelModel.deleteOne({ _id: parcelId });
}

async function nameOf({ logisticsId, logisticsNo }: SentParcel): Promise<LoggedParcel | null> {
  if (!logisticsId) return null;
  const company = await findExpressCompany(logisticsId);
  return { company: company?.name ?? String(logisticsId), logisticsNo };
}
