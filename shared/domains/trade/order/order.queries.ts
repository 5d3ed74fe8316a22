import type { QueryFilter } from "mongoose";
import { countedWhole, pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { OrderItemModel, type OrderItemDoc } from "./orderItem.model.js";
import type { OrderStatus } from "./order.states.js";
import { tradeErrors } from "../trade.errors.js";

export interface OrderWithItems {
  order: OrderDoc;
  items: OrderItemDoc[];
}

/** Any order by id, deleted ones too. */
export async function findOrder(orderId: number): Promise<OrderDoc | null> {
  return OrderModel.findById(orderId).lean<OrderDoc>();
}

/** The member's own order. Throws 1011000011 for an absent, a deleted and another member's one alike. */
export async function ownOrder(memberId: number, orderId: number): Promise<OrderDoc> {
  const order = await OrderModel.findOne({ _id: orderId, memberId, deletedAt: null }).lean<OrderDoc>();
  if (!order) throw tradeErrors.OrderNotFound();
  return order;
}

export async function ownOrderWithItems(memberId: number, orderId: number): Promise<OrderWithItems> {
  const order = await ownOrder(memberId, orderId);
  return { order, items: await findOrderItems(orderId) };
}

export async function findOrderItems(orderId: number): Promise<OrderItemDoc[]> {
  return OrderItemModel.find({ orderId }).sort({ _id: 1 }).lean<OrderItemDoc[]>();
}

interface OrderPageQuery extends Page {
  status?: OrderStatus | undefined;
  commentStatus?: boolean | undefined;
}

/** The member's own orders, newest first. */
export async function pageOrdersOfMember(
  memberId: number,
  { status, commentStatus, ...page }: OrderPageQuery,
): Promise<PageOf<OrderWithItems>> {
  const filter: QueryFilter<OrderDoc> = {
    memberId,
    deletedAt: null,
    ...(status === undefined ? {} : { status }),
    ...(commentStatus === undefined ? {} : { commentStatus }),
  };
  const { list, total } = await pageOf(OrderModel, filter, countedWhole(page));
  return { list: await withItems(list), total };
}

export async function withItems(orders: OrderDoc[]): Promise<OrderWithItems[]> {
  if (orders.length === 0) return [];
  const found = await OrderItemModel.find({ orderId: { $in: orders.map((order) => order._id) } })
    .sort({ _id: 1 })
    .lean<OrderItemDoc[]>();
  const byOrder = new Map<number, OrderItemDoc[]>();
  for (const item of found) {
    const known = byOrder.get(item.orderId);
    if (known) known.push(item);
    else byOrder.set(item.orderId, [item]);
  }
  return orders.map((order) => ({ order, items: byOrder.get(order._id) ?? [] }));
}

/** The member's own item of an order that is not deleted. Throws OrderItemNotFound (1011000010). */
export async function ownOrderItem(memberId: number, itemId: number): Promise<OrderItemDoc> {
  const item = await OrderItemModel.findOne({ _id: itemId, memberId }).lean<OrderItemDoc>();
  if (!item || !(await OrderModel.exists({ _id: item.orderId, memberId, deletedAt: null })))
    throw tradeErrors.OrderItemNotFound();
  return item;
}

/** Finds the order and its pay order by serial number, for searches over jobs; empty when unknown. */
export async function ordersOfNumber(no: string): Promise<{ orderId: number; payOrderId?: number }[]> {
  const order = await OrderModel.findOne({ no }, { payOrderId: 1 }).lean<Pick<OrderDoc, "_id" | "payOrderId">>();
  if (!order) return [];
  return [{ orderId: order._id, ...(order.payOrderId ? { payOrderId: order.payOrderId } : {}) }];
}
