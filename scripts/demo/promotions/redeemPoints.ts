import { OrderStatus, OrderType } from "#shared/domains/trade/order/order.states.js";
import { basketOf, order, orderDetail, pointsOf, settle, type Shop, type Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { expect, step } from "../walk.js";

/** 1011003004. */
const HAD_THEIR_SHARE = 1_011_003_004;
const POINTS = 100;

/** The points mall: points alone, nothing to pay, so the order is paid when it is placed. */
export async function redeemPoints(shopper: Shopper, { operator }: Shop, product: Product): Promise<void> {
  const { client } = shopper;
  const id = await step(
    "the operator puts a teapot into the points mall",
    () =>
      operator.post<number>("/admin-api/promotion/point-activity/create", {
        name: "Teapots for points",
        spuId: product.spuId,
        products: [{ skuId: product.skuId, point: POINTS, price: 0, count: 1, stock: 5 }],
      }),
    (activityId) => `activity ${activityId}, ${POINTS} points`,
  );
  await step("it is on the mall's list", async () => {
    const list = await client.get("/app-api/promotion/point-activity/list");
    expect(
      list.some((row) => row.id === id && row.point === POINTS),
      "the mall does not show it",
    );
  });
  const basket = {
    ...basketOf(shopper, product.skuId),
    type: OrderType.points,
    pointStatus: true,
    pointActivityId: id,
  };
  await step(
    "settle: nothing to pay but points",
    async () => {
      const { price, usePoint } = await settle(shopper, basket);
      expect(price.payPrice === 0 && usePoint === POINTS, `to pay is ${price.payPrice} and ${usePoint} points`);
      return usePoint;
    },
    (points) => `${points} points`,
  );
  const before = await pointsOf(shopper);
  await step(
    "order it: paid at once, without a pay order",
    async () => {
      const placed = await order(shopper, basket);
      expect(placed.payOrderId === null, `it has pay order ${placed.payOrderId}`);
      const detail = await orderDetail(shopper, placed.id);
      expect(
        detail.status === OrderStatus.toShip && detail.payStatus && detail.type === OrderType.points,
        `its status is ${detail.status}`,
      );
      expect((await pointsOf(shopper)) === before - POINTS, "the points are not gone");
      return detail;
    },
    ({ no, status }) => `${no}, status ${status}`,
  );
  await step(
    "a second one is beyond the member's limit",
    () => client.refused(HAD_THEIR_SHARE, "POST", "/app-api/trade/order/create", basket),
    (message) => message,
  );
  await step("the operator takes it out of the mall", () =>
    operator.put("/admin-api/promotion/point-activity/close", { id }),
  );
}
