import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { DeadLetterFilter } from "./deadLetter.queries.js";
import { BatchStatus } from "../operations.states.js";

/** Why a replay ended before its last letter: by an operator, or as the first letters had all died again. */
const earlyEnds = ["stopped", "diedAgain"] as const;
type EarlyEnd = (typeof earlyEnds)[number];

/** A replay of all open dead letters of a filter that existed when it began, oldest first. */
export interface DeadLetterReplayDoc {
  _id: number;
  operatorId: number;
  filter: DeadLetterFilter;
  /** Later letters are not included, so that jobs that fail again meanwhile are left alone. */
  until: Date;
  /** How many letters are replayed a minute; absent: as many as it can. */
  perMinute?: number;
  /** With a rate: when the next batch is due. */
  nextAt?: Date;
  /** Of the request that began it, which its jobs carry, and so do the letters of those that die again. */
  requestId?: string;
  /** Open letters of the filter at the start; absent on older rows. */
  found?: number;
  /** Id of the last letter reached. */
  reached: number;
  replayed: number;
  /** Letters left alone, as this version does not know their job or payload. */
  skipped: number;
  /** The first letters that were replayed: when all of them have died again, it ends. */
  first?: number[];
  status: BatchStatus;
  endedEarly?: EarlyEnd;
  stoppedBy?: number;
  createdAt: Date;
  updatedAt: Date;
}

const count = { type: Number, default: 0 };
export const DeadLetterReplayModel = defineModel<DeadLetterReplayDoc>(
  "deadLetterReplays",
  {
    operatorId: { type: Number, required: true },
    filter: { type: Object, required: true },
    until: { type: Date, required: true },
    perMinute: Number,
    nextAt: Date,
    requestId: String,
    found: Number,
    reached: count,
    replayed: count,
    skipped: count,
    first: { type: [Number], default: [] },
    status: { type: Number, enum: Object.values(BatchStatus), default: BatchStatus.underWay },
    endedEarly: { type: String, enum: earlyEnds },
    stoppedBy: Number,
  },
  { indexes: [[{ "filter.cause": 1, _id: -1 }]] },
);
