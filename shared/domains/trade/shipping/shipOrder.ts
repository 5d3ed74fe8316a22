import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { EnabledStatus, UserType } from "#shared/kernel/kernel.codes.js";
import { findExpressCompany, type ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import { assertMayShip } from "./mayShip.js";
import { countAsSent, countOf, piecesToSend, type PiecesToSend } from "./piecesToSend.js";
import { OrderModel, type OrderDoc, type SentParcel } from "../order/order.model.js";
import { findOrder } from "../order/order.queries.js";
import { orderStates, OrderStatus } from "../order/order.states.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { ensureParcel } from "../parcel/ensureParcel.js";
import { isComingBack } from "../parcel/parcel.model.js";
import { readParcelNumber } from "../parcel/parcelNumber.js";
import { isOneComingBack, MOST_PARCELS, parcelsOf } from "../parcel/parcelsOfOrder.js";
import { RECEIVE_AFTER_MS } from "../order/receiveOrder.js";
import { deliveryErrors } from "../delivery/delivery.errors.js";
import { tradeErrors } from "../trade.errors.js";
import { receiveShippedOrderJob } from "../trade.jobs.js";

export interface Shipment {
  orderId: number;
  /** A delivery company; 0: nothing is sent. */
  logisticsId: number;
  /** "" with logisticsId 0; as entered or scanned, the number itself is kept. */
  logisticsNo: string;
}
interface ShipmentOfPieces extends Shipment {
  /** What is in the parcel; undefined: all that is not sent yet. */
  items?: SentParcel["items"] | undefined;
}

/**
 * An operator ships a paid order: 10 -> 20, with its parcel, the parcel's subscription and the job of automatic receipt
 * in one transaction; with `items` some of its pieces, and it stays 10 until the last are sent. A virtual order is
 * delivered with logisticsId 0 and completed at once, 10 -> 30. Throws OrderNotFound, ShipNotToShip, ShipRefunded,
 * ShipGroupInProgress, ShipNotExpress, ExpressCompanyNotFound, ExpressCompanyDisabled, ParcelNumberWrong,
 * OrderItemNotFound, ShipPiecesWrong, ParcelInOrder, TooManyParcels.
 */
export async function shipOrder(operatorId: number, shipment: ShipmentOfPieces): Promise<true> {
  const { orderId, logisticsId } = shipment;
  return inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    // Virtual goods leave together.
    const isDelivered = order.isVirtual && logisticsId === 0 && !shipment.items;
    await assertMayShip(order, { isDelivered });
    const pieces = isDelivered ? null : await piecesToSend(order, shipment.items);
    const { company, logisticsNo } =
      logisticsId === 0 ? { company: null, logisticsNo: "" } : await carriageOf(shipment);
    const now = clock.now();
    const ensured = company
      ? await ensureParcel({ company: company.code, logisticsNo, phone: order.receiverMobile })
      : null;
    const carried = { logisticsId, logisticsNo, parcelId: ensured?._id ?? null, deliveryAt: now };
    const sent = { ...carried, ...(pieces ? { parcels: withParcel(order, { ...carried, items: pieces.items }) } : {}) };
    if (pieces) await countAsSent(pieces);
    const to = statusAfter(isDelivered, pieces);
    if (to === OrderStatus.toShip) await keepSent(order, sent);
    else {
      const comingBack =
        (ensured !== null && isComingBack(ensured, now)) || (await isOneComingBack(order.parcels ?? []));
      const received = isDelivered ? { receiveAt: now } : {};
      if (!(await moveToSent(order, to, { ...sent, comingBack, ...received }))) throw tradeErrors.ShipNotToShip();
    }
    const by = { company: company?.name ?? "", logisticsNo };
    await logOrder({
      orderId,
      userId: operatorId,
      userType: UserType.operator,
      beforeStatus: OrderStatus.toShip,
      afterStatus: to,
      operateType: to === OrderStatus.toShip ? OrderOperation.shippedInPart : OrderOperation.shipped,
      what: pieces
        ? { kind: "shippedInPart", pieces: countOf(pieces), left: pieces.left, ...by }
        : company
          ? { kind: "shipped", ...by }
          : { kind: "deliveredWithoutParcel" },
    });
    await recordOperation({
      module: "trade",
      action: "order.delivery",
      bizId: orderId,
      before: { status: OrderStatus.toShip },
      after: { status: to, logisticsId, logisticsNo, ...(pieces ? { items: pieces.items } : {}) },
    });
    return true as const;
  });
}

