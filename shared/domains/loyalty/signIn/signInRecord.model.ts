import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** One day that a member signed in on. */
export interface SignInRecordDoc {
  _id: number;
  memberId: number;
  /** yyyy-MM-dd in Asia/Shanghai. */
  date: string;
  /** Its place in the round of configured days, which decides what is given: 1 to the last of them, then 1 again. */
  day: number;
  /** Days without a gap up to this one. */
  streak: number;
  /** What was given. */
  point: number;
  experience: number;
  createdAt: Date;
}

export const SignInRecordModel = defineModel<SignInRecordDoc>(
  "signInRecords",
  {
    memberId: { type: Number, required: true },
    date: { type: String, required: true },
    day: { type: Number, required: true },
    streak: { type: Number, required: true },
    point: { type: Number, default: 0 },
    experience: { type: Number, default: 0 },
  },
  { indexes: [[{ memberId: 1, date: -1 }, { unique: true }], [{ createdAt: -1 }]] },
);
