import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { jobActs, type JobAct } from "#shared/kernel/outbox/acts.js";
import type { JobSearch } from "./job.queries.js";
import { BatchStatus } from "../operations.states.js";

/** One act on every job of a search that was there when it began, the oldest first. */
export interface JobBatchDoc {
  _id: number;
  operatorId: number;
  act: JobAct;
  reason: string;
  search: JobSearch;
  /** Jobs of later are not its own. */
  until: Date;
  /** Up to this number it has come. */
  reached: number;
  acted: number;
  /** Left as they are: ended, running, or not to be acted on in this way. */
  skipped: number;
  status: BatchStatus;
  createdAt: Date;
  updatedAt: Date;
}

const count = { type: Number, default: 0 };
export const JobBatchModel = defineModel<JobBatchDoc>("jobBatches", {
  operatorId: { type: Number, required: true },
  act: { type: String, enum: jobActs, required: true },
  reason: { type: String, required: true },
  search: { type: Object, required: true },
  until: { type: Date, required: true },
  reached: count,
  acted: count,
  skipped: count,
  status: { type: Number, enum: Object.values(BatchStatus), default: BatchStatus.underWay },
});