const statusAfter = (isDelivered: boolean, pieces: PiecesToSend | null) => {
  if (isDelivered) return OrderStatus.completed;
  return pieces && pieces.left > 0 ? OrderStatus.toShip : OrderStatus.shipped;
};

/**
 * Ends the shipping of an order of which some parcels are sent, as the rest was refunded: 10 -> 20. In the caller's
 * transaction.
 */
export async function endShipping(order: OrderDoc): Promise<void> {
  const comingBack = await isOneComingBack(parcelsOf(order));
  const sent = { deliveryAt: order.deliveryAt!, comingBack };
  if (!(await moveToSent(order, OrderStatus.shipped, sent))) throw new LostRace(order.no);
  await logOrder({
    orderId: order._id,
    userId: 0,
    userType: UserType.none,
    beforeStatus: OrderStatus.toShip,
    afterStatus: OrderStatus.shipped,
    operateType: OrderOperation.shipped,
    what: { kind: "restRefunded" },
  });
}

type Sent = Partial<OrderDoc> & { deliveryAt: Date };

/** It waits for its other pieces. Two that ship it at once conflict, as do a refund and a shipping. */
async function keepSent({ _id, refundPriceFen, parcelId, deliveryAt }: OrderDoc, sent: Sent): Promise<void> {
  const { matchedCount } = await OrderModel.updateOne(
    { _id, status: OrderStatus.toShip, refundPriceFen, parcelId, deliveryAt },
    { $set: sent },
  );
  if (matchedCount === 0) throw new LostRace(`order ${_id}`);
}

/** All of it is sent: it is received by time. False: it was not in the state toShip any more. */
async function moveToSent(
  { _id: orderId, refundPriceFen }: OrderDoc,
  to: typeof OrderStatus.shipped | typeof OrderStatus.completed,
  sent: Sent,
): Promise<boolean> {
  const moved = await moveState(OrderModel, orderStates, {
    where: { _id: orderId, refundPriceFen },
    from: OrderStatus.toShip,
    to,
    set: sent,
  });
  if (moved && to === OrderStatus.shipped) {
    const dueAt = new Date(sent.deliveryAt.getTime() + RECEIVE_AFTER_MS);
    await enqueue(receiveShippedOrderJob, { orderId }, { dueAt });
  }
  return moved;
}

/** Throws ParcelInOrder, also for a second tap of the same; TooManyParcels. */
function withParcel({ parcels = [] }: OrderDoc, parcel: SentParcel): SentParcel[] {
  if (parcel.parcelId !== null && parcels.some(({ parcelId }) => parcelId === parcel.parcelId))
    throw tradeErrors.ParcelInOrder();
  if (parcels.length >= MOST_PARCELS) throw tradeErrors.TooManyParcels({ most: MOST_PARCELS });
  return [...parcels, parcel];
}

interface Carriage {
  company: ExpressCompanyDoc;
  /** The number itself. */
  logisticsNo: string;
}

/** The company and the number of a parcel. Throws ExpressCompanyNotFound, ExpressCompanyDisabled, ParcelNumberWrong. */
export async function carriageOf({ logisticsId, logisticsNo }: Omit<Shipment, "orderId">): Promise<Carriage> {
  const company = await findExpressCompany(logisticsId);
  if (!company) throw deliveryErrors.ExpressCompanyNotFound();
  if (company.status !== EnabledStatus.enabled) throw deliveryErrors.ExpressCompanyDisabled();
  return { company, logisticsNo: readParcelNumber(company, logisticsNo) };
}
