import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { DeadLetterFilter } from "./deadLetter.queries.js";
import { BatchStatus } from "../operations.states.js";

/** A replay of all open dead letters of a filter that were there when it began, the oldest first. */
export interface DeadLetterReplayDoc {
  _id: number;
  operatorId: number;
  filter: DeadLetterFilter;
  /** Letters of later are not its own: what fails again meanwhile is left. */
  until: Date;
  /** Up to this number it has come. */
  reached: number;
  replayed: number;
  /** Left as they are: this version does not know their job or payload. */
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
