import { clock, minutes } from "#shared/kernel/time/clock.js";
import { findCarrier, type ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import type { OrderDoc } from "../order/order.model.js";
import { tradeErrors } from "../trade.errors.js";
import { findParcel, tracksOf, type ParcelDoc } from "./parcel.model.js";
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
 * An order's stored tracks. Before shipping, and when nothing is sent, there is no company and no track. Throws
 * ExpressCompanyNotFound when the company is missing; NoExpressPlatform without a provider and stored tracks.
 */
export async function orderTracks({ logisticsId, logisticsNo, parcelId }: OrderDoc): Promise<OrderTracks> {
  if (!logisticsId || !parcelId) return { company: null, logisticsNo: null, tracks: [], askFor: null };
  const company = await findCarrier(logisticsId);
  if (!company) throw tradeErrors.ExpressCompanyNotFound();
  const parcel = await findParcel(parcelId);
  if (!parcel) throw new Error(`parcel ${parcelId} is gone`);
  if (!isTrackingSetUp() && parcel.tracks.length === 0) throw tradeErrors.NoExpressPlatform();
  const reportedAt = Math.max(+(parcel.askedAt ?? 0), +(parcel.toldAt ?? 0));
  const isFresh = parcel.signedAt !== null || clock.ms() - reportedAt < FRESH_MS;
  return { company, logisticsNo, tracks: tracksOf(parcel), askFor: isFresh ? null : parcelId };
}
