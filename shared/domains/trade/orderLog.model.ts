import { nextId } from "#shared/platform/ids.js";
import { defineModel } from "#shared/platform/mongo.js";
import type { OrderStatus } from "./order.states.js";

/** What happened to an order, by whom (domain-facts 1.1, operateType). */
export const orderOperations = {
  placed: 1,
  priceChanged: 2,
  paid: 10,
  addressChanged: 11,
  shipped: 20,
  receivedByMember: 30,
  receivedBySystem: 31,
  pickedUp: 32,
  reviewedByMember: 33,
  reviewedBySystem: 34,
  cancelledByMember: 40,
  cancelledBySystem: 41,
  /** Some of its money went back, not all. */
  refundedInPart: 42,
  cancelledByRefund: 43,
  deletedByMember: 49,
} as const;

export interface OrderLogDoc {
  _id: number;
  orderId: number;
  /** 0 the system, else the member or operator. */
  userId: number;
  /** 0 system, 1 member, 2 operator. */
  userType: 0 | 1 | 2;
  beforeStatus: OrderStatus | null;
  afterStatus: OrderStatus;
  operateType: (typeof orderOperations)[keyof typeof orderOperations];
  content: string;
  createdAt: Date;
}

export const OrderLogModel = defineModel<OrderLogDoc>(
  "tradeOrderLogs",
  {
    orderId: { type: Number, required: true },
    userId: { type: Number, default: 0 },
    userType: { type: Number, enum: [0, 1, 2], required: true },
    beforeStatus: { type: Number, default: null },
    afterStatus: { type: Number, required: true },
    operateType: { type: Number, required: true },
    content: { type: String, default: "" },
  },
  { indexes: [[{ orderId: 1, _id: 1 }]] },
);

/** What happened to an order, oldest first. */
export async function findOrderLogs(orderId: number): Promise<OrderLogDoc[]> {
  return OrderLogModel.find({ orderId }).sort({ createdAt: 1, _id: 1 }).lean<OrderLogDoc[]>();
}

/** One row, in the running transaction. */
export async function logOrder(entry: Omit<OrderLogDoc, "_id" | "createdAt">): Promise<void> {
  await OrderLogModel.create([{ _id: await nextId("tradeOrderLogs"), ...entry }]);
}
