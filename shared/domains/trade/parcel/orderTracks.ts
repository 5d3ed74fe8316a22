import { clock, minutes } from "#shared/kernel/time/clock.js";
import { findCarrier, type ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import type { OrderDoc } from "../order/order.model.js";
import { deliveryErrors } from "../delivery/delivery.errors.js";
import { tradeErrors } from "../trade.errors.js";
import { findParcel, tracksOf, type ParcelDoc } from "./parcel.model.js";
import { parcelsOf } from "./parcelsOfOrder.js";
import { isTrackingSetUp } from "./pushVerifiers.js";

/** Younger tracks are not queried again, as the provider limits calls per number. */
const FRESH_MS = minutes(3);

export interface OrderTracks {
  company: ExpressCompanyDoc | null;
  logisticsNo: string | null;
  /** Newest first. */
  tracks: ParcelDoc["tracks"];
  /** The parcel to query at the provider before these are shown; null: they are fresh, or there is no parcel. */
  askFor: number | null;
}

/**
 * The stored tracks of an order's parcel, of several the one with this id or the latest. Before shipping, and when nothing
 * is sent, there is no company and no track. Throws ParcelNotOfOrder; ExpressCompanyNotFound when the company is missing;
 * NoExpressPlatform without a provider and stored tracks.
 */
export async function orderTracks(order: OrderDoc, which?: number): Promise<OrderTracks> {
  const parcels = parcelsOf(order);
  const sent = which === undefined ? parcels.at(-1) : parcels.find(({ parcelId }) => parcelId === which);
  if (!sent && which !== undefined) throw tradeErrors.ParcelNotOfOrder();
  if (!sent?.logisticsId || !sent.parcelId) return { company: null, logisticsNo: null, tracks: [], askFor: null };
  const { logisticsId, logisticsNo, parcelId } = sent;
  const company = await findCarrier(logisticsId);
  if (!company) throw deliveryErrors.ExpressCompanyNotFound();
  const parcel = await findParcel(parcelId);
  if (!parcel) throw new Error(`parcel ${parcelId} is gone`);
  if (!isTrackingSetUp() && parcel.tracks.length === 0) throw deliveryErrors.NoExpressPlatform();
  const reportedAt = Math.max(+(parcel.askedAt ?? 0), +(parcel.toldAt ?? 0));
  const isFresh = parcel.signedAt !== null || clock.ms() - reportedAt < FRESH_MS;
  return { company, logisticsNo, tracks: tracksOf(parcel), askFor: isFresh ? null : parcelId };
}
