import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { AnomalyStatus } from "../reconciliation/reconciliation.states.js";

/** Kinds of money that an operator must look at: wrongly received, or not refundable. */
export const anomalyKinds = [
  "unknownOrder",
  "wrongAmount",
  "afterClose",
  "secondPayment",
  "walletShort",
  "refundFailed",
  // Not final: what to do is in the note.
  "refundNeedsMerchant",
  // The provider's later news contradict what was booked.
  "refundContradicted",
  // The payer could not get it, and it went back to the shop's own account.
  "refundToMerchant",
  // Given back by the provider without an order of ours.
  "refundedThere",
  // The money of a recharge went back after its balance was spent.
  "rechargeSpent",
  "walletClosed",
  // Found by comparing with a provider's statement.
  "billPaymentAbsent",
  "billAmountDiffers",
  "billStatusDiffers",
  "billRefundUnknown",
  "billRefundAbsent",
] as const;
export type AnomalyKind = (typeof anomalyKinds)[number];

export interface PayAnomalyDoc {
  _id: number;
  kind: AnomalyKind;
  /** Unique, so that the same anomaly is listed once. */
  key: string;
  payOrderId: number | null;
  merchantOrderId: string | null;
  attemptId: number | null;
  channelCode: string | null;
  /** The number of the payment or the refund at the channel. */
  no: string;
  channelOrderNo: string | null;
  paidFen: number;
  expectedFen: number | null;
  /** The automatic refund. */
  refundId: number | null;
  note: string;
  status: AnomalyStatus;
  /** Ended by its refund, by the provider's later news, by a later statement without it, or by an operator. */
  endedBy: "refund" | "provider" | "statement" | "operator" | null;
  endedAt: Date | null;
  operatorId: number | null;
  /** The operator's remark. */
  remark: string;
  createdAt: Date;
}

export const PayAnomalyModel = defineModel<PayAnomalyDoc>(
  "payAnomalies",
  {
    kind: { type: String, required: true },
    key: { type: String, required: true },
    payOrderId: { type: Number, default: null },
    merchantOrderId: { type: String, default: null },
    attemptId: { type: Number, default: null },
    channelCode: { type: String, default: null },
    no: { type: String, required: true },
    channelOrderNo: { type: String, default: null },
    paidFen: { type: Number, required: true },
    expectedFen: { type: Number, default: null },
    refundId: { type: Number, default: null },
    note: { type: String, default: "" },
    status: { type: Number, enum: Object.values(AnomalyStatus), default: AnomalyStatus.open },
    endedBy: { type: String, default: null },
    endedAt: { type: Date, default: null },
    operatorId: { type: Number, default: null },
    remark: { type: String, default: "" },
  },
  {
    indexes: [
      [{ key: 1 }, { unique: true }],
      [{ createdAt: -1, _id: -1 }],
      [{ payOrderId: 1 }],
      [{ refundId: 1 }],
      // Operators search by any number that they have.
      [{ merchantOrderId: 1 }],
      [{ no: 1 }],
      [{ channelOrderNo: 1 }],
    ],
  },
);
