import { expect } from "chai";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { OrderItemModel, OrderModel } from "#shared/domains/trade/index.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildPaidOrder, buildUnpaidOrder } from "#test/factories/order.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { writesDuring } from "#test/support/writes.js";
import { beginMerging, buildPair, reload } from "./support.js";

const ORDERS = 10_000;
const AT_ONCE = 1_000;
/** A batch is one write, whatever its rows. */
const MOST_WRITES = 200;

describe("a member with ten thousand orders", function () {
  this.timeout(240_000);
  before(startService);

  it("is merged in batches, in which no transaction is long, and sells on meanwhile", async () => {
    const pair = await buildPair();
    const { order, items, payOrderId } = await buildPaidOrder({ owner: pair.from });
    const payOrder = (await findPayOrder(payOrderId))!;
    for (let made = 0; made < ORDERS; made += AT_ONCE) {
      const copies = [];
      for (let index = 0; index < AT_ONCE; index++) {
        const [orderId, itemId, paymentId] = [
          await nextId("tradeOrders"),
          await nextId("tradeOrderItems"),
          await nextId("payOrders"),
        ];
        copies.push({ orderId, itemId, paymentId });
      }
      await OrderModel.collection.insertMany(
        copies.map(({ orderId, paymentId }) => ({
          ...order,
          _id: orderId,
          no: `many-${orderId}`,
          payOrderId: paymentId,
        })) as never,
      );
      await OrderItemModel.collection.insertMany(
        copies.map(({ orderId, itemId }) => ({ ...items[0]!, _id: itemId, orderId })) as never,
      );
      await PayOrderModel.collection.insertMany(
        copies.map(({ orderId, paymentId }) => ({
          ...payOrder,
          _id: paymentId,
          merchantOrderId: String(orderId),
        })) as never,
      );
    }
    let during: Promise<unknown> | undefined;
    const writes = await writesDuring(
      async () => {
        await beginMerging(pair);
        during = buildUnpaidOrder({ owner: pair.into });
        await runJobs();
      },
      { andOfJobs: true },
    );
    await during;
    const of = writes.filter(({ collection }) => ["tradeOrders", "tradeOrderItems", "payOrders"].includes(collection));
    expect(of.length).to.be.within(60, MOST_WRITES);
    expect(await reload(pair.from)).to.include({ status: 3 });
    for (const model of [OrderModel, OrderItemModel, PayOrderModel] as const) {
      const counted = model as typeof OrderModel;
      expect(await counted.countDocuments({ memberId: pair.from.member._id })).to.equal(0);
      expect(await counted.countDocuments({ memberId: pair.into.member._id })).to.equal(ORDERS + 2);
    }
    // The copies have no stock, payment or points of their own.
    for (const model of [OrderModel, OrderItemModel, PayOrderModel] as const)
      await (model as typeof OrderModel).collection.deleteMany({ memberId: pair.into.member._id });
  });
});
