import { expect } from "chai";
import mongoose from "mongoose";
import { endsOfReceiverMobiles } from "#scripts/migrate/steps/0019-endsOfReceiverMobiles.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder } from "#test/factories/order.js";
import { questionsDuring } from "#test/kernel/storeQuestions.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

/** Those that grow with the shop. */
const collections = {
  tradeOrders: "orders",
  members: "members",
  payOrders: "pay orders",
  payAttempts: "attempts",
  payRefunds: "refunds",
  afterSales: "after-sales",
  tradeParcels: "parcels",
  invoices: "invoices",
  spus: "products",
  outbox: "jobs",
  apiAccessLogs: "requests",
};

describe("the search reads indexes", () => {
  before(() => startService());

  for (const [collection, words] of Object.entries(collections))
    it(`of ${words}, whatever is looked for`, async () => {
      const { client } = await buildOperator(["*"]);
      const { order } = await buildUnpaidOrder();
      // What its jobs ask, and where they end, is none of the search's questions.
      await runJobs();
      const texts = [order.no, "13900001111", "1111", "Li Lei", "o-17-1", String(order._id), "12345678", "龙井"];
      const questions = await questionsDuring(collection, async () => {
        for (const text of texts) await client.get(`/admin-api/system/search?text=${encodeURIComponent(text)}`);
      });
      expect(questions).not.to.deep.equal([]);
      const indexes = await mongoose.connection.db!.collection(collection).indexes();
      const heads = indexes.map(({ key }) => Object.keys(key)[0]);
      const without = questions.filter(({ filter }) => {
        const conditions = Array.isArray(filter["$or"]) ? (filter["$or"] as object[]) : [filter];
        return !conditions.every((one) => Object.keys(one).some((field) => heads.includes(field)));
      });
      expect(without).to.deep.equal([]);
    });

  it("orders from before have the last digits of their receiver's mobile; twice is once", async () => {
    const { order } = await buildUnpaidOrder();
    await OrderModel.collection.updateOne({ _id: order._id as never }, { $unset: { receiverMobileEnd: 1 } });
    for (let time = 0; time < 2; time++) {
      await endsOfReceiverMobiles.up!();
      const { receiverMobile, receiverMobileEnd } = (await OrderModel.findById(order._id).lean())!;
      expect(receiverMobileEnd).to.equal(receiverMobile.slice(-4));
    }
  });
});
