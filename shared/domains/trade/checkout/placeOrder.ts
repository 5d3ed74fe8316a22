import { refuseHopeless } from "#shared/domains/promotion/activity/index.js";
import { checkCartRows } from "#shared/domains/cart/index.js";
import { assertInStock, withSkuLocks } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { buildOrder, type PlaceOrderInput } from "./buildOrder.js";
import { withBuyerLock } from "./limitUnpaid.js";
import { priceBasket } from "./priceBasket.js";
import { assertBasketInStock, assertDeliverable, isVirtualBasket, readBasket, stockLinesOf } from "./readBasket.js";
import { readOffer, refuseEarly } from "./readOffer.js";
import { fieldMissing, receiverOf } from "./receiverOf.js";
import { writeOrder, type PlacedOrder } from "./writeOrder.js";

/**
 * A new unpaid order with its pay order (rules: Orders). Reading, pricing and the sold-out look come first and outside;
 * all writes are one transaction with the stock first. Two calls are two orders: a client that may send twice gives an
 * Idempotency-Key. Refusals: those of the goods (catalog), the cart rows, the address (member), the activity, the
 * coupon, the points, the price and the unpaid orders, 400 for what the goods make necessary. An order that costs nothing, of the points mall alone, is paid
 * at once and has no pay order.
 */
export async function placeOrder(memberId: number, input: PlaceOrderInput): Promise<PlacedOrder> {
  await refuseEarly(input, input.lines);
  const at = clock.now();
  const basket = await readBasket(memberId, input.lines);
  await checkCartRows(
    memberId,
    basket.map(({ sku, cartId }) => ({ skuId: sku._id, cartId })),
  );
  await assertDeliverable(basket, input.deliveryType);
  assertBasketInStock(basket);
  if (basket.some(({ spu }) => spu.needPrescription) && input.hospitalPrescriptionId === undefined)
    throw fieldMissing("hospitalPrescriptionId");
  const receiver = await receiverOf(memberId, input, isVirtualBasket(basket));
  const offer = await readOffer(memberId, input, basket, at);
  const { price } = await priceBasket({
    memberId,
    at,
    basket,
    offer,
    deliveryType: input.deliveryType,
    areaId: receiver.receiverAreaId,
    couponId: input.couponId ?? null,
    usePoints: input.pointStatus ?? false,
    lookAtAll: false,
  });
  const placed = await buildOrder(memberId, input, { basket, receiver, price, offer, at });
  const skuIds = basket.map(({ sku }) => sku._id);
  return withBuyerLock(memberId, () =>
    withSkuLocks(skuIds, async (hadToWait) => {
      // While this one stood in line, the last unit may have gone: told without a transaction.
      if (hadToWait && offer) await refuseHopeless(offer);
      if (hadToWait) await assertInStock(stockLinesOf(basket));
      return writeOrder(placed, at);
    }),
  );
}
