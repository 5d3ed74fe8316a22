import type { ExpressProvider } from "#shared/providers/express/port.js";
import { hours, days } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A parcel handed to a delivery company; it may contain several orders. */
export interface ParcelDoc {
  _id: number;
  /** Our code of the company, as it was at shipping. */
  company: string;
  logisticsNo: string;
  phone: string;
  /** Every track that was ever reported, unchanged; unique by time and content. */
  tracks: { at: Date; content: string }[];
  /** The provider that accepted its subscription or reported tracks; null while none has. */
  provider: ExpressProvider | null;
  /** Since when the provider pushes tracks; null: not subscribed (any more). */
  subscribedAt: Date | null;
  /** Why the provider refused to push; polling continues. */
  subscribeRefusal: string | null;
  /** When the provider last answered a query, and last pushed. */
  askedAt: Date | null;
  toldAt: Date | null;
  /** When the schedule queries it next; null: signed for, or too old. */
  nextPollAt: Date | null;
  signedAt: Date | null;
  /** Since when it is refused, on its way back or back at its sender; absent in older rows. */
  returningAt?: Date | null;
  createdAt: Date;
}

const maybeDate = { type: Date, default: null };

export const ParcelModel = defineModel<ParcelDoc>(
  "tradeParcels",
  {
    company: { type: String, required: true },
    logisticsNo: { type: String, required: true },
    phone: { type: String, default: "" },
    tracks: { type: [{ _id: false, at: Date, content: String }], default: [] },
    provider: { type: String, enum: ["kuaidi100", "kdniao"], default: null },
    subscribedAt: maybeDate,
    subscribeRefusal: { type: String, default: null },
    askedAt: maybeDate,
    toldAt: maybeDate,
    nextPollAt: maybeDate,
    signedAt: maybeDate,
    returningAt: maybeDate,
  },
  { indexes: [[{ company: 1, logisticsNo: 1 }, { unique: true }], [{ logisticsNo: 1 }], [{ nextPollAt: 1, _id: 1 }]] },
);

export async function findParcel(parcelId: number): Promise<ParcelDoc | null> {
  return ParcelModel.findById(parcelId).lean<ParcelDoc>();
}

/** An order shipped this long after its parcel was signed for, or went back, is in another one: a reused number. */
export const SHIPPED_LATE_MS = days(1);

/** Whether an order that was shipped at this time comes back with its parcel. */
export function isComingBack({ returningAt }: Pick<ParcelDoc, "returningAt">, deliveryAt: Date | null): boolean {
  return !!returningAt && !!deliveryAt && deliveryAt.getTime() < returningAt.getTime() + SHIPPED_LATE_MS;
}

/** Newest first; within a second the later reported first. */
export function tracksOf(parcel: Pick<ParcelDoc, "tracks">): ParcelDoc["tracks"] {
  return parcel.tracks.toReversed().toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** [up to this age, interval of polls]: the older a parcel, the rarer it is polled, and never after the last age. */
const pollEvery: readonly (readonly [number, number])[] = [
  [days(1), hours(2)],
  [days(4), hours(4)],
  [days(10), hours(12)],
  [days(30), hours(24)],
];

/** When a parcel is polled next; null when it is too old. */
export function nextPollOf(parcel: Pick<ParcelDoc, "createdAt">, now: Date): Date | null {
  const age = now.getTime() - parcel.createdAt.getTime();
  const every = pollEvery.find(([upTo]) => age < upTo)?.[1];
  return every === undefined ? null : new Date(now.getTime() + every);
}
