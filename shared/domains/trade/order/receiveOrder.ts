import { checkpoint } from "#shared/kernel/request/context.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { eachDueOrder } from "./dueOrders.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { findOrder, ownOrder } from "./order.queries.js";
import { orderStates, OrderStatus } from "./order.states.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder, type OrderMove } from "../log/orderLog.model.js";
import { AfterSaleModel } from "../afterSale/afterSale.model.js";
import { openAfterSaleStates } from "../afterSale/afterSale.states.js";
import { findParcel } from "../parcel/parcel.model.js";
import { allSignedAt, inParcels, parcelsOf } from "../parcel/parcelsOfOrder.js";
import { tradeErrors } from "../trade.errors.js";
import { receiveShippedOrderJob, receiveSignedOrdersJob } from "../trade.jobs.js";

/** After this an unconfirmed shipped order counts as received (rules: Orders). */
export const RECEIVE_AFTER_MS = days(14);
/**
 * An order whose parcel was signed for counts as received earlier: after the seven days in which goods may be returned
 * without a reason, so that a member whose neighbour signed can still report a missing parcel.
 */
export const RECEIVE_AFTER_SIGNED_MS = days(7);
/** An order of a signed parcel that waits for its after-sale is looked at again after this. */
const LOOK_AGAIN_MS = days(1);

/** The member confirms receipt: 20 -> 30. Throws OrderNotFound, ReceiveNotShipped. */
export async function receiveOrder(memberId: number, orderId: number): Promise<true> {
  await inTransaction(async () => {
    await ownOrder(memberId, orderId);
    if (!(await writeReceived(orderId, memberId))) throw tradeErrors.ReceiveNotShipped();
    await cancelJob(receiveShippedOrderJob, { orderId });
  });
  return true;
}

/**
 * Receives an order whose time is over; no-op for any other. One that comes back, or has an open after-sale, waits: the
 * schedule finds it again.
 */
export async function receiveShippedOrder(orderId: number): Promise<void> {
  const order = await findOrder(orderId);
  if (
    !order ||
    order.status !== OrderStatus.shipped ||
    !order.deliveryAt ||
    order.deliveryAt > clock.after(-RECEIVE_AFTER_MS)
  )
    return;
  await inTransaction(async () => {
    if (!(await hasOpenAfterSale(orderId))) await writeReceived(orderId, null);
  });
}

/** The same for the orders whose time is over. */
export const receiveDueOrders = (): Promise<void> =>
  eachDueOrder(
    {
      where: { status: OrderStatus.shipped, comingBack: { $ne: true } },
      time: "deliveryAt",
      until: clock.after(-RECEIVE_AFTER_MS),
    },
    ({ _id }) => receiveShippedOrder(_id),
  );

/** Receives the orders of a parcel that was signed for long enough ago; no-op for any other. */
export async function receiveSignedOrders(parcelId: number): Promise<void> {
  const parcel = await findParcel(parcelId);
  if (!parcel?.signedAt) return;
  const dueAt = new Date(parcel.signedAt.getTime() + RECEIVE_AFTER_SIGNED_MS);
  // The sign-off was later than first reported, or a host's clock is ahead: schedule the job again.
  if (dueAt > clock.now()) return enqueue(receiveSignedOrdersJob, { parcelId }, { dueAt, replace: true });
  const orders = await OrderModel.find({ ...inParcels([parcelId]), status: OrderStatus.shipped }).lean<OrderDoc[]>();
  const receivable = clock.after(-RECEIVE_AFTER_SIGNED_MS);
  let waits = false;
  for (const order of orders) {
    checkpoint();
    const { _id } = order;
    // What is in several parcels is received with the last: its own job comes back to the order.
    const signedAt = await allSignedAt(parcelsOf(order));
    if (signedAt === null || signedAt > receivable) continue;
    await inTransaction(async () => {
      if (await hasOpenAfterSale(_id)) waits = true;
      else if (await writeReceived(_id, null, { kind: "receivedAsSigned" }))
        await cancelJob(receiveShippedOrderJob, { orderId: _id });
    });
  }
  if (waits) await enqueue(receiveSignedOrdersJob, { parcelId }, { delayMs: LOOK_AGAIN_MS, replace: true });
}

/** Applying for one writes the order too, so that it conflicts with a receipt at the same time. */
async function hasOpenAfterSale(orderId: number): Promise<boolean> {
  return (await AfterSaleModel.exists({ orderId, status: { $in: openAfterSaleStates } })) !== null;
}

/** `memberId` null: by the system. False: the order is not in the state shipped, or comes back and may not be received. */
async function writeReceived(
  orderId: number,
  memberId: number | null,
  what: OrderMove["what"] = { kind: memberId === null ? "receivedOverdue" : "receivedByMember" },
): Promise<boolean> {
  const moved = await moveState(OrderModel, orderStates, {
    where: { _id: orderId, ...(memberId === null ? { comingBack: { $ne: true } } : {}) },
    from: OrderStatus.shipped,
    to: OrderStatus.completed,
    set: { receiveAt: clock.now() },
  });
  if (!moved) return false;
  await logOrder({
    orderId,
    ...(memberId === null ? { userId: 0, userType: UserType.none } : { userId: memberId, userType: UserType.member }),
    beforeStatus: OrderStatus.shipped,
    afterStatus: OrderStatus.completed,
    operateType: memberId === null ? OrderOperation.receivedBySystem : OrderOperation.receivedByMember,
    what,
  });
  return true;
}
