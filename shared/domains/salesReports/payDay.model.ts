import type { PayNumbers } from "#shared/domains/pay/index.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** Payments and refunds through one channel on one day. */
export interface PayDayDoc extends PayNumbers {
  /** "2026-01-01 wallet": day and channel. */
  _id: string;
  /** yyyy-MM-dd in Asia/Shanghai. */
  day: string;
  /** "": unknown. */
  channelCode: string;
  countedAt: Date;
}

const number = { type: Number, default: 0 };

export const PayDayModel = defineModel<PayDayDoc>(
  "payDays",
  {
    _id: { type: String, required: true },
    day: { type: String, required: true },
    channelCode: { type: String, default: "" },
    payCount: number,
    payPriceFen: number,
    walletPriceFen: number,
    feeFen: number,
    refundCount: number,
    refundPriceFen: number,
    walletRefundPriceFen: number,
    lateRefundPriceFen: number,
    countedAt: { type: Date, required: true },
  },
  { indexes: [[{ day: 1 }]] },
);
