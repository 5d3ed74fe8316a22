/** Parcels and their tracks, as the tracking platform knows them. Times are epoch ms. */
import { beijingClock } from "../beijingTime.js";
import type { Shelf } from "../journal.js";

export interface Track {
  content: string;
  time: number;
}

interface Subscription {
  callbackUrl: string;
  /** Signs the pushes; "" when the subscriber gave none, and then they carry no signature. */
  salt: string;
  /** Whether tracks are wanted with their status (resultv2). */
  detailed: boolean;
  /** A signed parcel is pushed once more and then no longer watched. */
  ended: boolean;
}

/** A subscription at kdniao, which pushes where its console says and signs with the account's key. */
interface KdniaoSubscription {
  /** The company in kdniao's code. */
  company: string;
  ended: boolean;
}

export interface Parcel {
  no: string;
  /** The company's code; "" until a call of the service names it. */
  company: string;
  delivered: boolean;
  /** As added. */
  tracks: Track[];
  /** At kuaidi100. */
  subscription: Subscription | null;
  /** At kdniao; absent on what older versions wrote. */
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

  /** Changes a parcel, or begins one. */
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

/** Whether anybody is told of what happens to it. */
export const isWatched = ({ subscription, kdniao }: Parcel): boolean =>
  [subscription, kdniao].some((one) => one && !one.ended);

/** Newest first; of the same time the one that was added later comes first. */
export const newestFirst = (parcel: Parcel): Track[] => parcel.tracks.toReversed().toSorted((a, b) => b.time - a.time);

/** What a query answers and a push carries. State 0 is on its way, 3 is signed for. */
export function resultView(parcel: Parcel, company: string, detailed: boolean): Record<string, unknown> {
  return {
    message: "ok",
    state: parcel.delivered ? "3" : "0",
    status: "200",
    condition: parcel.delivered ? "F00" : "00",
    ischeck: parcel.delivered ? "1" : "0",
    com: company,
    nu: parcel.no,
    data: newestFirst(parcel).map((track, place) => ({
      context: track.content,
      time: beijingClock(track.time),
      ftime: beijingClock(track.time),
      ...(detailed && { status: parcel.delivered && place === 0 ? "签收" : "在途" }),
    })),
  };
}
