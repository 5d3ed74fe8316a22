import type { ParcelFound } from "#shared/providers/express/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { announce } from "#shared/kernel/queue/events.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OrderModel, type OrderDoc } from "../order/order.model.js";
import { OrderStatus } from "../order/order.states.js";
import { RECEIVE_AFTER_SIGNED_MS } from "../order/receiveOrder.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { tradeParcelSigned } from "../trade.events.js";
import { receiveSignedOrdersJob } from "../trade.jobs.js";
import { findParcel, isComingBack, ParcelModel } from "./parcel.model.js";
import { inParcels, isOneComingBack, parcelsOf } from "./parcelsOfOrder.js";

/**
 * Adds reported tracks, unique by time and content. A parcel once signed for stays so, and its orders count as received
 * some days later (receiveSignedOrders). Orders of one that is refused or on its way back come back, until newer news
 * says that it is on its way again or signed for.
 */
export async function storeTracks(
  parcelId: number,
  { tracks, isSigned, isReturning }: ParcelFound,
  by: "query" | "push",
): Promise<void> {
  const now = clock.now();
  await ParcelModel.updateOne(
    { _id: parcelId },
    {
      // Oldest first, so that later reported tracks are stored later.
      $addToSet: { tracks: { $each: tracks.toReversed().map(({ at, content }) => ({ at, content })) } },
      $set: by === "query" ? { askedAt: now } : { toldAt: now },
    },
  );
  if (isSigned) await signFor(parcelId, tracks);
  await followReturn(parcelId, isReturning, tracks);
}

/** News that are older than another track of the parcel change nothing: pushes come late and in any order. */
async function followReturn(parcelId: number, isReturning: boolean, tracks: ParcelFound["tracks"]): Promise<void> {
  // Most parcels never go back: these cost no transaction.
  if (!isReturning && !(await ParcelModel.exists({ _id: parcelId, returningAt: { $ne: null } }))) return;
  const now = clock.now();
  await inTransaction(async () => {
    const parcel = await findParcel(parcelId);
    if (!parcel || isReturning === !!parcel.returningAt || latestOf(tracks) < latestOf(parcel.tracks)) return;
    const returningAt = isReturning ? now : null;
    await ParcelModel.updateOne({ _id: parcelId }, { $set: { returningAt } });
    if (isReturning) await markComingBack(parcelId, now);
    else await unmarkComingBack(parcelId);
  });
}

/** Orders of which another parcel comes back still do. */
async function unmarkComingBack(parcelId: number): Promise<void> {
  const orders = await OrderModel.find({ ...inParcels([parcelId]), comingBack: true }).lean<OrderDoc[]>();
  for (const order of orders)
    if (!(await isOneComingBack(parcelsOf(order))))
      await OrderModel.updateOne({ _id: order._id, comingBack: true }, { $set: { comingBack: false } });
}

async function markComingBack(parcelId: number, returningAt: Date): Promise<void> {
  const where = { ...inParcels([parcelId]), status: OrderStatus.shipped, comingBack: { $ne: true } };
  const orders = await OrderModel.find(where).lean<OrderDoc[]>();
  for (const order of orders) {
    const { _id: orderId } = order;
    const sent = parcelsOf(order).filter((parcel) => parcel.parcelId === parcelId);
    if (!sent.some(({ deliveryAt }) => isComingBack({ returningAt }, deliveryAt))) continue;
    const { modifiedCount } = await OrderModel.updateOne({ _id: orderId, ...where }, { $set: { comingBack: true } });
    if (modifiedCount === 0) continue;
    await logOrder({
      orderId,
      userId: 0,
      userType: UserType.none,
      beforeStatus: OrderStatus.shipped,
      afterStatus: OrderStatus.shipped,
      operateType: OrderOperation.comingBack,
      what: { kind: "comingBack" },
    });
  }
}

/** Epoch ms; -Infinity without a track. */
const latestOf = (tracks: ParcelFound["tracks"]): number => Math.max(...tracks.map(({ at }) => at.getTime()));

async function signFor(parcelId: number, tracks: ParcelFound["tracks"]): Promise<void> {
  const now = clock.ms();
  const last = latestOf(tracks);
  // A provider's clock that is ahead of ours must not delay the receipt.
  const signedAt = Number.isFinite(last) ? Math.min(last, now) : now;
  await inTransaction(async () => {
    const { modifiedCount } = await ParcelModel.updateOne(
      { _id: parcelId, signedAt: null },
      { $set: { signedAt: new Date(signedAt), nextPollAt: null } },
    );
    if (modifiedCount === 0) return;
    const delayMs = Math.max(0, signedAt + RECEIVE_AFTER_SIGNED_MS - now);
    await enqueue(receiveSignedOrdersJob, { parcelId }, { delayMs });
    await announce(tradeParcelSigned, { parcelId, at: signedAt });
  });
}
