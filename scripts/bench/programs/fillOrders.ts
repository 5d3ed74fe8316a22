/**
 * Unpaid orders in bulk: `fillOrders.js {WaitingOrders}`. The first is placed (and submitted) as a member does it;
 * the others are written directly in its shape, with their own ids, SKU, member, number and reserved stock.
 */
import "#shared/subscriptions.js";
import mongoose from "mongoose";
import { SkuModel, type SkuDoc } from "#shared/domains/catalog/index.js";
import { findPayOrder, openAttempts, startAttempt } from "#shared/domains/pay/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { findOrder, findOrderItems, placeOrder } from "#shared/domains/trade/index.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { nextIds, serialNumber } from "#shared/kernel/mongo/ids.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import type { WaitingOrder, WaitingOrders } from "../waitingOrders.js";

const wanted = JSON.parse(process.argv[2]!) as WaitingOrders;
const { memberIds, addressId, skuIds, count, channelCode, notifyUrl } = wanted;
const BATCH = 200;

await connectMongo({ answerWithinMs: 120_000 });
// Callbacks are verified with the certificates fetched here; a worker fetches them once an hour.
if (channelCode === "social_native") await refreshCertificates();
const model = await modelOrder();
const skus = new Map<number, SkuDoc>(
  (await SkuModel.find({ _id: { $in: skuIds } }).lean<SkuDoc[]>()).map((sku) => [sku._id, sku]),
);
const made: WaitingOrder[] = [];
while (made.length < count) made.push(...(await fill(made.length, Math.min(BATCH, count - made.length))));
process.send!(made, () => process.exit(0));

async function modelOrder() {
  const memberId = memberIds[0]!;
  const lines = [{ skuId: skuIds[0]!, count: 1 }];
  const { orderId, payOrderId } = await placeOrder(memberId, { lines, addressId, deliveryType: DeliveryType.express });
  if (payOrderId === null) throw new Error("the order costs nothing");
  if (channelCode)
    await startAttempt(
      { memberId, sessionId: memberId },
      {
        payOrderId,
        channelCode,
        displayMode: channelCode === "social_native" ? "qr_code" : "url",
        openid: null,
        walletPart: "0",
        returnUrl: "http://127.0.0.1/paid",
        userIp: "127.0.0.1",
      },
    );
  const [attempt] = await openAttempts(payOrderId);
  const [item] = await findOrderItems(orderId);
  return { order: (await findOrder(orderId))!, item: item!, payOrder: (await findPayOrder(payOrderId))!, attempt };
}

async function fill(from: number, size: number): Promise<WaitingOrder[]> {
  const { order, item, payOrder, attempt } = model;
  const ids = {
    orders: await nextIds("tradeOrders", size),
    items: await nextIds("tradeOrderItems", size),
    payOrders: await nextIds("payOrders", size),
    attempts: attempt ? await nextIds("payAttempts", size) : [],
    movements: await nextIds("stockMovements", size),
  };
  const numbers = Array.from({ length: size }, (_, at) => at);
  const memberOf = (at: number): number => memberIds[(from + at) % memberIds.length]!;
  const skuOf = (at: number): number => skuIds[(from + at) % skuIds.length]!;
  // Once each: a number also contains its time.
  const nos = ids.attempts.map((_id) => serialNumber("P", _id));
  const noOf = (at: number): string | null => nos[at] ?? null;
  const insert = async (collection: string, rowOf: (at: number) => object): Promise<void> => {
    await mongoose.connection.collection(collection).insertMany(numbers.map(rowOf), { ordered: false });
  };
  await insert("tradeOrders", (at) => {
    const _id = ids.orders[at]!;
    const own = { _id, no: serialNumber("o", _id), memberId: memberOf(at), payOrderId: ids.payOrders[at] };
    return { ...order, ...own, reserved: [{ skuId: skuOf(at), count: 1 }] };
  });
  await insert("tradeOrderItems", (at) => {
    const { _id: skuId, spuId } = skus.get(skuOf(at))!;
    return { ...item, _id: ids.items[at], orderId: ids.orders[at], memberId: memberOf(at), skuId, spuId };
  });
  await insert("payOrders", (at) => ({
    ...payOrder,
    _id: ids.payOrders[at],
    merchantOrderId: String(ids.orders[at]),
    memberId: memberOf(at),
    notifyUrl,
    attemptId: ids.attempts[at] ?? null,
    no: noOf(at),
  }));
  if (attempt)
    await insert("payAttempts", (at) => {
      const _id = ids.attempts[at]!;
      return { ...attempt, _id, payOrderId: ids.payOrders[at], no: noOf(at), fingerprint: `bench-${_id}` };
    });
  await insert("stockMovements", (at) => ({
    _id: ids.movements[at],
    skuId: skuOf(at),
    kind: "reserve",
    refId: `order-${ids.orders[at]}`,
    count: 1,
    endedBy: null,
    createdAt: order.createdAt,
    updatedAt: order.createdAt,
  }));
  for (const skuId of skuIds) {
    const units = numbers.filter((at) => skuOf(at) === skuId).length;
    if (units > 0) await SkuModel.updateOne({ _id: skuId }, { $inc: { stock: -units, reserved: units } });
  }
  return numbers.map((at) => ({
    orderId: ids.orders[at]!,
    payOrderId: ids.payOrders[at]!,
    memberId: memberOf(at),
    amountFen: payOrder.priceFen,
    no: noOf(at),
    channelId: attempt?.channelId ?? null,
  }));
}
