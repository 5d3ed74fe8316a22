import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { announce } from "#shared/kernel/queue/events.js";
import { clock } from "#shared/kernel/time/clock.js";
import type { OrderOperation } from "./log.codes.js";
import type { OrderLogEntry } from "./logEntry.js";
import { logged, orderLogFields, type MoveLog } from "./orderLogFields.js";
import type { OrderStatus } from "../order/order.states.js";
import { tradeOrderLogged } from "../trade.events.js";

export interface OrderLogDoc extends MoveLog<OrderStatus, OrderOperation> {
  orderId: number;
}

export const OrderLogModel = defineModel<OrderLogDoc>(
  "tradeOrderLogs",
  { orderId: { type: Number, required: true }, ...orderLogFields },
  { indexes: [[{ orderId: 1, _id: 1 }]] },
);

/** The log of an order, oldest first. */
export async function findOrderLogs(orderId: number): Promise<OrderLogDoc[]> {
  return OrderLogModel.find({ orderId }).sort({ createdAt: 1, _id: 1 }).lean<OrderLogDoc[]>();
}

export interface OrderMove extends Omit<OrderLogDoc, "_id" | "createdAt" | "content"> {
  what: OrderLogEntry;
}

/** Writes one row, in the caller's transaction, and announces it. */
export async function logOrder({ what, ...move }: OrderMove): Promise<void> {
  await gatherInserts(OrderLogModel, [{ _id: await nextId("tradeOrderLogs"), ...move, ...logged(what) }]);
  await announce(tradeOrderLogged, { orderId: move.orderId, operation: move.operateType, at: clock.ms() });
}
