import { randomInt } from "node:crypto";
import { expect } from "chai";
import { OrderModel } from "#shared/domains/trade/index.js";
import { runJobs } from "#test/support/runJobs.js";
import { buildOperator } from "./operator.js";
import { buildPaidOrder, reloadOrder, type BuiltOrder, type OrderOverrides } from "./order.js";

/** Of the seeded delivery companies: 中通快递. */
export const ZHONGTONG = 5;
export const freshLogisticsNo = (): string => `ZT${randomInt(1e11, 1e12)}`;

interface ShippedOrder extends BuiltOrder {
  logisticsNo: string;
}

/** A paid order that an operator shipped through HTTP; its jobs have run unless told otherwise. */
export async function buildShippedOrder({
  logisticsNo = freshLogisticsNo(),
  jobs = true,
  ...overrides
}: OrderOverrides & { logisticsNo?: string; jobs?: boolean } = {}): Promise<ShippedOrder> {
  const built = await buildPaidOrder(overrides);
  const { client } = await buildOperator(["trade:order:ship"]);
  const body = { id: built.order._id, logisticsId: ZHONGTONG, logisticsNo };
  const reply = await client.put("/admin-api/trade/order/delivery", body);
  expect(reply.code, reply.msg).to.equal(0);
  if (jobs) await runJobs();
  return { ...built, ...(await reloadOrder(built.order._id)), logisticsNo };
}

/** A shipped order that its member received. */
export async function buildReceivedOrder(overrides: OrderOverrides = {}): Promise<ShippedOrder> {
  const built = await buildShippedOrder(overrides);
  const reply = await built.client.post("/app-api/trade/order/receive", { id: built.order._id });
  expect(reply.code, reply.msg).to.equal(0);
  return { ...built, ...(await reloadOrder(built.order._id)) };
}

/** Makes an order one of virtual goods that are picked up by code; a way without a store to set up. */
export async function makeVirtual(orderId: number, pickUpVerifyCode: string): Promise<void> {
  await OrderModel.updateOne({ _id: orderId }, { $set: { isVirtual: true, deliveryType: 2, pickUpVerifyCode } });
}
