import { expect } from "chai";
import { buildSeckill } from "#test/factories/activity.js";
import { buildBuyer, orderBody } from "#test/factories/order.js";
import { writesDuring } from "#test/support/writes.js";

describe("buyers who stand in line for a flash sale", () => {
  it("are told that it is sold out without a write, once the last piece has gone", async () => {
    const { activityId, skuId } = await buildSeckill({ goods: { stock: 1 } });
    const buyers: Awaited<ReturnType<typeof buildBuyer>>[] = [];
    for (let made = 0; made < 6; made++) buyers.push(await buildBuyer());
    let codes: number[] = [];
    const writes = await writesDuring(async () => {
      const replies = await Promise.all(
        buyers.map(({ client, addressId }) =>
          client.post(
            "/app-api/trade/order/create",
            orderBody(skuId, addressId, { type: 1, seckillActivityId: String(activityId) }),
          ),
        ),
      );
      codes = replies.map(({ code }) => code).sort();
    });
    expect(codes).to.deep.equal([0, ...Array.from({ length: 5 }, () => 1013008006)]);
    expect(writes.filter(({ collection }) => collection === "skus").length, "tries to take stock").to.equal(1);
  });
});
