import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { ChannelCode, DisplayMode } from "../channel/payChannel.codes.js";
import { AttemptStatus } from "../order/payOrder.states.js";

/** One try to pay an order through a channel; `no` is its number at the channel. */
export interface PayAttemptDoc {
  _id: number;
  payOrderId: number;
  no: string;
  channelId: number;
  channelCode: ChannelCode;
  /** The merchant that opened it, and must query, close and refund it. Null: the environment's, or the wallet. */
  merchantId: string | null;
  amountFen: number;
  walletPartFen: number;
  /** The wallet part is frozen for this attempt now. */
  walletHeld: boolean;
  /** Counts the freezes, so that each has its own id. */
  walletHolds: number;
  openid: string | null;
  displayMode: DisplayMode;
  /** The address the payer's browser returns to after a payment page. */
  returnUrl: string | null;
  userIp: string;
  status: AttemptStatus;
  /** true while waiting. */
  open: boolean;
  /** While open: when the schedule queries its channel next. Null or absent (older rows): at once. */
  nextAskAt?: Date | null;
  /** Pay order, channel, amount, wallet part, openid, display mode: an equal submit reuses the attempt. See `over`. */
  fingerprint: string;
  /** When it was first sent to the channel; later sends are preceded by a query. Absent in older rows. */
  toldAt?: Date | null;
  /** The sealed display content, for ten minutes at most; afterwards the channel is requested again for the same. */
  contentId: string | null;
  /** Why the channel refused to open it. */
  failureCode: string | null;
  failureReason: string | null;
  /** What was really paid, whether it counted or was refunded. */
  paidFen: number | null;
  paidAt: Date | null;
  channelOrderNo: string | null;
  channelUserId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export const PayAttemptModel = defineModel<PayAttemptDoc>(
  "payAttempts",
  {
    payOrderId: { type: Number, required: true },
    no: { type: String, required: true },
    channelId: { type: Number, required: true },
    channelCode: { type: String, required: true },
    merchantId: { type: String, default: null },
    amountFen: { type: Number, required: true },
    walletPartFen: { type: Number, default: 0 },
    walletHeld: { type: Boolean, default: false },
    walletHolds: { type: Number, default: 0 },
    openid: { type: String, default: null },
    displayMode: { type: String, required: true },
    returnUrl: { type: String, default: null },
    userIp: { type: String, default: "" },
    status: { type: Number, enum: Object.values(AttemptStatus), required: true },
    open: { type: Boolean, required: true },
    nextAskAt: { type: Date, default: null },
    fingerprint: { type: String, required: true },
    toldAt: { type: Date, default: null },
    contentId: { type: String, default: null },
    failureCode: { type: String, default: null },
    failureReason: { type: String, default: null },
    paidFen: { type: Number, default: null },
    paidAt: { type: Date, default: null },
    channelOrderNo: { type: String, default: null },
    channelUserId: { type: String, default: null },
  },
  {
    claims: [{ fields: ["fingerprint"], where: { open: true } }],
    indexes: [
      [{ no: 1 }, { unique: true }],
      [{ fingerprint: 1 }],
      [{ payOrderId: 1, status: 1 }],
      [{ contentId: 1 }],
      [{ open: 1, createdAt: 1 }],
      [{ open: 1, nextAskAt: 1 }],
      [{ paidAt: 1 }],
    ],
  },
);

/** The fields of an attempt that has ended: no content, and a fingerprint that no new submit matches. */
export const over = (attemptId: number): Pick<PayAttemptDoc, "open" | "contentId" | "fingerprint"> => ({
  open: false,
  contentId: null,
  fingerprint: `over-${attemptId}`,
});
