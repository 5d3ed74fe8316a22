import { expect } from "chai";
import mongoose from "mongoose";
import { config } from "#shared/kernel/config/config.js";
import { buildBuyer, orderBody } from "#test/factories/order.js";
import { buildSpu, readSpu } from "#test/factories/spu.js";
import { buildWallet } from "#test/factories/wallet.js";
import { commandsDuring, tally } from "#test/support/commands.js";
import { eventually } from "#test/support/eventually.js";
import { waitingRollUps } from "#test/support/rollUps.js";
import { runJobs } from "#test/support/runJobs.js";

/** Settlement, order, payment, and all that follows: its jobs, what they write of themselves, the merchant's message. */
const MOST_COMMANDS = 26;
const MOST_ORDERS = 20;

describe("a whole order, paid from the wallet", () => {
  // What is looked at while commands are counted goes over a connection of its own.
  let aside: mongoose.Connection;
  before(async () => {
    aside = await mongoose.createConnection(config.MONGODB_URI).asPromise();
  });
  after(() => aside.close());

  it(`costs the store ${MOST_COMMANDS} commands at most`, async () => {
    const buyer = await buildBuyer();
    await buildWallet(10_000_000, buyer);
    const { skuIds, spuId } = await buildSpu();
    const send = async (path: string, body: object): Promise<{ payOrderId: number }> => {
      const reply = await buyer.client.post(path, body);
      expect(reply.code, reply.msg).to.equal(0);
      return reply.data;
    };
    const openRows = () => aside.collection("outbox").countDocuments({ open: true, state: { $ne: "held" } });
    const payOrderIds: number[] = [];
    const order = async (): Promise<void> => {
      const basket = orderBody(skuIds[0]!, buyer.addressId);
      await send("/app-api/trade/order/settlement", basket);
      const { payOrderId } = await send("/app-api/trade/order/create", basket);
      payOrderIds.push(payOrderId);
      const payment = { id: payOrderId, userId: buyer.member._id, channelCode: "wallet", displayMode: "app" };
      await send("/app-api/pay/order/submit", { ...payment, returnUrl: "http://127.0.0.1:8080/paid" });
      await eventually("its jobs end", async () => (await openRows()) + (await waitingRollUps(spuId)) === 0, 20);
    };
    // The first ones make what is made once: ids, the host's row, what is remembered.
    for (let warm = 0; warm < 2; warm++) {
      await order();
      await runJobs();
    }
    // The cheapest of some: a job that takes a second on a busy machine says so in its row.
    let commands = await commandsDuring(order);
    let orders = 3;
    for (; orders < MOST_ORDERS && commands.length > MOST_COMMANDS; orders++) {
      await runJobs();
      commands = await commandsDuring(order);
    }
    expect(commands.length, tally(commands)).to.be.within(20, MOST_COMMANDS);
    const { spu } = await readSpu(spuId);
    expect([spu.stock, spu.salesCount]).to.deep.equal([100 - orders, orders]);
    const told = { payOrderId: { $in: payOrderIds }, status: 10 };
    expect(await aside.collection("notifyTasks").countDocuments(told)).to.equal(orders);
  });
});
