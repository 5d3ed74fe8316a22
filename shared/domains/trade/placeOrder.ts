import { removeCartRows } from "#shared/domains/cart/index.js";
import { assertInStock, reserveStock, withSkuLocks } from "#shared/domains/catalog/index.js";
import { MALL_APP, openPayOrder } from "#shared/domains/pay/index.js";
import { announce } from "#shared/platform/events.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { enqueue } from "#shared/platform/outbox.js";
import { buildOrder, type Fresh, type NewOrder, type PlaceOrderInput } from "./buildOrder.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { OrderItemModel, type OrderItemDoc } from "./orderItem.model.js";
import { logOrder, orderOperations } from "./orderLog.model.js";
import { priceBasket } from "./priceBasket.js";
import { assertBasketInStock, assertDeliverable, isVirtualBasket, readBasket, stockLinesOf } from "./readBasket.js";
import { fieldMissing, receiverOf } from "./receiverOf.js";
import { refuseActivities } from "./refuseActivities.js";
import { stockRefOf } from "./stockRef.js";
import { tradeOrderPlaced } from "./trade.events.js";
import { closeUnpaidOrderJob } from "./trade.jobs.js";

/**
 * A new unpaid order with its pay order (contract 5). Reading, pricing and the sold-out look come first and outside; all
 * writes are one transaction with the stock first. Two calls are two orders: a client that may send twice gives an
 * Idempotency-Key. Refusals: those of the goods (catalog), the address (member) and the price, 400 for what the goods
 * make necessary.
 */
export async function placeOrder(
  memberId: number,
  input: PlaceOrderInput,
): Promise<{ orderId: number; payOrderId: number }> {
  refuseActivities(input);
  const basket = await readBasket(memberId, input.lines);
  assertDeliverable(basket, input.deliveryType);
  assertBasketInStock(basket);
  if (basket.some(({ spu }) => spu.needPrescription) && input.hospitalPrescriptionId === undefined)
    throw fieldMissing("hospitalPrescriptionId");
  const receiver = await receiverOf(memberId, input, isVirtualBasket(basket));
  const price = await priceBasket({ basket, deliveryType: input.deliveryType, areaId: receiver.receiverAreaId });
  const placed = await buildOrder(memberId, input, { basket, receiver, price });
  return withSkuLocks(
    basket.map(({ sku }) => sku._id),
    async (hadToWait) => {
      // While this one stood in line, the last unit may have gone: told without a transaction.
      if (hadToWait) await assertInStock(stockLinesOf(basket));
      return writeOrder(placed);
    },
  );
}

async function writeOrder({ order, items, basket }: NewOrder): Promise<{ orderId: number; payOrderId: number }> {
  const { _id: orderId, memberId } = order;
  return inTransaction(async () => {
    await reserveStock(stockRefOf(orderId), stockLinesOf(basket));
    const payOrderId = await openPayOrderOf(order, items);
    // New documents each time: the callback may run again after a lost race.
    await OrderModel.create([{ ...order, payOrderId }]);
    await OrderItemModel.create(
      items.map((item) => ({ ...item })),
      { ordered: true },
    );
    await removeCartRows(
      memberId,
      items.flatMap(({ cartId }) => cartId ?? []),
    );
    await enqueue(closeUnpaidOrderJob, { orderId }, { dueAt: order.payExpireAt });
    await announce(tradeOrderPlaced, { orderId, memberId });
    await logOrder({
      orderId,
      userId: memberId,
      userType: 1,
      beforeStatus: null,
      afterStatus: 0,
      operateType: orderOperations.placed,
      content: "Order placed",
    });
    return { orderId, payOrderId };
  });
}

async function openPayOrderOf(order: Fresh<OrderDoc>, items: Fresh<OrderItemDoc>[]): Promise<number> {
  const subject = [...(items[0]?.spuName ?? "")].slice(0, 32).join("");
  const { _id } = await openPayOrder({
    appId: MALL_APP,
    merchantOrderId: String(order._id),
    memberId: order.memberId,
    subject,
    body: subject,
    priceFen: order.payPriceFen,
    expireAt: order.payExpireAt,
    isVirtual: order.isVirtual,
    userIp: order.userIp,
  });
  return _id;
}
