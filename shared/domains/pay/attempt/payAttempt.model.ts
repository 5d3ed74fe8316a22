import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { ChannelCode, DisplayMode } from "../channel/payChannel.codes.js";
import { AttemptStatus } from "../order/payOrder.states.js";

/** One try to pay an order through a channel (the interface's extension); `no` is its number at the channel. */
export interface PayAttemptDoc {
  _id: number;
  payOrderId: number;
  no: string;
  channelId: number;
  channelCode: ChannelCode;
  /** With whom it was opened there: asked, closed and refunded as the same one. Null: the environment's, or the wallet. */
  merchantId: string | null;
  amountFen: number;
  walletPartFen: number;
  /** Is the wallet part frozen for this attempt now? Each freeze has its own number. */
  walletHeld: boolean;
  walletHolds: number;
  openid: string | null;
  displayMode: DisplayMode;
  /** Where the payer's browser goes after a payment page. */
  returnUrl: string | null;
  userIp: string;
  status: AttemptStatus;
  /** true while waiting. */
  open: boolean;
  /** While open: when the schedule asks its channel next. Null or absent: before this was kept, which is at once. */
  nextAskAt?: Date | null;
  /** Pay order, channel, amount, wallet part, openid and display mode: the same again is the same attempt. See `over`. */
  fingerprint: string;
  /** First told to the channel; from then on it is asked before it is told again. Absent: before this was kept. */
  toldAt?: Date | null;
  /** The sealed display content, at most ten minutes; afterwards the channel is asked again for the same. */
  contentId: string | null;
  /** Why the channel refused to start it. */
  failureCode: string | null;
  failureReason: string | null;
  /** What was really paid, whether it counted or was given back. */
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

/** What every attempt that waits no more is given: no content to show, and a fingerprint that stands in nobody's way. */
export const over = (attemptId: number): Pick<PayAttemptDoc, "open" | "contentId" | "fingerprint"> => ({
  open: false,
  contentId: null,
  fingerprint: `over-${attemptId}`,
});
