import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { Visit } from "./visit.js";

/**
 * The events of one submission in one row, as a row each would cost a hundred times the writes. Found by visitor and
 * page through the events inside.
 */
export interface VisitBatchDoc {
  /** The submission's key. */
  _id: string;
  /** Number of the batch: with its position in the batch it identifies an event. */
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
      [{ memberId: 1, at: -1 }],
      [{ eventIds: 1 }, { unique: true, sparse: true }],
    ],
  },
);

/** How long a page was viewed in a session, as far as reported. */
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

/** A session's path through the pages, as last reported. */
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
  /** Its first pages as one text, by which paths are counted. */
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
  { indexes: [[{ at: -1 }], [{ memberId: 1, at: -1 }]] },
);

/** Marks an hour for which something was stored since it was last counted for good. */
export interface RollUpMarkDoc {
  /** Start of the hour, epoch ms. */
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
  /** Number of type `event`. */
  events: number;
  /** Everything reported by bots; not in any other figure. */
  bots: number;
  pages: Tally[];
  sources: Tally[];
  devices: Tally[];
  actions: Tally[];
}
/** The figures of an hour or a day (Asia/Shanghai). */
export interface RollUpDoc extends Figures {
  /** "hour 1795000000000": unit and start. */
  _id: string;
  unit: RollUpUnit;
  startAt: Date;
  /** When counting began: an older count never replaces a newer one. */
  countedAt: Date;
  /** How long counting took; absent in older rows. */
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
