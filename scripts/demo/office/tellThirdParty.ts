import { deliveriesOf, isSignedBy, messageOf } from "../merchant.js";
import { basketOf, order, payByScan, type Shop, type Shopper } from "../shopper.js";
import { expect, step, until } from "../walk.js";
import type { Product } from "./stockTheShop.js";

const RECEIVER = "erp";
const BASE = "/admin-api/infra/webhook";

/** A third party hears of a paid order, and checks that the shop says so. */
export async function tellThirdParty(shopper: Shopper, { operator, sandbox }: Shop, product: Product): Promise<void> {
  const { id, secret } = await step("a third party that wants to hear of paid orders", async () => {
    const url = `${sandbox.baseUrl}/sandbox/merchant/${RECEIVER}`;
    const endpoint = { name: `ERP ${Date.now()}`, url, events: ["order.paid"] };
    const made = await operator.post<number>(`${BASE}/create`, endpoint);
    return { id: made, ...(await operator.get<{ secret: string }>(`${BASE}/get-secret?id=${made}`)) };
  });
  try {
    await step(
      "an order is paid: it is told, and verifies the signature",
      async () => {
        const bought = await payByScan(shopper, sandbox, await order(shopper, basketOf(shopper, product.skuId)));
        const told = await until("the event", async () =>
          (await deliveriesOf(sandbox, RECEIVER)).find((one) => messageOf(one).data?.orderId === bought.id),
        );
        expect(messageOf(told).type === "order.paid" && isSignedBy(secret, told), "the signature does not verify");
        return told;
      },
      ({ headers }) => headers["webhook-id"] ?? "",
    );
  } finally {
    await operator.delete(`${BASE}/delete?id=${id}`);
  }
}
