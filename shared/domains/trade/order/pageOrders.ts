import type { QueryFilter } from "mongoose";
import { spuIdsNamed } from "#shared/domains/catalog/index.js";
import { findMember, findMemberByMobile, type MemberInShort, membersOf } from "#shared/domains/member/index.js";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { countByStatus, type StatusCount } from "#shared/kernel/lists/countByStatus.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { inBatches } from "#shared/kernel/mongo/batches.js";
import { normalizeMobile, normalizeReceiverPhone } from "#shared/kernel/request/phones.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { OrderItemModel, type OrderItemDoc } from "./orderItem.model.js";
import { findOrder, findOrderItems, withItems, type OrderWithItems } from "./order.queries.js";
import type { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus, type OrderType, RefundStatus } from "./order.states.js";
import { findOrderLogs, type OrderLogDoc } from "../log/orderLog.model.js";
import { carriersOf, type Carriers } from "../parcel/parcelsOfOrder.js";
import { tradeErrors } from "../trade.errors.js";

/** Search fields for operators, who also find orders that their members deleted. */
export interface OrderSearch {
  no?: string | undefined;
  userId?: number | undefined;
  /** The member's or the receiver's. */
  mobile?: string | undefined;
  deliveryType?: DeliveryType | undefined;
  status?: OrderStatus | undefined;
  type?: OrderType | undefined;
  payChannelCode?: string | undefined;
  /** Both ends inclusive. */
  createdBetween?: TimeSpan | undefined;
  terminal?: number | undefined;
  pickUpVerifyCode?: string | undefined;
  /** Words of a product's name, or parts of them (kernel/lists/searchTerms.ts). */
  spuName?: string | undefined;
  /** Shipped ones whose parcel was refused or is on its way back; false: all others. */
  comingBack?: boolean | undefined;
}

async function filterOf(search: OrderSearch): Promise<QueryFilter<OrderDoc>> {
  const { no, userId, mobile, createdBetween, spuName, comingBack, ...same } = search;
  const plain = {
    _id: spuName === undefined ? undefined : { $in: await ordersOfGoods(spuName) },
    no,
    memberId: userId,
    $or: mobile === undefined ? undefined : await byMobile(mobile),
    deliveryType: same.deliveryType,
    status: same.status,
    type: same.type,
    payChannelCode: same.payChannelCode,
    terminal: same.terminal,
    pickUpVerifyCode: same.pickUpVerifyCode,
    createdAt: createdBetween && within(createdBetween),
    $and: comingBack === undefined ? undefined : [comingBack ? onTheirWayBack : notOnTheirWayBack],
  };
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as QueryFilter<OrderDoc>;
}

const onTheirWayBack = { comingBack: true, status: OrderStatus.shipped };
const notOnTheirWayBack = { $or: [{ comingBack: { $ne: true } }, { status: { $ne: OrderStatus.shipped } }] };
/** Whether an order waits for its operator, as its parcel was refused or is on its way back. */
export const isOnItsWayBack = ({ comingBack, status }: Pick<OrderDoc, "comingBack" | "status">): boolean =>
  comingBack === true && status === OrderStatus.shipped;

/** The newest orders of the products with such a name, as they are called now, deleted ones included. */
async function ordersOfGoods(spuName: string): Promise<number[]> {
  const spuIds = await spuIdsNamed(spuName);
  if (spuIds.length === 0) return [];
  const items = await OrderItemModel.find({ spuId: { $in: spuIds } }, { orderId: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(MOST_ORDERS)
    .lean<Pick<OrderItemDoc, "orderId">[]>();
  return [...new Set(items.map(({ orderId }) => orderId))];
}
/** As far as a list is counted (rules: Envelope and limits). */
const MOST_ORDERS = 10_000;

async function byMobile(mobile: string): Promise<QueryFilter<OrderDoc>[]> {
  const member = await findMemberByMobile(normalizeMobile(mobile));
  // Older orders have it as it was sent.
  return [
    { receiverMobile: { $in: [...new Set([normalizeReceiverPhone(mobile), mobile])] } },
    ...(member ? [{ memberId: member._id }] : []),
  ];
}

export interface OrderOfMember extends OrderWithItems {
  member: MemberInShort | null;
}

/** Orders with their members, newest first. */
export async function pageOrders(search: OrderSearch, page: Page): Promise<PageOf<OrderOfMember>> {
  const { list, total } = await pageOf(OrderModel, await filterOf(search), page);
  return { list: await withMembers(list), total };
}

async function withMembers(orders: OrderDoc[]): Promise<OrderOfMember[]> {
  const members = await membersOf(orders.map((order) => order.memberId));
  const rows = await withItems(orders);
  return rows.map((row) => ({ ...row, member: members.get(row.order.memberId) ?? null }));
}

/** Streams all results of a search, newest first. */
export async function* eachOrder(search: OrderSearch): AsyncGenerator<OrderOfMember> {
  const found = eachOf(OrderModel, await filterOf(search));
  for await (const orders of inBatches(found, 200)) yield* await withMembers(orders);
}

/** How many orders stand in each state. */
export const countOrders = (): Promise<StatusCount[]> => countByStatus(OrderModel, Object.values(OrderStatus));

export interface OrderSums {
  orderCount: number;
  orderPayPriceFen: number;
  refundedCount: number;
  refundPriceFen: number;
}

/** Counts and amounts over all results of a search. */
export async function sumOrders(search: OrderSearch): Promise<OrderSums> {
  const [sums] = await OrderModel.aggregate<OrderSums>([
    { $match: await filterOf(search) },
    {
      $group: {
        _id: null,
        orderCount: { $sum: 1 },
        orderPayPriceFen: { $sum: "$payPriceFen" },
        refundedCount: { $sum: { $cond: [{ $gt: ["$refundStatus", RefundStatus.none] }, 1, 0] } },
        refundPriceFen: { $sum: "$refundPriceFen" },
      },
    },
  ]);
  return sums ?? { orderCount: 0, orderPayPriceFen: 0, refundedCount: 0, refundPriceFen: 0 };
}

export interface OrderInFull extends OrderOfMember {
  carriers: Carriers;
  logs: OrderLogDoc[];
}

/** An order with everything that operators see of it. Throws OrderNotFound. */
export async function orderInFull(orderId: number): Promise<OrderInFull> {
  const order = await findOrder(orderId);
  if (!order) throw tradeErrors.OrderNotFound();
  return {
    order,
    items: await findOrderItems(orderId),
    member: await findMember(order.memberId),
    carriers: await carriersOf([order]),
    logs: await findOrderLogs(orderId),
  };
}

/** Finds an order by its pick-up code. Throws OrderNotFound. */
export async function orderOfPickUpCode(pickUpVerifyCode: string): Promise<OrderDoc> {
  // Codes are random and may collide: prefer the order that is waiting.
  const orders = await OrderModel.find({ pickUpVerifyCode }).sort({ createdAt: -1, _id: -1 }).lean<OrderDoc[]>();
  const order = orders.find(({ status }) => status === OrderStatus.toShip) ?? orders[0];
  if (!order) throw tradeErrors.OrderNotFound();
  return order;
}
