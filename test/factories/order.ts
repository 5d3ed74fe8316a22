import { expect } from "chai";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { settlePayment } from "#shared/domains/pay/order/settlePayment.js";
import {
  findOrder,
  findOrderItems,
  OrderItemModel,
  OrderModel,
  type OrderDoc,
  type OrderItemDoc,
} from "#shared/domains/trade/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { clock } from "#shared/kernel/time/clock.js";
import { runJobs } from "#test/support/runJobs.js";
import { buildAddress } from "./address.js";
import { buildMember, type BuiltMember } from "./member.js";
import { submitBody } from "./payOrder.js";
import { buildSpu } from "./spu.js";
import { payAppsAreThere } from "./payApps.js";

export interface BuiltOrder extends BuiltMember {
  order: OrderDoc;
  items: OrderItemDoc[];
  payOrderId: number;
  /** What was sent to /app-api/trade/order/create. */
  body: Record<string, unknown>;
}

export interface OrderOverrides {
  owner?: BuiltMember;
  /** Default: one SKU of 9900 fen, with 100 in stock. */
  skuId?: number;
  count?: number;
  /** Laid over the body that is sent. */
  body?: Record<string, unknown>;
}

/** A member who can order: signed in, with an address; the pay apps are there. */
export async function buildBuyer(): Promise<BuiltMember & { addressId: number }> {
  await payAppsAreThere();
  const built = await buildMember();
  const { _id: addressId } = await buildAddress(built.member._id);
  return { ...built, addressId };
}

/** What a client sends to order one SKU by express. */
export const orderBody = (
  skuId: number,
  addressId: number,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> => ({
  items: [{ skuId, count: 1 }],
  pointStatus: false,
  deliveryType: 1,
  addressId,
  ...overrides,
});

/** An unpaid order, placed by its member through HTTP. */
export async function buildUnpaidOrder({ owner, skuId, count = 1, body }: OrderOverrides = {}): Promise<BuiltOrder> {
  await payAppsAreThere();
  const built = owner ?? (await buildMember());
  const { _id: addressId } = await buildAddress(built.member._id);
  const chosen = skuId ?? (await buildSpu()).skuIds[0]!;
  const sent = orderBody(chosen, addressId, { items: [{ skuId: chosen, count }], ...body });
  const reply = await built.client.post("/app-api/trade/order/create", sent);
  expect(reply.code, reply.msg).to.equal(0);
  return { ...built, ...(await reloadOrder(reply.data.id)), payOrderId: reply.data.payOrderId, body: sent };
}

/** A paid order: submitted by QR code, and its payment told to pay as a verified callback does. */
export async function buildPaidOrder(overrides: OrderOverrides = {}): Promise<BuiltOrder> {
  const built = await buildUnpaidOrder(overrides);
  await payOrder(built);
  await runJobs();
  const now = await reloadOrder(built.order._id);
  expect(now.order.status).to.equal(10);
  return { ...built, ...now };
}

/** Submits an order and settles it; what reacts to the payment is still to run. */
export async function payOrder({ client, payOrderId }: Pick<BuiltOrder, "client" | "payOrderId">): Promise<void> {
  const waiting = (await findPayOrder(payOrderId))!;
  const reply = await client.post("/app-api/pay/order/submit", submitBody(waiting));
  expect(reply.code, reply.msg).to.equal(0);
  const { no, priceFen } = (await findPayOrder(payOrderId))!;
  const settled = await settlePayment({
    family: "wechatpay",
    no: no!,
    channelOrderNo: `42${no}`,
    paidFen: priceFen,
    paidAt: clock.now(),
    channelUserId: null,
  });
  expect(settled).to.equal("settled");
}

/** An order as it is stored now. */
export async function reloadOrder(orderId: number): Promise<{ order: OrderDoc; items: OrderItemDoc[] }> {
  return { order: (await findOrder(orderId))!, items: await findOrderItems(orderId) };
}

/** Orders as one that was placed by its member, newer than it. */
export async function copyOrder({ order, items }: BuiltOrder, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at++) {
    const orderId = await nextId("tradeOrders");
    ids.push(orderId);
    const now = clock.now();
    await OrderModel.create({
      ...order,
      _id: orderId,
      no: `c${at}${order.no.slice(1)}`,
      createdAt: now,
      updatedAt: now,
    });
    for (const item of items)
      await OrderItemModel.create({ ...item, _id: await nextId("tradeOrderItems"), orderId, createdAt: now });
  }
  return ids;
}
