import { refuseSoldOut } from "#shared/domains/promotion/activity/index.js";
import { checkCartRows } from "#shared/domains/cart/index.js";
import { assertInStock, withSkuLocks } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { buildOrder, type PlaceOrderInput } from "./buildOrder.js";
import { withBuyerLock } from "./limitUnpaid.js";
import { priceBasket } from "./priceBasket.js";
import { assertBasketInStock, assertDeliverable, isVirtualBasket, readBasket, stockLinesOf } from "./readBasket.js";
import { readOffer } from "./readOffer.js";
import { fieldMissing, receiverOf } from "./receiverOf.js";
import { refuseEarly } from "./refuseEarly.js";
import { writeOrder, type PlacedOrder } from "./writeOrder.js";

/**
 * Places an unpaid order with its pay order (rules: Orders). Reads, pricing and the sold-out check come before the
 * transaction with all writes, stock first. Two calls place two orders: a client that may repeat one sends an
 * Idempotency-Key. Throws the refusals of the goods (catalog), the cart rows, the address (member), the activity, the
 * coupon, the points, the price and the unpaid limits, 400 for fields that the goods require. A free order (points mall
 * only) is paid at once and has no pay order.
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
      // The last unit may have been sold while this order waited: refuse it without a transaction.
      if (hadToWait && offer) await refuseSoldOut(offer);
      if (hadToWait) await assertInStock(stockLinesOf(basket));
      return writeOrder(placed, at);
    }),
  );
}
