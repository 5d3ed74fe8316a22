import { expect } from "chai";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { PayRefundModel, type PayRefundDoc } from "#shared/domains/pay/refund/payRefund.model.js";
import { AfterSaleModel, type AfterSaleDoc } from "#shared/domains/trade/index.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { runJobs } from "#test/support/runJobs.js";
import { chase, settle } from "#test/pay/support.js";
import { buildOperator, type BuiltOperator } from "./operator.js";
import { buildUnpaidOrder, reloadOrder, type BuiltOrder, type OrderOverrides } from "./order.js";
import { submitBody } from "./payOrder.js";
import { freshLogisticsNo, ZHONGTONG } from "./shipment.js";
import { buildSpu } from "./spu.js";

/** An order paid at the sandbox's channel, so that money can go back there. */
export async function buildOrderPaidAtChannel(overrides: OrderOverrides = {}): Promise<BuiltOrder> {
  const built = await buildUnpaidOrder(overrides);
  const waiting = (await findPayOrder(built.payOrderId))!;
  const reply = await built.client.post("/app-api/pay/order/submit", submitBody(waiting));
  expect(reply.code, reply.msg).to.equal(0);
  const { deliveries } = await settle((await findPayOrder(built.payOrderId))!.no!);
  expect(deliveries.map(({ status }) => Math.floor(status / 100))).to.deep.equal([2]);
  await runJobs();
  const now = await reloadOrder(built.order._id);
  expect(now.order.status).to.equal(10);
  return { ...built, ...now };
}

/** An operator who may do everything with orders and after-sales. */
export const buildAfterSaleOperator = (): Promise<BuiltOperator> =>
  buildOperator([
    "trade:order:ship",
    "trade:order:refund",
    ...["query", "agree", "disagree", "receive", "refuse", "refund"].map((verb) => `trade:after-sale:${verb}`),
  ]);

/** An operator ships the order through HTTP. */
export async function ship({ client }: BuiltOperator, orderId: number): Promise<void> {
  const body = { id: orderId, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
  const reply = await client.put("/admin-api/trade/order/delivery", body);
  expect(reply.code, reply.msg).to.equal(0);
  await runJobs();
}

/** What a client sends to ask for the whole money of an item. */
export const applyBody = (
  { items }: Pick<BuiltOrder, "items">,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> => ({
  orderItemId: items[0]!._id,
  way: 10,
  refundPrice: items[0]!.payPriceFen,
  applyReason: "不想要了",
  ...overrides,
});

/** An after-sale that its member applied for through HTTP; answers its id. */
export async function buildAfterSale(
  built: Pick<BuiltOrder, "client" | "items">,
  overrides: Record<string, unknown> = {},
): Promise<number> {
  const reply = await built.client.post("/app-api/trade/after-sale/create", applyBody(built, overrides));
  expect(reply.code, reply.msg).to.equal(0);
  return reply.data as number;
}

/** An operator agrees, receives, refunds, through HTTP. */
export async function decide({ client }: BuiltOperator, verb: string, id: number): Promise<void> {
  const reply = await client.put(`/admin-api/trade/after-sale/${verb}`, { id });
  expect(reply.code, `${verb}: ${reply.msg}`).to.equal(0);
  expect(reply.data).to.equal(true);
}

/** A refund under way comes to its end, and what reacts to it. */
export async function arrive(): Promise<void> {
  await runJobs();
  await chase();
  heldClock.release();
}

/** Refunds of a payment, oldest first. */
export const refundsOf = (payOrderId: number): Promise<PayRefundDoc[]> =>
  PayRefundModel.find({ payOrderId }).sort({ _id: 1 }).lean<PayRefundDoc[]>().exec();

/** Two items of 9900 fen, of two SKUs with 5 in stock each, paid at the channel. */
export async function buildTwoItems({ body, ...overrides }: OrderOverrides = {}): Promise<
  BuiltOrder & { skuIds: number[] }
> {
  const skus = [1, 2].map(() => ({ priceFen: 9_900, stock: 5, weight: 1, volume: 1 }));
  const { skuIds } = await buildSpu({ skus });
  const items = skuIds.map((skuId) => ({ skuId, count: 1 }));
  return { ...(await buildOrderPaidAtChannel({ ...overrides, body: { items, ...body } })), skuIds };
}

export async function reloadAfterSale(afterSaleId: number): Promise<AfterSaleDoc> {
  return (await AfterSaleModel.findById(afterSaleId).lean<AfterSaleDoc>())!;
}
