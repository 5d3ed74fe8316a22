import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { DayMarker } from "./days.js";

/** How many members joined on one day; it also marks what is counted of the day's products, buyers and channels. */
export interface MemberDayDoc extends DayMarker {
  /** yyyy-MM-dd in Asia/Shanghai. */
  _id: string;
  registerCount: number;
  terminals: { terminal: number; count: number }[];
  /** The latest count of the whole day; no earlier one writes any more. */
  wholeCount?: string | null;
}

export const MemberDayModel = defineModel<MemberDayDoc>("memberDays", {
  _id: { type: String, required: true },
  registerCount: { type: Number, default: 0 },
  terminals: { type: [{ _id: false, terminal: Number, count: Number }], default: [] },
  countedAt: { type: Date, required: true },
  countedUntil: { type: Date, default: null },
  wholeCount: { type: String, default: null },
});
