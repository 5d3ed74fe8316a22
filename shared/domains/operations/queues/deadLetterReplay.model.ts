import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { DeadLetterFilter } from "./deadLetter.queries.js";
import { BatchStatus } from "../operations.states.js";

/** A replay of all open dead letters of a filter that existed when it began, oldest first. */
export interface DeadLetterReplayDoc {
  _id: number;
  operatorId: number;
  filter: DeadLetterFilter;
  /** Later letters are not included, so that jobs that fail again meanwhile are left alone. */
  until: Date;
  /** Id of the last letter reached. */
  reached: number;
  replayed: number;
  /** Letters left alone, as this version does not know their job or payload. */
  skipped: number;
  status: BatchStatus;
  createdAt: Date;
  updatedAt: Date;
}

const count = { type: Number, default: 0 };
export const DeadLetterReplayModel = defineModel<DeadLetterReplayDoc>("deadLetterReplays", {
  operatorId: { type: Number, required: true },
  filter: { type: Object, required: true },
  until: { type: Date, required: true },
  reached: count,
  replayed: count,
  skipped: count,
  status: { type: Number, enum: Object.values(BatchStatus), default: BatchStatus.underWay },
});
