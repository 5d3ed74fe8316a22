import type { QueryFilter } from "mongoose";
import { findCarrier, type ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import type { OrderDoc, SentParcel } from "../order/order.model.js";
import { isComingBack, ParcelModel, SHIPPED_LATE_MS, type ParcelDoc } from "./parcel.model.js";

type Sent = Pick<OrderDoc, "parcels" | "parcelId" | "logisticsId" | "logisticsNo" | "deliveryAt">;

/** An order is sent in at most so many parcels. */
export const MOST_PARCELS = 50;

/** What was sent of an order, oldest first. Of one that was sent at once it is one parcel, which names no items: all. */
export function parcelsOf({ parcels, parcelId, logisticsId, logisticsNo, deliveryAt }: Sent): SentParcel[] {
  if (parcels) return parcels;
  if (!deliveryAt) return [];
  return [{ parcelId, logisticsId: logisticsId ?? 0, logisticsNo: logisticsNo ?? "", deliveryAt, items: [] }];
}

/** The orders with something in one of these parcels. */
export const inParcels = (parcelIds: readonly number[]): QueryFilter<OrderDoc> => ({
  $or: [{ parcelId: { $in: [...parcelIds] } }, { "parcels.parcelId": { $in: [...parcelIds] } }],
});

/** When the last of these was signed for; null: one is not, or its number was used again before it was sent with it. */
export async function allSignedAt(parcels: readonly SentParcel[]): Promise<Date | null> {
  const known = await knownOf(parcels);
  const signed = parcels.flatMap(({ parcelId, deliveryAt }) => {
    if (parcelId === null) return [];
    const signedAt = known.get(parcelId)?.signedAt?.getTime();
    return signedAt !== undefined && deliveryAt.getTime() < signedAt + SHIPPED_LATE_MS ? [signedAt] : [Infinity];
  });
  const last = Math.max(...signed);
  return Number.isFinite(last) ? new Date(last) : null;
}

/** Whether one of these is refused or on its way back. */
export async function isOneComingBack(parcels: readonly SentParcel[]): Promise<boolean> {
  const known = await knownOf(parcels);
  return parcels.some(({ parcelId, deliveryAt }) => {
    const parcel = parcelId === null ? undefined : known.get(parcelId);
    return parcel !== undefined && isComingBack(parcel, deliveryAt);
  });
}

type Known = Pick<ParcelDoc, "_id" | "signedAt" | "returningAt">;

async function knownOf(parcels: readonly SentParcel[]): Promise<Map<number, Known>> {
  const ids = parcels.flatMap(({ parcelId }) => parcelId ?? []);
  const known = await ParcelModel.find({ _id: { $in: ids } }, { signedAt: 1, returningAt: 1 }).lean<Known[]>();
  return new Map(known.map((parcel) => [parcel._id, parcel]));
}

/** The delivery companies of parcels by id, deleted ones too. */
export type Carriers = ReadonlyMap<number, ExpressCompanyDoc>;

export async function carriersOf(orders: readonly Sent[]): Promise<Carriers> {
  const ids = new Set(orders.flatMap(parcelsOf).flatMap(({ logisticsId }) => logisticsId || []));
  const found = await Promise.all([...ids].map(findCarrier));
  return new Map(found.flatMap((company) => (company ? [[company._id, company]] : [])));
}
