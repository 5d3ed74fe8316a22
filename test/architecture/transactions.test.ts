import { expect } from "chai";
import { buildBuyer, buildUnpaidOrder, orderBody, payOrder } from "#test/factories/order.js";
import { buildSpu } from "#test/factories/spu.js";
import { runJobs } from "#test/support/runJobs.js";
import { writesDuring, type Write } from "#test/support/writes.js";

/** What leaves the transaction by design: ids, claims of keys and locks, session looks; and the relay after the commit. */
const outside = new Set(["counters", "idempotencyKeys", "leases", "sealedValues", "loginLogs"]);
const strays = (writes: Write[]): Write[] =>
  writes.filter(({ collection, command, inTransaction }) => {
    if (inTransaction || outside.has(collection)) return false;
    return !(collection === "outbox" && command === "update");
  });
const collections = (writes: Write[]): string[] => [
  ...new Set(writes.filter((write) => write.inTransaction).map((write) => write.collection)),
];

describe("the writes of a use case carry its transaction", () => {
  it("placing an order", async () => {
    const { client, addressId } = await buildBuyer();
    const { skuIds } = await buildSpu();
    await runJobs();
    const writes = await writesDuring(async () => {
      const reply = await client.post("/app-api/trade/order/create", orderBody(skuIds[0]!, addressId));
      expect(reply.code, reply.msg).to.equal(0);
    });
    expect(strays(writes)).to.deep.equal([]);
    expect(collections(writes)).to.include.members([
      "skus",
      "stockMovements",
      "payOrders",
      "tradeOrders",
      "tradeOrderItems",
      "outbox",
    ]);
  });

  it("cancelling one", async () => {
    const { client, order } = await buildUnpaidOrder();
    await runJobs();
    const writes = await writesDuring(async () => {
      const reply = await client.post("/app-api/trade/order/cancel", { id: order._id });
      expect(reply.code, reply.msg).to.equal(0);
    });
    expect(strays(writes)).to.deep.equal([]);
    expect(collections(writes)).to.include.members(["skus", "stockMovements", "payOrders", "tradeOrders"]);
  });

  it("settling a payment, and what reacts to it", async () => {
    const built = await buildUnpaidOrder();
    await runJobs();
    const writes = await writesDuring(
      async () => {
        await payOrder(built);
        await runJobs();
      },
      { andOfJobs: true },
    );
    const settled = writes.filter(({ collection }) =>
      ["payOrders", "tradeOrders", "skus", "paidUnits", "stockMovements"].includes(collection),
    );
    expect(collections(settled)).to.include.members(["payOrders", "tradeOrders", "paidUnits"]);
    expect(strays(settled.filter(({ collection }) => collection !== "payOrders"))).to.deep.equal([]);
  });
});
