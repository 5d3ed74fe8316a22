import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** What operators know of a cause of dead letters, kept for the next time that it comes. */
export interface LetterCauseDoc {
  /** The name of the cause, as its letters have it. */
  _id: string;
  /** The kind of job and the message without its values, which are shown when no letter of the cause is left. */
  job: string;
  text: string;
  note: string;
  /** What to do about it, in one line: often an address. */
  runbook: string;
  notedBy: number;
  createdAt: Date;
  updatedAt: Date;
}

export const LetterCauseModel = defineModel<LetterCauseDoc>("letterCauses", {
  _id: { type: String, required: true },
  job: { type: String, required: true },
  text: { type: String, default: "" },
  note: { type: String, default: "" },
  runbook: { type: String, default: "" },
  notedBy: { type: Number, required: true },
});
