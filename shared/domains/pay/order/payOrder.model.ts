import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { PayStatus } from "./payOrder.states.js";

/** The payment of a merchant order: one pay order per app and merchant order. */
export interface PayOrderDoc {
  _id: number;
  appId: number;
  merchantOrderId: string;
  memberId: number;
  subject: string;
  body: string;
  notifyUrl: string;
  /** The channel's part; with the wallet part it is the whole price. */
  priceFen: number;
  walletPartFen: number;
  status: PayStatus;
  /** Contains virtual goods, which the wallet cannot pay. */
  isVirtual: boolean;
  userIp: string;
  expireAt: Date;
  successAt: Date | null;
  /** The current attempt, in the end the one that paid; null before the first submit. */
  attemptId: number | null;
  no: string | null;
  /** These fields are from the payment that counted. */
  channelId: number | null;
  channelCode: string | null;
  channelFeeRate: number | null;
  channelFeeFen: number | null;
  channelUserId: string | null;
  channelOrderNo: string | null;
  /** Refunded so far, by channel and by wallet. */
  refundFen: number;
  walletRefundFen: number;
  /** The refund under way; there is one at a time. */
  refundingId: number | null;
  createdAt: Date;
  updatedAt: Date;
}

export const PayOrderModel = defineModel<PayOrderDoc>(
  "payOrders",
  {
    appId: { type: Number, required: true },
    merchantOrderId: { type: String, required: true },
    memberId: { type: Number, required: true },
    subject: { type: String, required: true },
    body: { type: String, default: "" },
    notifyUrl: { type: String, default: "" },
    priceFen: { type: Number, required: true },
    walletPartFen: { type: Number, default: 0 },
    status: { type: Number, enum: Object.values(PayStatus), required: true },
    isVirtual: { type: Boolean, default: false },
    userIp: { type: String, default: "" },
    expireAt: { type: Date, required: true },
    successAt: { type: Date, default: null },
    attemptId: { type: Number, default: null },
    no: { type: String, default: null },
    channelId: { type: Number, default: null },
    channelCode: { type: String, default: null },
    channelFeeRate: { type: Number, default: null },
    channelFeeFen: { type: Number, default: null },
    channelUserId: { type: String, default: null },
    channelOrderNo: { type: String, default: null },
    refundFen: { type: Number, default: 0 },
    walletRefundFen: { type: Number, default: 0 },
    refundingId: { type: Number, default: null },
  },
  {
    indexes: [
      [{ appId: 1, merchantOrderId: 1 }, { unique: true }],
      [{ status: 1, expireAt: 1 }],
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      [{ no: 1 }],
      [{ channelOrderNo: 1 }],
      [{ merchantOrderId: 1 }],
      [{ createdAt: -1, _id: -1 }],
      // For payNumbers.
      [{ successAt: 1 }],
    ],
  },
);
