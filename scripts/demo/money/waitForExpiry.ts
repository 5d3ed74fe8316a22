import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import type { MemberClient, OperatorClient } from "../shopClient.js";
import type { Who } from "../people/signInAndAddress.js";
import { expect, step, until } from "../walk.js";

/** A second order stays unpaid: the operator moves its expiry, and the shop closes it and returns the stock. */
export async function waitForExpiry(member: MemberClient, operator: OperatorClient, who: Who): Promise<void> {
  const page = await member.post("/app-api/product/spu/page", { pageNo: 1, pageSize: 20 });
  const order = await step(
    "place a second order and do not pay it",
    async () => {
      for (const { id } of page.list) {
        const spu = await member.post("/app-api/product/spu/getSpuDetail", { id });
        const sku = spu.skus.find(({ stock }) => stock >= 10);
        if (!sku) continue;
        const body = {
          items: [{ skuId: sku.id, count: 3 }],
          deliveryType: DeliveryType.express,
          addressId: who.addressId,
          pointStatus: false,
        };
        const reply = await member.send("POST", "/app-api/trade/order/create", body);
        if (reply.code !== 0) continue;
        return {
          ...(reply.data as { id: number; payOrderId: number }),
          spuId: id,
          skuId: sku.id,
          stockBefore: sku.stock,
        };
      }
      throw new Error("no product could be ordered");
    },
    ({ id }) => `order ${id}`,
  );
  const stock = async (): Promise<number | undefined> => {
    const spu = await member.post("/app-api/product/spu/getSpuDetail", { id: order.spuId });
    return spu.skus.find(({ id }) => id === order.skuId)?.stock;
  };
  // With two APIs, the other one may show a cached page for a moment.
  const isInStock = (pieces: number): Promise<true> =>
    until(`a stock of ${pieces}`, async () => (await stock()) === pieces || undefined);
  await step("its three pieces are reserved", () => isInStock(order.stockBefore - 3));
  await step("the operator moves its expiry to now", () =>
    operator.put("/admin-api/trade/order/update-expire", { id: order.id, payExpireTime: Date.now() + 1_000 }),
  );
  await step(
    `it is closed by itself (status ${OrderStatus.cancelled})`,
    () =>
      until(`status ${OrderStatus.cancelled}`, async () => {
        const detail = await member.get("/app-api/trade/order/getOrderDetail", { id: order.id });
        return detail.status === OrderStatus.cancelled ? detail : undefined;
      }),
    () => "cancelled",
  );
  await step("the stock is back, the pay order closed", async () => {
    await isInStock(order.stockBefore);
    const { status } = await member.get("/app-api/pay/order/get", { id: order.payOrderId, sync: false });
    expect(status === PayStatus.closed, `the pay order is ${status}`);
  });
  await step("delete it from the list", () => member.post("/app-api/trade/order/delete", { id: order.id }));
}
