import { expect } from "chai";
import { findPayOrder } from "#shared/domains/pay/index.js";
import {
  changeOrderPrice,
  OrderModel,
  receiveOrder,
  refundOrder,
  reviewOrderItem,
  shipOrder,
} from "#shared/domains/trade/index.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { withContext } from "#shared/kernel/request/context.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildPaidOrder, buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { writesDuring } from "#test/support/writes.js";

/** What the relay and the counters write by themselves, outside any use case. */
const aside = ["outbox", "counters"];
const review = { anonymous: false, descriptionScores: 5, benefitScores: 5, content: "好", picUrls: [] };
const ship = (orderId: number, logisticsNo = freshLogisticsNo()) =>
  shipOrder(1, { orderId, logisticsId: ZHONGTONG, logisticsNo });
const codeOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: { code: number }) => error.code,
  );

describe("the transactions of fulfilment", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
  afterEach(() => runJobs());

  it("carry every write of shipping, receiving, reviewing, a change of price and a refund", async () => {
    const { order, items, member } = await buildPaidOrder();
    const unpaid = await buildUnpaidOrder();
    const refunded = await buildPaidOrder();
    const steps: [string, () => Promise<unknown>][] = [
      ["ship", () => ship(order._id)],
      ["receive", () => receiveOrder(member._id, order._id)],
      ["review", () => reviewOrderItem(member._id, items[0]!._id, review)],
      ["price", () => changeOrderPrice(1, unpaid.order._id, 100)],
      ["refund", () => refundOrder(1, refunded.order._id, 100, "x")],
    ];
    for (const [name, step] of steps) {
      await runJobs();
      const writes = (await writesDuring(step)).filter(({ collection }) => !aside.includes(collection));
      const own = writes.filter(({ collection }) => /^trade|^pay|^product|^operation/.test(collection));
      expect(own.length, name).to.be.greaterThan(1);
      expect(
        own.filter(({ inTransaction }) => !inTransaction),
        name,
      ).to.deep.equal([]);
    }
  });

  it("leave nothing behind when they fail at their very end", async () => {
    const { order } = await buildPaidOrder();
    const logisticsNo = freshLogisticsNo();
    const logs = await OrderLogModel.countDocuments({ orderId: order._id });
    const crash = withContext(
      { requestId: "crash", language: "en", beforeCommit: () => Promise.reject(new Error("power cut")) },
      () => ship(order._id, logisticsNo),
    );
    await crash.then(
      () => expect.fail("it must not commit"),
      (error: Error) => expect(error.message).to.equal("power cut"),
    );
    expect((await reloadOrder(order._id)).order).to.deep.equal(order);
    expect(await ParcelModel.countDocuments({ logisticsNo })).to.equal(0);
    expect(await OrderLogModel.countDocuments({ orderId: order._id })).to.equal(logs);
    expect(await OutboxModel.countDocuments({ key: `trade.receiveShippedOrder:receive-${order._id}` })).to.equal(0);
  });

  it("let several orders into one parcel at the same moment", async () => {
    const orders = [await buildPaidOrder(), await buildPaidOrder(), await buildPaidOrder()];
    const logisticsNo = freshLogisticsNo();
    await Promise.all(orders.map(({ order }) => ship(order._id, logisticsNo)));
    expect(await ParcelModel.countDocuments({ logisticsNo })).to.equal(1);
    const ids = await OrderModel.distinct("parcelId", { logisticsNo });
    expect(ids).to.have.length(1);
  });

  it("take a refund and a shipment at once as one after the other, with nothing between", async () => {
    for (let round = 0; round < 5; round++) {
      const { order, payOrderId } = await buildPaidOrder();
      const [shipped, refunded] = await Promise.all([
        codeOf(ship(order._id)),
        codeOf(refundOrder(1, order._id, order.payPriceFen, "x")),
      ]);
      expect(refunded).to.equal(0);
      expect(shipped).to.be.oneOf([0, 1011000021]);
      const { order: now } = await reloadOrder(order._id);
      expect(now.status).to.be.oneOf(shipped === 0 ? [20, 40] : [10, 40]);
      expect(now.parcelId === null).to.equal(shipped !== 0);
      expect(now.refundId).to.be.a("number");
      expect((await findPayOrder(payOrderId))!.status).to.be.oneOf([10, 20]);
    }
  });
});
