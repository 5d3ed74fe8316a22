import type { BuyerNumbers } from "#shared/domains/trade/index.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** What one member ordered and paid on one day: the distinct buyers of a longer time are counted from these rows. */
interface BuyerDayDoc extends BuyerNumbers {
  /** "2026-01-01 7": day and member. */
  _id: string;
  /** yyyy-MM-dd in Asia/Shanghai. */
  day: string;
  memberId: number;
  countedAt: Date;
}

const number = { type: Number, default: 0 };

export const BuyerDayModel = defineModel<BuyerDayDoc>(
  "buyerDays",
  {
    _id: { type: String, required: true },
    day: { type: String, required: true },
    memberId: { type: Number, required: true },
    orderCreateCount: number,
    orderPayCount: number,
    orderPayPriceFen: number,
    countedAt: { type: Date, required: true },
  },
  { indexes: [[{ day: 1, memberId: 1 }]] },
);
