import { BargainStatus } from "#shared/domains/promotion/activity/activity.states.js";
import { OrderType } from "#shared/domains/trade/order/order.states.js";
import { basketOf, order, payByScan, type Shop, type Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { expect, step, yuan } from "../walk.js";

/** 1013014001 and 1013013004. */
const HELPS_SELF = 1_013_014_001;
const NOT_SUCCESSFUL = 1_013_013_004;

/** A member lets a friend help to bargain; at the last help the price is reached. */
export async function bargainDown(
  shopper: Shopper,
  friend: Shopper,
  { operator, sandbox }: Shop,
  product: Product,
): Promise<void> {
  const { client } = shopper;
  const id = await step(
    "the operator opens a bargain, one help is enough",
    () =>
      operator.post<number>("/admin-api/promotion/bargain-activity/create", {
        name: "Teapots, for a friend's word",
        spuId: product.spuId,
        skuId: product.skuId,
        startTime: Date.now() - 60_000,
        endTime: Date.now() + 86_400_000,
        bargainFirstPrice: product.price,
        bargainMinPrice: 5_000,
        stock: 5,
        helpMaxCount: 1,
        bargainCount: 1,
        totalLimitCount: 1,
        randomMinPrice: 1_000,
        randomMaxPrice: 3_000,
      }),
    (activityId) => `activity ${activityId}, from ${yuan(product.price)}`,
  );
  const recordId = await step(
    "the member begins to bargain",
    () => client.post("/app-api/promotion/bargain-record/create", { activityId: id }),
    (record) => `record ${record}`,
  );
  const basket = { ...basketOf(shopper, product.skuId), type: OrderType.bargain, bargainRecordId: recordId };
  await step("alone they get nowhere", async () => {
    await client.refused(HELPS_SELF, "POST", "/app-api/promotion/bargain-help/create", { recordId });
    await client.refused(NOT_SUCCESSFUL, "POST", "/app-api/trade/order/create", basket);
  });
  await step(
    "the friend helps",
    () => friend.client.post("/app-api/promotion/bargain-help/create", { recordId }),
    (fen) => `${yuan(fen)} off`,
  );
  const { bargainPrice } = await step(
    `the price stands (status ${BargainStatus.succeeded})`,
    async () => {
      const record = await client.get("/app-api/promotion/bargain-record/get", { id: recordId });
      const off = record.helps.reduce((sum, { reducePrice }) => sum + reducePrice, 0);
      expect(
        record.status === BargainStatus.succeeded && record.bargainPrice === product.price - off,
        "the price does not follow the helps",
      );
      return record;
    },
    (record) => `${yuan(record.bargainPrice)}, helped by ${record.helps[0]?.nickname ?? ""}`,
  );
  await step(
    "order and pay it at that price",
    async () => {
      const paid = await payByScan(shopper, sandbox, await order(shopper, basket));
      expect(
        paid.type === OrderType.bargain && paid.payPrice === bargainPrice + paid.deliveryPrice,
        `paid were ${paid.payPrice}`,
      );
      return paid;
    },
    ({ no, payPrice }) => `${no} ${yuan(payPrice)}`,
  );
  await step("the operator closes the bargain", () =>
    operator.put("/admin-api/promotion/bargain-activity/close", { id }),
  );
}
