/**
 * Fills a shop's history: `fillHistory.js {History}` writes paid, received and reviewed orders, with item, pay order and log,
 * over the last 90 days. The first is placed as a member does; the others are written directly, in its shape.
 */
import "#shared/subscriptions.js";
import mongoose from "mongoose";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { findOrder, findOrderItems, placeOrder } from "#shared/domains/trade/index.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { nextIds, serialNumber } from "#shared/kernel/mongo/ids.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import { clock, days } from "#shared/kernel/time/clock.js";

export interface History {
  /** The member who places the first one, at this address. */
  buyer: { memberId: number; addressId: number };
  /** The owners of the others: this many from this id on. */
  members: { first: number; count: number };
  skuId: number;
  orders: number;
}

const { buyer, members, skuId, orders } = JSON.parse(process.argv[2]!) as History;
const BATCH = 2_000;
const PAST_MS = days(90);

await connectMongo({ answerWithinMs: 120_000 });
const begun = performance.now();
const model = await modelOrder();
for (let done = 0; done < orders; done += BATCH) await fill(done, Math.min(BATCH, orders - done));
process.send!({ seconds: (performance.now() - begun) / 1_000 }, () => process.exit(0));

async function modelOrder() {
  const { memberId, addressId } = buyer;
  const { orderId, payOrderId } = await placeOrder(memberId, {
    lines: [{ skuId, count: 1 }],
    addressId,
    deliveryType: DeliveryType.express,
  });
  const [item] = await findOrderItems(orderId);
  const payOrder = payOrderId === null ? null : await findPayOrder(payOrderId);
  const logs = mongoose.connection.collection("tradeOrderLogs");
  return {
    order: (await findOrder(orderId))!,
    item: item!,
    payOrder: payOrder!,
    log: (await logs.findOne({ orderId }))!,
  };
}

async function fill(from: number, size: number): Promise<void> {
  const { order, item, payOrder, log } = model;
  const ids = {
    orders: await nextIds("tradeOrders", size),
    items: await nextIds("tradeOrderItems", size),
    payOrders: await nextIds("payOrders", size),
    logs: await nextIds("tradeOrderLogs", size),
  };
  const numbers = Array.from({ length: size }, (_, at) => at);
  const memberOf = (at: number): number => members.first + ((from + at) % members.count);
  const timeOf = (at: number): Date => clock.after(-PAST_MS * (1 - (from + at) / orders));
  const insert = async (collection: string, rowOf: (at: number) => object): Promise<void> => {
    await mongoose.connection.collection(collection).insertMany(numbers.map(rowOf), { ordered: false });
  };
  await insert("tradeOrders", (at) => {
    const [_id, time] = [ids.orders[at]!, timeOf(at)];
    const ended = {
      status: OrderStatus.completed,
      payStatus: true,
      commentStatus: true,
      reviewedCount: 1,
      payAt: time,
      receiveAt: time,
      finishAt: time,
    };
    const own = { memberId: memberOf(at), payOrderId: ids.payOrders[at], createdAt: time, updatedAt: time };
    return { ...order, ...ended, ...own, _id, no: serialNumber("o", _id) };
  });
  await insert("tradeOrderItems", (at) => ({
    ...item,
    commentStatus: true,
    _id: ids.items[at],
    orderId: ids.orders[at],
    memberId: memberOf(at),
    createdAt: timeOf(at),
  }));
  await insert("payOrders", (at) => ({
    ...payOrder,
    _id: ids.payOrders[at],
    merchantOrderId: String(ids.orders[at]),
    memberId: memberOf(at),
    status: PayStatus.paid,
    no: serialNumber("P", ids.payOrders[at]!),
    successAt: timeOf(at),
    createdAt: timeOf(at),
  }));
  await insert("tradeOrderLogs", (at) => ({
    ...log,
    _id: ids.logs[at],
    orderId: ids.orders[at],
    createdAt: timeOf(at),
  }));
}
