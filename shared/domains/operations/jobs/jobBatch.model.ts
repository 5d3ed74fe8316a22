import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { jobActs, type JobAct } from "#shared/kernel/outbox/acts.js";
import type { JobSearch } from "./job.queries.js";
import { BatchStatus } from "../operations.states.js";

/** One act on every job of a search that existed when it began, oldest first. */
export interface JobBatchDoc {
  _id: number;
  operatorId: number;
  act: JobAct;
  reason: string;
  search: JobSearch;
  /** Jobs created later are not included. */
  until: Date;
  /** Id of the last job reached. */
  reached: number;
  acted: number;
  /** Jobs left alone: ended, running, or not open to this act. */
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
