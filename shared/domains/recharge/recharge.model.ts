import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { RechargeRefundStatus } from "./recharge.states.js";

/** A member's payment into the wallet through a channel, sold like an order with appId 8. */
export interface RechargeDoc {
  _id: number;
  memberId: number;
  packageId: number | null;
  payPriceFen: number;
  bonusPriceFen: number;
  /** The credited sum: paid and bonus. */
  totalPriceFen: number;
  payOrderId: number;
  payStatus: boolean;
  payAt: Date | null;
  payChannelCode: string | null;
  payOrderNo: string | null;
  payOrderChannelOrderNo: string | null;
  refundStatus: RechargeRefundStatus;
  /** How many refunds were started; a failed one may be retried, under the next number. */
  refundTries: number;
  /** The id of the latest refund at pay. */
  payRefundId: number | null;
  refundTotalFen: number;
  refundPayFen: number;
  refundBonusFen: number;
  refundAt: Date | null;
  createdAt: Date;
}

export const RechargeModel = defineModel<RechargeDoc>(
  "recharges",
  {
    memberId: { type: Number, required: true },
    packageId: { type: Number, default: null },
    payPriceFen: { type: Number, required: true, min: 1 },
    bonusPriceFen: { type: Number, required: true, min: 0 },
    totalPriceFen: { type: Number, required: true, min: 1 },
    payOrderId: { type: Number, required: true },
    payStatus: { type: Boolean, default: false },
    payAt: { type: Date, default: null },
    payChannelCode: { type: String, default: null },
    payOrderNo: { type: String, default: null },
    payOrderChannelOrderNo: { type: String, default: null },
    refundStatus: { type: Number, enum: Object.values(RechargeRefundStatus), default: RechargeRefundStatus.none },
    refundTries: { type: Number, default: 0 },
    payRefundId: { type: Number, default: null },
    refundTotalFen: { type: Number, default: 0 },
    refundPayFen: { type: Number, default: 0 },
    refundBonusFen: { type: Number, default: 0 },
    refundAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ payOrderId: 1 }, { unique: true }],
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
      [{ payAt: 1 }],
      [{ refundAt: 1 }],
    ],
  },
);
