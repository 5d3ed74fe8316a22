import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A member's sign-in of one day. */
export interface SignInRecordDoc {
  _id: number;
  memberId: number;
  /** yyyy-MM-dd in Asia/Shanghai. */
  date: string;
  /** The configured day that decides the reward: 1 to the last one, then 1 again. */
  day: number;
  /** Consecutive days up to this one. */
  streak: number;
  /** The reward. */
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
  { indexes: [[{ memberId: 1, date: -1 }, { unique: true }], [{ createdAt: -1, _id: -1 }]] },
);
