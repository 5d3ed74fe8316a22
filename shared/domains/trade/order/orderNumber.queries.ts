import { OrderModel, type OrderDoc } from "./order.model.js";

/** What an order's serial number stands for, for searches over jobs: the order and its pay order; empty when unknown. */
export async function ordersOfNumber(no: string): Promise<{ orderId: number; payOrderId?: number }[]> {
  const order = await OrderModel.findOne({ no }, { payOrderId: 1 }).lean<Pick<OrderDoc, "_id" | "payOrderId">>();
  if (!order) return [];
  return [{ orderId: order._id, ...(order.payOrderId ? { payOrderId: order.payOrderId } : {}) }];
}
