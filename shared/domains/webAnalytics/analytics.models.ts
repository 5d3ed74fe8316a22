import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { Visit } from "./visit.js";

/**
 * The events of one telling, together: a row each would cost a store a hundred times the writes. Found by visitor and page
 * through the events inside.
 */
export interface VisitBatchDoc {
  /** The telling's key. */
  _id: string;
  /** Numbers the batches: an event is called by it and its place in the batch. */
  no: number;
  at: Date;
  bot: boolean;
  memberId: number | null;
  events: Visit[];
  /** Visitor and eventId of those that have one: unique over all batches. */
  eventIds?: string[];
}
export const VisitBatchModel = defineModel<VisitBatchDoc>(
  "analyticsBatches",
  {
    _id: { type: String, required: true },
    no: { type: Number, required: true },
    at: { type: Date, required: true },
    bot: { type: Boolean, required: true },
    memberId: { type: Number, default: null },
    events: { type: [{}], required: true },
    eventIds: { type: [String], default: undefined },
  },
  {
    indexes: [
      [{ at: -1, no: -1 }],
      [{ "events.visitorId": 1, at: -1 }],
      [{ "events.pagePath": 1, at: -1 }],
      [{ eventIds: 1 }, { unique: true, sparse: true }],
    ],
  },
);

/** How long a page was looked at in a session, as far as was told. */
interface StayDoc {
  /** Visitor, session and page. */
  _id: string;
  at: Date;
  bot: boolean;
  visitorId: string;
  sessionId: string;
  pagePath: string;
  durationSeconds: number;
}
export const StayModel = defineModel<StayDoc>(
  "analyticsStays",
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    bot: { type: Boolean, required: true },
    visitorId: { type: String, required: true },
    sessionId: { type: String, required: true },
    pagePath: { type: String, required: true },
    durationSeconds: { type: Number, required: true },
  },
  { indexes: [[{ at: -1 }]] },
);

/** A session's way through the pages; the one told last stands. */
interface VisitPathDoc {
  /** Visitor and session. */
  _id: string;
  at: Date;
  bot: boolean;
  visitorId: string;
  sessionId: string;
  memberId: number | null;
  claimedUserId: number | null;
  pathSequence: string[];
  /** The first pages of it as one text: what ways are counted by. */
  way: string;
  entryPage: string;
  exitPage: string;
  totalPages: number;
  totalDurationSeconds: number;
  converted: boolean;
  conversionType: string;
}
export const VisitPathModel = defineModel<VisitPathDoc>(
  "analyticsPaths",
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    bot: { type: Boolean, required: true },
    visitorId: { type: String, required: true },
    sessionId: { type: String, required: true },
    memberId: { type: Number, default: null },
    claimedUserId: { type: Number, default: null },
    pathSequence: { type: [String], default: [] },
    way: { type: String, default: "" },
    entryPage: { type: String, default: "" },
    exitPage: { type: String, default: "" },
    totalPages: { type: Number, default: 0 },
    totalDurationSeconds: { type: Number, default: 0 },
    converted: { type: Boolean, default: false },
    conversionType: { type: String, default: "" },
  },
  { indexes: [[{ at: -1 }]] },
);

/** Something was stored for this hour since it was last counted for good. */
export interface RollUpMarkDoc {
  /** The hour's beginning, epoch ms. */
  _id: number;
  markedAt: Date;
}
export const RollUpMarkModel = defineModel<RollUpMarkDoc>("analyticsMarks", {
  markedAt: { type: Date, required: true },
});

export type RollUpUnit = "hour" | "day";
/** uv: different visitors. */
export interface Tally {
  key: string;
  count: number;
  uv: number;
}
export interface Figures {
  pv: number;
  uv: number;
  sessions: number;
  /** Of type `event`. */
  events: number;
  /** Everything that bots told; in no other figure. */
  bots: number;
  pages: Tally[];
  sources: Tally[];
  devices: Tally[];
  actions: Tally[];
}
/** An hour or a day (Asia/Shanghai), counted. */
export interface RollUpDoc extends Figures {
  /** "hour 1795000000000": unit and beginning. */
  _id: string;
  unit: RollUpUnit;
  startAt: Date;
  /** When the counting began: an older count never replaces a newer one. */
  countedAt: Date;
  /** How long it took; absent from rows of before it was told. */
  countMs?: number;
}
const tallies = [{ _id: false, key: String, count: Number, uv: Number }];
export const RollUpModel = defineModel<RollUpDoc>(
  "analyticsRollUps",
  {
    _id: { type: String, required: true },
    unit: { type: String, required: true },
    startAt: { type: Date, required: true },
    countedAt: { type: Date, required: true },
    countMs: Number,
    pv: Number,
    uv: Number,
    sessions: Number,
    events: Number,
    bots: Number,
    pages: tallies,
    sources: tallies,
    devices: tallies,
    actions: tallies,
  },
  { indexes: [[{ unit: 1, startAt: 1 }]] },
);
