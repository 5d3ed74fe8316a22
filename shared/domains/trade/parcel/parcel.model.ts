import type { ExpressProvider } from "#shared/providers/express/port.js";
import { hours, days } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** What was handed to a delivery company; several orders may lie in one. */
export interface ParcelDoc {
  _id: number;
  /** The company's code with us, as it was at shipping. */
  company: string;
  logisticsNo: string;
  phone: string;
  /** Every line of its way that was ever told, as told; the same time and content is one. */
  tracks: { at: Date; content: string }[];
  /** The provider that took its subscription or told of it; null while none has. */
  provider: ExpressProvider | null;
  /** The provider pushes what it learns; null: not subscribed (any more). */
  subscribedAt: Date | null;
  /** Why the provider will not push; polling goes on. */
  subscribeRefusal: string | null;
  /** The provider last answered a query, last pushed. */
  askedAt: Date | null;
  toldAt: Date | null;
  /** Not asked by schedule before; null: signed for, or too old. */
  nextPollAt: Date | null;
  signedAt: Date | null;
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
  },
  { indexes: [[{ company: 1, logisticsNo: 1 }, { unique: true }], [{ logisticsNo: 1 }], [{ nextPollAt: 1, _id: 1 }]] },
);

export async function findParcel(parcelId: number): Promise<ParcelDoc | null> {
  return ParcelModel.findById(parcelId).lean<ParcelDoc>();
}

/** Newest first; of the same second, what was told later. */
export function tracksOf(parcel: Pick<ParcelDoc, "tracks">): ParcelDoc["tracks"] {
  return parcel.tracks.toReversed().toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** The older a parcel, the rarer it is asked for: [up to this age, every]. After the last one, never. */
const pollEvery: readonly (readonly [number, number])[] = [
  [days(1), hours(2)],
  [days(4), hours(4)],
  [days(10), hours(12)],
  [days(30), hours(24)],
];

/** When a parcel is asked for next; null when it is too old for that. */
export function nextPollOf(parcel: Pick<ParcelDoc, "createdAt">, now: Date): Date | null {
  const age = now.getTime() - parcel.createdAt.getTime();
  const every = pollEvery.find(([upTo]) => age < upTo)?.[1];
  return every === undefined ? null : new Date(now.getTime() + every);
}
