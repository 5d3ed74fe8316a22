import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { PayRefundStatus } from "../order/payOrder.states.js";

/** Money on its way back. The channel part goes first, then the wallet (rules: Payment). */
export interface PayRefundDoc {
  _id: number;
  /** The number at the channel, R... */
  no: string;
  merchantRefundId: string;
  payOrderId: number;
  /** The payment that is given back. */
  attemptId: number;
  appId: number;
  merchantOrderId: string;
  refundFen: number;
  walletRefundFen: number;
  /** Of what was asked for: what the wallet paid and cannot go back there, as the member has left. */
  walletLostFen: number;
  reason: string;
  /** "order" counts on the order; "late" gives back money that never counted. */
  kind: "order" | "late";
  status: PayRefundStatus;
  channelRefundNo: string | null;
  failureCode: string | null;
  failureReason: string | null;
  /** First told to the channel; from then on it is asked before it is told again. */
  requestedAt: Date | null;
  /** While under way: not chased before. */
  nextAskAt: Date;
  successAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const PayRefundModel = defineModel<PayRefundDoc>(
  "payRefunds",
  {
    no: { type: String, required: true },
    merchantRefundId: { type: String, required: true },
    payOrderId: { type: Number, required: true },
    attemptId: { type: Number, required: true },
    appId: { type: Number, required: true },
    merchantOrderId: { type: String, required: true },
    refundFen: { type: Number, required: true },
    walletRefundFen: { type: Number, default: 0 },
    walletLostFen: { type: Number, default: 0 },
    reason: { type: String, default: "" },
    kind: { type: String, enum: ["order", "late"], required: true },
    status: { type: Number, enum: Object.values(PayRefundStatus), required: true },
    channelRefundNo: { type: String, default: null },
    failureCode: { type: String, default: null },
    failureReason: { type: String, default: null },
    requestedAt: { type: Date, default: null },
    nextAskAt: { type: Date, required: true },
    successAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ no: 1 }, { unique: true }],
      [{ merchantRefundId: 1 }, { unique: true }],
      [{ status: 1, nextAskAt: 1 }],
      [{ successAt: 1 }],
      [{ payOrderId: 1 }],
      [{ merchantOrderId: 1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
