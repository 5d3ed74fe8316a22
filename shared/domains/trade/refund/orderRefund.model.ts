import { nextId } from "#shared/kernel/mongo/ids.js";
import { defineModel, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { OrderRefundStatus } from "../order/order.states.js";

/** One item's share of a refund. */
export interface RefundShare {
  orderItemId: number;
  spuId: number;
  spuName: string;
  refundFen: number;
  /** Used points that are given back. */
  usePoint: number;
  /** Given points that are taken back. */
  givePoint: number;
  /** Pieces that were not shipped and are for sale again; absent in older rows. */
  count?: number;
}

/** One refund of an order; the items' refunded amounts are the sums of the succeeded rows' shares. */
export interface OrderRefundDoc {
  _id: number;
  orderId: number;
  /** The refund's id at pay; absent where nothing was paid. */
  payRefundId?: number;
  /** The after-sale that it is for; null: for the order, in whole or in part. */
  afterSaleId: number | null;
  /** Who started it; null: the system or the member. */
  operatorId: number | null;
  status: OrderRefundStatus;
  /** The requested amount; once succeeded, the refunded one. */
  refundFen: number;
  /** Set once it succeeded; they add up to refundFen. */
  shares: RefundShare[];
  refundAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const number = { type: Number, required: true };

export const OrderRefundModel = defineModel<OrderRefundDoc>(
  "tradeOrderRefunds",
  {
    orderId: number,
    payRefundId: { type: Number },
    afterSaleId: { type: Number, default: null },
    operatorId: { type: Number, default: null },
    status: { type: Number, enum: Object.values(OrderRefundStatus), required: true },
    refundFen: number,
    shares: {
      type: [
        {
          _id: false,
          orderItemId: number,
          spuId: number,
          spuName: { type: String, default: "" },
          refundFen: number,
          usePoint: number,
          givePoint: number,
          count: Number,
        },
      ],
      default: [],
    },
    refundAt: { type: Date, default: null },
  },
  {
    indexes: [
      // One row per refund of pay, so that two processes that record its end concurrently conflict.
      [{ payRefundId: 1 }, { unique: true, sparse: true }],
      [{ orderId: 1, _id: 1 }],
      // For numbers of a time span.
      [{ refundAt: 1 }],
    ],
  },
);

type BegunRefund = Pick<OrderRefundDoc, "orderId" | "payRefundId" | "afterSaleId" | "operatorId" | "refundFen">;

/** Creates the row of a started refund, in the caller's transaction. */
export async function beginOrderRefund(begun: BegunRefund): Promise<OrderRefundDoc> {
  const _id = await nextId("tradeOrderRefunds");
  try {
    const [row] = await OrderRefundModel.create([{ _id, ...begun, status: OrderRefundStatus.underWay }]);
    return row!.toObject();
  } catch (error) {
    if (isDuplicateKey(error)) throw new LostRace(`refund ${begun.payRefundId} of order ${begun.orderId}`);
    throw error;
  }
}

/** The row of a refund of pay; null: it was started without one. */
export async function findOrderRefund(payRefundId: number): Promise<OrderRefundDoc | null> {
  return OrderRefundModel.findOne({ payRefundId }).lean<OrderRefundDoc>();
}
