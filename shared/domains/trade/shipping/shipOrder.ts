import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { EnabledStatus, UserType } from "#shared/kernel/kernel.codes.js";
import { findExpressCompany, type ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import { assertMayShip } from "./mayShip.js";
import { OrderModel } from "../order/order.model.js";
import { findOrder } from "../order/order.queries.js";
import { orderStates, OrderStatus } from "../order/order.states.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { ensureParcel } from "../parcel/ensureParcel.js";
import { isComingBack } from "../parcel/parcel.model.js";
import { readParcelNumber } from "../parcel/parcelNumber.js";
import { RECEIVE_AFTER_MS } from "../order/receiveOrder.js";
import { tradeErrors } from "../trade.errors.js";
import { receiveShippedOrderJob } from "../trade.jobs.js";

export interface Shipment {
  orderId: number;
  /** A delivery company; 0: nothing is sent. */
  logisticsId: number;
  /** "" with logisticsId 0; as entered or scanned, the number itself is kept. */
  logisticsNo: string;
}

/**
 * An operator ships a paid order: 10 -> 20, with its parcel, the parcel's subscription and the job of automatic receipt
 * in one transaction. A virtual order is delivered with logisticsId 0 and completed at once, 10 -> 30. Throws
 * OrderNotFound, ShipNotToShip, ShipRefunded, ShipGroupInProgress, ShipNotExpress, ExpressCompanyNotFound,
 * ExpressCompanyDisabled, ParcelNumberWrong.
 */
export async function shipOrder(operatorId: number, shipment: Shipment): Promise<true> {
  const { orderId, logisticsId } = shipment;
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    const isDelivered = order.isVirtual && logisticsId === 0;
    await assertMayShip(order, { isDelivered });
    const { company, logisticsNo } =
      logisticsId === 0 ? { company: null, logisticsNo: "" } : await carriageOf(shipment);
    const now = clock.now();
    const parcel = company
      ? await ensureParcel({ company: company.code, logisticsNo, phone: order.receiverMobile })
      : null;
    const parcelId = parcel?._id ?? null;
    const to = isDelivered ? OrderStatus.completed : OrderStatus.shipped;
    const moved = await moveState(OrderModel, orderStates, {
      where: { _id: orderId, refundPriceFen: order.refundPriceFen },
      from: OrderStatus.toShip,
      to,
      set: {
        logisticsId,
        logisticsNo,
        parcelId,
        deliveryAt: now,
        comingBack: parcel !== null && isComingBack(parcel, now),
        ...(isDelivered ? { receiveAt: now } : {}),
      },
    });
    if (!moved) throw tradeErrors.ShipNotToShip();
    if (!isDelivered) await enqueue(receiveShippedOrderJob, { orderId }, { delayMs: RECEIVE_AFTER_MS });
    await logOrder({
      orderId,
      userId: operatorId,
      userType: UserType.operator,
      beforeStatus: OrderStatus.toShip,
      afterStatus: to,
      operateType: OrderOperation.shipped,
      what: company ? { kind: "shipped", company: company.name, logisticsNo } : { kind: "deliveredWithoutParcel" },
    });
    await recordOperation({
      module: "trade",
      action: "order.delivery",
      bizId: orderId,
      before: { status: OrderStatus.toShip },
      after: { status: to, logisticsId, logisticsNo },
    });
  });
  return true;
}

interface Carriage {
  company: ExpressCompanyDoc;
  /** The number itself. */
  logisticsNo: string;
}

/** The company and the number of a parcel. Throws ExpressCompanyNotFound, ExpressCompanyDisabled, ParcelNumberWrong. */
export async function carriageOf({ logisticsId, logisticsNo }: Omit<Shipment, "orderId">): Promise<Carriage> {
  const company = await findExpressCompany(logisticsId);
  if (!company) throw tradeErrors.ExpressCompanyNotFound();
  if (company.status !== EnabledStatus.enabled) throw tradeErrors.ExpressCompanyDisabled();
  return { company, logisticsNo: readParcelNumber(company, logisticsNo) };
}
