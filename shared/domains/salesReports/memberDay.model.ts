import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** How many members joined on one day. */
export interface MemberDayDoc {
  /** yyyy-MM-dd in Asia/Shanghai. */
  _id: string;
  registerCount: number;
  terminals: { terminal: number; count: number }[];
  countedAt: Date;
}

export const MemberDayModel = defineModel<MemberDayDoc>("memberDays", {
  _id: { type: String, required: true },
  registerCount: { type: Number, default: 0 },
  terminals: { type: [{ _id: false, terminal: Number, count: Number }], default: [] },
  countedAt: { type: Date, required: true },
});
