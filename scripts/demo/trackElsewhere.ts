import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { basketOf, order, payByScan, type Shop, type Shopper } from "./shopper.js";
import type { Product } from "./office/stockTheShop.js";
import { expect, step, until } from "./walk.js";

/** A delivery company that only the second tracking provider supports: its codes are in capitals. */
const COMPANY = { code: "DEMOEX", name: "示范速运" };

interface Company {
  id: number;
  code: string;
}

/** The first tracking provider refuses the delivery company, the second one pushes; a forged push changes nothing. */
export async function trackElsewhere(shopper: Shopper, { operator, sandbox }: Shop, product: Product): Promise<void> {
  const placed = await order(shopper, basketOf(shopper, product.skuId));
  const { id } = await payByScan(shopper, sandbox, placed);
  const logisticsNo = `DEMO${Date.now()}`;
  await step("an order leaves by a company that the first tracking provider does not know", async () => {
    const path = "/admin-api/trade/delivery/express";
    const { list } = await operator.get<{ list: Company[] }>(`${path}/page?code=${COMPANY.code}`);
    const logisticsId =
      list[0]?.id ??
      (await operator.post<number>(`${path}/create`, {
        ...COMPANY,
        logo: "",
        sort: 99,
        status: EnabledStatus.enabled,
      }));
    await operator.put("/admin-api/trade/order/delivery", { id, logisticsId, logisticsNo });
  });
  await step("the second provider watches the parcel", () =>
    until("the subscription", async () => {
      const parcels = await sandbox.get<{ no: string; by: string[] }[]>("/sandbox/express");
      return parcels.find(({ no, by }) => no === logisticsNo && by.includes("kdniao"));
    }),
  );
  const happens = (content: string, more: object = {}) =>
    sandbox.post<{ deliveries: { status: number }[] }>(`/sandbox/express/${logisticsNo}/tracks`, { content, ...more });
  await step("a forged push is refused, a good one is shown", async () => {
    const forged = await happens("Delivered to somebody else", { badSignature: true, times: 2 });
    expect(
      forged.deliveries.every(({ status }) => status === 401),
      "a forged push was taken",
    );
    await happens("Picked up", { times: 5 });
    await until("the track", async () => {
      const body = { id };
      const { name, expressTrackRespDTOList: list } = await shopper.client.post(
        "/app-api/trade/order/getOrderExpressTrackList",
        body,
      );
      return name === COMPANY.name && list.some(({ content }) => content === "Picked up") ? list : undefined;
    });
  });
}
