import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { PayRefundStatus } from "../order/payOrder.states.js";

/** A refund: the channel's part first, then the wallet's (rules: Payment). */
export interface PayRefundDoc {
  _id: number;
  /** The number at the channel, R... */
  no: string;
  merchantRefundId: string;
  payOrderId: number;
  /** The refunded payment. */
  attemptId: number;
  appId: number;
  merchantOrderId: string;
  refundFen: number;
  walletRefundFen: number;
  /** The requested part that cannot be refunded to the wallet, as the member's account is closed. */
  walletLostFen: number;
  reason: string;
  /** "order": counts on the order; "late": automatic refund of money that must not count. */
  kind: "order" | "late";
  status: PayRefundStatus;
  channelRefundNo: string | null;
  failureCode: string | null;
  failureReason: string | null;
  /** Under way, and nothing moves at the channel until the merchant acts; failureCode and failureReason say why. */
  needsMerchant: boolean;
  /** Ended here, but the channel's latest news say otherwise: it is queried until they agree. */
  inDoubt: boolean;
  /** It succeeded, but to the merchant's own account, as the payer's could not receive it. */
  toMerchant: boolean;
  /** Paid to the member by hand, and why; null: not. */
  paidOutsideFen: number | null;
  paidOutsideReason: string | null;
  /** The channel's part went to the member's wallet instead, and why; absent or null: not. */
  toWalletFen?: number | null;
  toWalletReason?: string | null;
  /** A later refund of the same money, once this one had failed. */
  replacedBy?: number | null;
  /** The channel was asked to pay it to another account, and what it refused, if it did. */
  redirectTo: "payer" | "merchant" | null;
  redirectError: string | null;
  /** When it was first sent to the channel; later sends are preceded by a query. */
  requestedAt: Date | null;
  /** Succeeded at the channel: how often it is still asked whether that stands; absent: no more. */
  rechecksLeft?: number;
  /** While under way, in doubt or to be asked again: when its result is queried next. */
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
    needsMerchant: { type: Boolean, default: false },
    inDoubt: { type: Boolean, default: false },
    toMerchant: { type: Boolean, default: false },
    paidOutsideFen: { type: Number, default: null },
    paidOutsideReason: { type: String, default: null },
    toWalletFen: { type: Number, default: null },
    toWalletReason: { type: String, default: null },
    replacedBy: { type: Number, default: null },
    redirectTo: { type: String, default: null },
    redirectError: { type: String, default: null },
    requestedAt: { type: Date, default: null },
    rechecksLeft: Number,
    nextAskAt: { type: Date, required: true },
    successAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ no: 1 }, { unique: true }],
      [{ merchantRefundId: 1 }, { unique: true }],
      [{ status: 1, nextAskAt: 1 }],
      [{ inDoubt: 1, nextAskAt: 1 }],
      [{ rechecksLeft: 1, nextAskAt: 1 }],
      [{ successAt: 1 }],
      [{ payOrderId: 1 }],
      [{ merchantOrderId: 1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
