import type { Model } from "mongoose";
import { defineModel } from "../mongo/mongo.js";
import { NotifyStatus } from "./delivery.states.js";

/** What every delivery has, to whomever it goes. Each try sends the same body and id. */
export interface DeliveryDoc {
  _id: number;
  url: string;
  /** The url's host, by which slots and pauses are shared. */
  host: string;
  body: string;
  status: NotifyStatus;
  /** Tries so far, in all replays. */
  tries: number;
  /** Tries before the current ladder: 0, more after a replay. */
  ladderFrom: number;
  nextTryAt: Date | null;
  /** Since when it waits for a slot of a full or paused host; null when it does not. */
  inLineSince: Date | null;
  /** Lease of the try under way: after it, its process must have crashed. Null when no try is under way. */
  tryingUntil: Date | null;
  lastTryAt: Date | null;
  /** HTTP status of the last try; null when there was no response. */
  lastStatus: number | null;
  /** It had to wait for a slot of its host. */
  stoodInLine?: boolean;
  createdAt: Date;
  updatedAt: Date;
}
export const deliveryFields = {
  url: { type: String, required: true },
  host: { type: String, default: "" },
  body: { type: String, required: true },
  status: { type: Number, enum: Object.values(NotifyStatus), required: true },
  tries: { type: Number, default: 0 },
  ladderFrom: { type: Number, default: 0 },
  nextTryAt: { type: Date, default: null },
  inLineSince: { type: Date, default: null },
  stoodInLine: Boolean,
  tryingUntil: { type: Date, default: null },
  lastTryAt: { type: Date, default: null },
  lastStatus: { type: Number, default: null },
} as const;

/** One try of one delivery. */
export interface DeliveryTryDoc {
  _id: number;
  notifyId: number;
  tryNumber: number;
  /** HTTP status; null when there was no response. */
  status: number | null;
  ms: number;
  /** The first KiB of the response, or why there was none. */
  body: string;
  createdAt: Date;
}
/** @param keptSeconds after which they are forgotten; without it they are kept */
export const defineTries = (collection: string, keptSeconds?: number): Model<DeliveryTryDoc> =>
  defineModel<DeliveryTryDoc>(
    collection,
    {
      notifyId: { type: Number, required: true },
      tryNumber: { type: Number, required: true },
      status: { type: Number, default: null },
      ms: { type: Number, required: true },
      body: { type: String, default: "" },
    },
    {
      indexes: [
        [{ notifyId: 1, tryNumber: 1 }, { unique: true }],
        ...(keptSeconds === undefined ? [] : [[{ createdAt: 1 }, { expireAfterSeconds: keptSeconds }] as never]),
      ],
    },
  );

/** Flow control per receiver's host: at most four tries in flight, a pause after five failures in a row. */
export interface NotifyHostDoc {
  _id: string;
  /** Failures in a row, without those of tries that were under way when a pause began. */
  failures: number;
  pausedUntil: Date | null;
  /** Tries in flight; those of a crashed process expire. */
  slots: { token: string; until: Date }[];
  /** How long its last try held its slot. */
  lastTryMs?: number;
  /** Tries may be waiting for it (absent: not checked yet). */
  hasLine?: boolean;
}
export const NotifyHostModel = defineModel<NotifyHostDoc>(
  "notifyHosts",
  {
    _id: { type: String, required: true },
    failures: { type: Number, default: 0 },
    pausedUntil: { type: Date, default: null },
    slots: [{ _id: false, token: String, until: Date }],
    lastTryMs: Number,
    hasLine: Boolean,
  },
  { indexes: [[{ pausedUntil: 1 }]] },
);
