import { nextId } from "#shared/kernel/mongo/ids.js";
import { defineModel, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { OrderRefundStatus } from "../order/order.states.js";

/** What one item gets of a refund. */
export interface RefundShare {
  orderItemId: number;
  spuId: number;
  spuName: string;
  refundFen: number;
  /** Points used that are given back. */
  usePoint: number;
  /** Points given that are taken back. */
  givePoint: number;
}

/** One refund of an order, by whoever began it; the items of an order get what its rows that arrived share out. */
export interface OrderRefundDoc {
  _id: number;
  orderId: number;
  /** As pay knows it; absent where nothing was paid. */
  payRefundId?: number;
  /** Whose money it is; null: the order's, as a whole or in part. */
  afterSaleId: number | null;
  /** Who began it; null: the system or the member. */
  operatorId: number | null;
  status: OrderRefundStatus;
  /** What was asked for; of one that arrived, what arrived. */
  refundFen: number;
  /** Once it arrived: they add up to refundFen. */
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
        },
      ],
      default: [],
    },
    refundAt: { type: Date, default: null },
  },
  {
    indexes: [
      // One row a refund of pay: two processes that learn of its end at once meet here.
      [{ payRefundId: 1 }, { unique: true, sparse: true }],
      [{ orderId: 1, _id: 1 }],
      // Arrived in a time.
      [{ refundAt: 1 }],
    ],
  },
);

type BegunRefund = Pick<OrderRefundDoc, "orderId" | "payRefundId" | "afterSaleId" | "operatorId" | "refundFen">;

/** A refund begins, in the caller's transaction. */
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

/** The row of a refund of pay; null: it began without one. */
export async function findOrderRefund(payRefundId: number): Promise<OrderRefundDoc | null> {
  return OrderRefundModel.findOne({ payRefundId }).lean<OrderRefundDoc>();
}
