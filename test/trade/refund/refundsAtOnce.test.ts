import { expect } from "chai";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { buildWallet } from "#test/factories/wallet.js";
import { abortedDuring } from "#test/support/commands.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const ORDERS = 8;

async function buyFromWallet(skuId: number): Promise<BuiltOrder> {
  const owner = await buildMember();
  await buildWallet(1_000_000, owner);
  const built = await buildUnpaidOrder({ owner, skuId });
  const payment = { id: built.payOrderId, userId: owner.member._id, channelCode: "wallet", displayMode: "app" };
  const reply = await owner.client.post("/app-api/pay/order/submit", {
    ...payment,
    returnUrl: "http://127.0.0.1:8080/paid",
  });
  expect(reply.code, reply.msg).to.equal(0);
  return built;
}

/** Rows of ended jobs alone: their worker and the walk may end the same one, and then one of the two begins again. */
const isOfRows = (commands: string[]): boolean =>
  commands.every((one) => /^(find|update|delete|insert) (outbox|claims)$|^(abort|commit)Transaction$/.test(one));

describe("refunds of one product at once", () => {
  before(() => startService());

  it("wait for each other, so that none aborts another's transaction", async () => {
    const operator = await buildOperator(["trade:order:refund"]);
    const skuId = (await buildSpu({ stock: 20 })).skuIds[0]!;
    const orders = await Promise.all(Array.from({ length: ORDERS }, () => buyFromWallet(skuId)));
    await runJobs();
    expect(await readSku(skuId)).to.include({ stock: 20 - ORDERS, sold: ORDERS });
    const aborted = await abortedDuring(async () => {
      const replies = await Promise.all(
        orders.map(({ order: { _id: id, payPriceFen: refundPrice } }) =>
          operator.client.put("/admin-api/trade/order/refund", { id, refundPrice, reason: "Recalled" }),
        ),
      );
      expect(replies.map(({ code }) => code)).to.deep.equal(orders.map(() => 0));
      await runJobs();
    });
    expect(aborted.filter((commands) => !isOfRows(commands))).to.deep.equal([]);
    for (const { order } of orders) expect((await reloadOrder(order._id)).order).to.include({ status: 40 });
    expect(await readSku(skuId)).to.include({ stock: 20, sold: 0 });
  });
});
