/** Parcels and their tracks at the tracking provider. Times are epoch ms. */
import { beijingClock } from "../beijingTime.js";
import type { Shelf } from "../journal.js";

export interface Track {
  content: string;
  time: number;
}

/** Where a parcel is that does not go its way. */
export const PARCEL_ENDS = ["refused", "returning", "returned"] as const;
export type ParcelEnd = (typeof PARCEL_ENDS)[number];

interface Subscription {
  callbackUrl: string;
  /** Signs the pushes; "" when the subscriber gave none, so that they have no signature. */
  salt: string;
  /** Whether the subscriber wants tracks with their status (resultv2). */
  detailed: boolean;
  /** A delivered parcel is pushed once more, then its subscription ends. */
  ended: boolean;
}

/** A subscription at kdniao, which pushes to the address in its console and signs with the account's key. */
interface KdniaoSubscription {
  /** The company's code at kdniao. */
  company: string;
  ended: boolean;
}

export interface Parcel {
  no: string;
  /** The company's code; "" until a call of the service gives it. */
  company: string;
  delivered: boolean;
  /** As of its last track; missing on rows of older versions. */
  back?: ParcelEnd | null;
  /** In the order of their addition. */
  tracks: Track[];
  /** At kuaidi100. */
  subscription: Subscription | null;
  /** At kdniao; missing on rows of older versions. */
  kdniao?: KdniaoSubscription | null;
  createdAt: number;
}

export class Parcels {
  readonly #shelf: Shelf<Parcel>;

  constructor(shelf: Shelf<Parcel>) {
    this.#shelf = shelf;
  }

  /** Newest first. */
  list(): Parcel[] {
    return this.#shelf.list();
  }

  find(no: string): Parcel | undefined {
    return this.#shelf.get(no);
  }

  /** Updates or creates a parcel. */
  keep(no: string, at: number, change: Partial<Omit<Parcel, "no" | "createdAt">>): Parcel {
    const known: Parcel = this.find(no) ?? {
      no,
      company: "",
      delivered: false,
      tracks: [],
      subscription: null,
      createdAt: at,
    };
    const parcel: Parcel = { ...known, ...change };
    this.#shelf.put(no, parcel);
    return parcel;
  }
}

/** Whether the parcel has an active subscription. */
export const isWatched = ({ subscription, kdniao }: Parcel): boolean =>
  [subscription, kdniao].some((one) => one && !one.ended);

/** Newest first; at the same time the one added later comes first. */
export const newestFirst = (parcel: Parcel): Track[] => parcel.tracks.toReversed().toSorted((a, b) => b.time - a.time);

/** 14 the receiver refused it, 6 it is on its way back, 4 its sender signed for it. */
const BACK: Record<ParcelEnd, { state: string; status: string }> = {
  refused: { state: "14", status: "拒签" },
  returning: { state: "6", status: "退回" },
  returned: { state: "4", status: "退签" },
};

/** The result in queries and pushes. State 0 is on its way, 3 is delivered. */
export function resultView(parcel: Parcel, company: string, detailed: boolean): Record<string, unknown> {
  const { state, status } = parcel.back
    ? BACK[parcel.back]
    : parcel.delivered
      ? { state: "3", status: "签收" }
      : { state: "0", status: "在途" };
  return {
    message: "ok",
    state,
    status: "200",
    condition: parcel.delivered ? "F00" : "00",
    ischeck: parcel.delivered ? "1" : "0",
    com: company,
    nu: parcel.no,
    data: newestFirst(parcel).map((track, place) => ({
      context: track.content,
      time: beijingClock(track.time),
      ftime: beijingClock(track.time),
      ...(detailed && { status: place === 0 ? status : "在途" }),
    })),
  };
}
