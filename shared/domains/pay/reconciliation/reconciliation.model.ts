import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { ChannelFamily } from "../channel/payChannel.codes.js";
import { DifferenceStatus, ReconciliationStatus } from "./reconciliation.states.js";

/** Whose statement it is: a provider makes one a merchant and day, whichever of its channels was paid through. */
export interface Statement {
  family: Exclude<ChannelFamily, "wallet">;
  /** The merchant number at WeChat Pay, the application at Alipay. */
  merchantId: string;
  /** yyyy-MM-dd of Asia/Shanghai. */
  day: string;
}

/** One statement of a provider, compared with what is kept here. */
export interface ReconciliationDoc extends Statement {
  _id: number;
  /** The channels that this merchant stood behind when it was last looked at. */
  channelIds: number[];
  status: ReconciliationStatus;
  therePayments: number;
  therePaymentFen: number;
  thereRefunds: number;
  thereRefundFen: number;
  /** What the provider kept of them. */
  thereFeeFen: number;
  herePayments: number;
  herePaymentFen: number;
  hereRefunds: number;
  hereRefundFen: number;
  /** Lines that are the same on both sides. */
  equalLines: number;
  openDifferences: number;
  /** Failed downloads in a row, and why the last one failed. */
  tries: number;
  failureCode: string | null;
  failureReason: string | null;
  /** When it is looked at (again) by itself; null: not any more. */
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
 * Unknown: there, not here. Absent: here, not there. statusDiffers: on both sides, but not in the same state, such as a
 * payment that nobody told us of.
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

/** What ended a difference: the channel was asked and the payment counted or went back; or it was not found again. */
export type DifferenceEnd = "settled" | "returned" | "vanished";

/** A line of which the two sides do not say the same. */
export interface DifferenceDoc {
  _id: number;
  reconciliationId: number;
  kind: DifferenceKind;
  /** The kind and our number: once a reconciliation. */
  key: string;
  /** Our number of the payment. */
  no: string;
  refundNo: string | null;
  channelOrderNo: string | null;
  channelRefundNo: string | null;
  payOrderId: number | null;
  attemptId: number | null;
  refundId: number | null;
  channelId: number | null;
  /** Null on the side that does not know it. */
  hereFen: number | null;
  thereFen: number | null;
  note: string;
  /** Where operators find it: the anomaly's key. */
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
 * In which day's statement a line stood, where the other side may have it on another day: refunds, which a provider lists
 * on the day it was asked or on the day it gave back, and payments around midnight.
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
