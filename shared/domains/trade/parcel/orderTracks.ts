import { clock, minutes } from "#shared/kernel/time/clock.js";
import { findCarrier, type ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import type { OrderDoc } from "../order/order.model.js";
import { tradeErrors } from "../trade.errors.js";
import { findParcel, tracksOf, type ParcelDoc } from "./parcel.model.js";
import { isTrackingSetUp } from "./pushVerifiers.js";

/** The provider limits calls a number: what it told this short ago is not asked for again. */
const FRESH_MS = minutes(3);

export interface OrderTracks {
  company: ExpressCompanyDoc | null;
  logisticsNo: string | null;
  /** Newest first. */
  tracks: ParcelDoc["tracks"];
  /** The provider should be asked for this parcel before these are shown; null: they are fresh, or there is none. */
  askFor: number | null;
}

/**
 * What is stored of an order's way. Before shipping, and where nothing is sent, there is no company and no track.
 * ExpressCompanyNotFound when the company is gone; NoExpressPlatform where nobody could be asked and nothing is stored.
 */
export async function orderTracks({ logisticsId, logisticsNo, parcelId }: OrderDoc): Promise<OrderTracks> {
  if (!logisticsId || !parcelId) return { company: null, logisticsNo: null, tracks: [], askFor: null };
  const company = await findCarrier(logisticsId);
  if (!company) throw tradeErrors.ExpressCompanyNotFound();
  const parcel = await findParcel(parcelId);
  if (!parcel) throw new Error(`parcel ${parcelId} is gone`);
  if (!isTrackingSetUp() && parcel.tracks.length === 0) throw tradeErrors.NoExpressPlatform();
  const heardAt = Math.max(+(parcel.askedAt ?? 0), +(parcel.toldAt ?? 0));
  const isFresh = parcel.signedAt !== null || clock.ms() - heardAt < FRESH_MS;
  return { company, logisticsNo, tracks: tracksOf(parcel), askFor: isFresh ? null : parcelId };
}
