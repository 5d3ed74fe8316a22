import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { ChannelFamily } from "../channel/payChannel.codes.js";
import { DifferenceStatus, ReconciliationStatus } from "./reconciliation.states.js";

/** A provider makes one statement per merchant and day, for all the merchant's channels. */
export interface Statement {
  family: Exclude<ChannelFamily, "wallet">;
  /** The number at WeChat Pay, the application at Alipay. */
  merchantId: string;
  /** yyyy-MM-dd of Asia/Shanghai. */
  day: string;
}

/** One statement of a provider, compared with our records. */
export interface ReconciliationDoc extends Statement {
  _id: number;
  /** The merchant's channels at the last comparison. */
  channelIds: number[];
  status: ReconciliationStatus;
  therePayments: number;
  therePaymentFen: number;
  thereRefunds: number;
  thereRefundFen: number;
  /** The provider's fees. */
  thereFeeFen: number;
  herePayments: number;
  herePaymentFen: number;
  hereRefunds: number;
  hereRefundFen: number;
  /** Lines that match our records. */
  equalLines: number;
  openDifferences: number;
  /** Failed downloads in a row, and why the last one failed. */
  tries: number;
  failureCode: string | null;
  failureReason: string | null;
  /** When it is compared (again) automatically; null: not any more. */
  nextRunAt: Date | null;
  comparedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const count = { type: Number, default: 0 };
export const ReconciliationModel = defineModel<ReconciliationDoc>(
  "payReconciliations",
  {
    family: { type: String, required: true },
    merchantId: { type: String, required: true },
    day: { type: String, required: true },
    channelIds: { type: [Number], default: [] },
    status: { type: Number, enum: Object.values(ReconciliationStatus), required: true },
    therePayments: count,
    therePaymentFen: count,
    thereRefunds: count,
    thereRefundFen: count,
    thereFeeFen: count,
    herePayments: count,
    herePaymentFen: count,
    hereRefunds: count,
    hereRefundFen: count,
    equalLines: count,
    openDifferences: count,
    tries: count,
    failureCode: { type: String, default: null },
    failureReason: { type: String, default: null },
    nextRunAt: { type: Date, default: null },
    comparedAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ day: 1, family: 1, merchantId: 1 }, { unique: true }],
      [{ nextRunAt: 1 }],
      [{ day: -1, _id: -1 }],
      [{ channelIds: 1, day: -1 }],
    ],
  },
);

/**
 * Unknown: only in the statement. Absent: only in our records. statusDiffers: in both, with different states, such as a
 * payment whose callback never came.
 */
export const differenceKinds = [
  "paymentUnknown",
  "paymentAbsent",
  "amountDiffers",
  "refundUnknown",
  "refundAbsent",
  "statusDiffers",
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** A query of the channel settled or refunded the payment, or a later comparison did not find the difference again. */
export type DifferenceEnd = "settled" | "returned" | "vanished";

/** A line in which the statement and our records disagree. */
export interface DifferenceDoc {
  _id: number;
  reconciliationId: number;
  kind: DifferenceKind;
  /** The kind and our number; unique per reconciliation. */
  key: string;
  /** Our number for the payment. */
  no: string;
  refundNo: string | null;
  channelOrderNo: string | null;
  channelRefundNo: string | null;
  payOrderId: number | null;
  attemptId: number | null;
  refundId: number | null;
  channelId: number | null;
  /** In our records and in the statement; null where it is missing. */
  hereFen: number | null;
  thereFen: number | null;
  note: string;
  /** The key of its anomaly, in which operators handle it. */
  anomalyKey: string;
  status: DifferenceStatus;
  endedBy: DifferenceEnd | null;
  endedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const number = { type: Number, default: null };
const text = { type: String, default: null };
export const DifferenceModel = defineModel<DifferenceDoc>(
  "payReconciliationDifferences",
  {
    reconciliationId: { type: Number, required: true },
    kind: { type: String, required: true },
    key: { type: String, required: true },
    no: { type: String, required: true },
    refundNo: text,
    channelOrderNo: text,
    channelRefundNo: text,
    payOrderId: number,
    attemptId: number,
    refundId: number,
    channelId: number,
    hereFen: number,
    thereFen: number,
    note: { type: String, default: "" },
    anomalyKey: { type: String, required: true },
    status: { type: Number, enum: Object.values(DifferenceStatus), required: true },
    endedBy: text,
    endedAt: { type: Date, default: null },
  },
  { indexes: [[{ reconciliationId: 1, key: 1 }, { unique: true }]] },
);

/**
 * The day of the statement that contained a line which our records may have on another day: refunds, which a provider
 * lists on the day of the request or of the refund, and payments around midnight.
 */
export interface SeenLineDoc {
  /** Provider, merchant and our number. */
  _id: string;
  day: string;
  createdAt: Date;
}
export const SeenLineModel = defineModel<SeenLineDoc>(
  "payBillLines",
  { _id: { type: String, required: true }, day: { type: String, required: true } },
  // Longer than the providers keep the statements themselves.
  { indexes: [[{ createdAt: 1 }, { expireAfterSeconds: 100 * 86_400 }]] },
);
