import { ShownStatus } from "#shared/domains/promotion/promotion.codes.js";
import { OrderType } from "#shared/domains/trade/order/order.states.js";
import { basketOf, order, payByScan, settle, type Shop, type Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { expect, step, yuan } from "../walk.js";

const SALE_FEN = 8_800;
const STOCK = 5;
/** 1013008009 and 1011003003. */
const TOO_MANY_AT_ONCE = 1_013_008_009;
const HAD_THEIR_SHARE = 1_011_003_003;

/** A flash sale of the day's slots: one piece per member, its own price and stock. */
export async function buyInFlashSale(shopper: Shopper, { operator, sandbox }: Shop, product: Product): Promise<void> {
  const { client } = shopper;
  const slots = await client.get("/app-api/promotion/seckill-config/list");
  const slot = slots.find(({ startTime, endTime }) => startTime <= timeOfDay() && timeOfDay() < endTime);
  expect(slot !== undefined, "no time slot of the day covers this moment");
  const id = await step(
    "the operator opens a flash sale, one piece per member",
    () =>
      operator.post<number>("/admin-api/promotion/seckill-activity/create", {
        name: "Teapots, quickly",
        spuId: product.spuId,
        startTime: Date.now() - 60_000,
        endTime: Date.now() + 86_400_000,
        configIds: slots.map((one) => one.id),
        totalLimitCount: 1,
        singleLimitCount: 1,
        products: [{ skuId: product.skuId, seckillPrice: SALE_FEN, stock: STOCK }],
      }),
    (activityId) => `activity ${activityId}, ${slot.name}`,
  );
  await step(
    "it is in the list of this slot",
    async () => {
      const list = await client.get("/app-api/promotion/seckill-activity/list", { configId: slot.id });
      const found = list.find((row) => row.id === id);
      expect(found?.status === ShownStatus.running && found.stock === STOCK, "it does not run, or has another stock");
      return found;
    },
    ({ name, seckillPrice, stock }) => `${name}: ${yuan(seckillPrice)}, ${stock} left`,
  );
  const basket = { ...basketOf(shopper, product.skuId), type: OrderType.seckill, seckillActivityId: id };
  await step(
    "settle: the flash price, neither level nor coupon",
    async () => {
      const { price } = await settle(shopper, basket);
      expect(price.payPrice === SALE_FEN + price.deliveryPrice, `to pay is ${price.payPrice}`);
      expect(price.vipPrice === 0 && price.couponPrice === 0, "the level or a coupon counts, too");
      return price;
    },
    ({ totalPrice, payPrice }) => `${yuan(payPrice)} instead of ${yuan(totalPrice)}`,
  );
  const create = "/app-api/trade/order/create";
  await step(
    "two at once are refused",
    () => client.refused(TOO_MANY_AT_ONCE, "POST", create, { ...basket, items: [{ skuId: product.skuId, count: 2 }] }),
    (message) => message,
  );
  const placed = await step(
    "place the order",
    () => order(shopper, basket),
    (made) => `order ${made.id}`,
  );
  await step(
    "a second order is beyond the member's limit",
    () => client.refused(HAD_THEIR_SHARE, "POST", create, basket),
    (message) => message,
  );
  await step(
    "pay it by scan",
    () => payByScan(shopper, sandbox, placed),
    ({ no, payPrice, type }) => `${no} ${yuan(payPrice)}, type ${type}`,
  );
  await step("one piece of the sale is gone", async () => {
    const sale = await client.get("/app-api/promotion/seckill-activity/get", { id });
    expect(sale.stock === STOCK - 1, `${sale.stock} are left`);
  });
  await step("the operator closes the flash sale", async () => {
    await operator.put("/admin-api/promotion/seckill-activity/close", { id });
    const list = await client.get("/app-api/promotion/seckill-activity/list");
    expect(!list.some((row) => row.id === id), "it is still in the list");
  });
}

/** Slots are of the shop's day, HH:mm:ss in Asia/Shanghai. */
const timeOfDay = (): string => new Date().toLocaleTimeString("en-GB", { timeZone: "Asia/Shanghai" });
