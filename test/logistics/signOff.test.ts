import { expect } from "chai";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { receiveSignedOrders } from "#shared/domains/trade/index.js";
import { receiveSignedOrdersJob } from "#shared/domains/trade/trade.jobs.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { reloadOrder } from "#test/factories/order.js";
import { buildShippedOrder, freshLogisticsNo } from "#test/factories/shipment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { happens, push, pushBody } from "./support.js";

const statusOf = async (orderId: number): Promise<number> => (await reloadOrder(orderId)).order.status;

describe("a parcel that was signed for", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
  beforeEach(() => heldClock.hold());
  afterEach(async () => {
    await runJobs();
    heldClock.release();
  });

  it("has its orders received seven days later, each once, and not before", async () => {
    const logisticsNo = freshLogisticsNo();
    const [one, two] = [await buildShippedOrder({ logisticsNo }), await buildShippedOrder({ logisticsNo })];
    await happens(logisticsNo, { content: "已签收", delivered: true, times: 3 });
    await runJobs();
    expect([await statusOf(one.order._id), await statusOf(two.order._id)]).to.deep.equal([20, 20]);
    heldClock.advance(days(7) - hours(1));
    await enqueue(receiveSignedOrdersJob, { parcelId: one.order.parcelId! });
    await receiveSignedOrders(one.order.parcelId!);
    await runJobs();
    expect(await statusOf(one.order._id)).to.equal(20);
    heldClock.advance(hours(1) + minutes(1));
    await runJobs();
    for (const { order } of [one, two]) {
      const received = (await reloadOrder(order._id)).order;
      expect(received.status).to.equal(30);
      expect(received.receiveAt).to.be.instanceOf(Date);
    }
    await enqueue(receiveSignedOrdersJob, { parcelId: one.order.parcelId! });
    await runJobs();
    await receiveSignedOrders(one.order.parcelId!);
    const logs = await OrderLogModel.find({ orderId: one.order._id, afterStatus: 30 }).lean();
    expect(logs.map(({ content, userType }) => [content, userType])).to.deep.equal([
      ["Received, as its parcel was signed for", 0],
    ]);
  });

  it("is waited for again when its job comes early, from a host whose clock is ahead", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    await happens(logisticsNo, { content: "已签收", delivered: true });
    await runJobs();
    heldClock.advance(days(7) - minutes(1));
    await enqueue(receiveSignedOrdersJob, { parcelId: order.parcelId! }, { replace: true });
    await runJobs();
    expect(await statusOf(order._id)).to.equal(20);
    heldClock.advance(minutes(2));
    await runJobs();
    expect(await statusOf(order._id)).to.equal(30);
  });

  it("leaves an order that its member received, and one that was never signed for waits its fourteen days", async () => {
    const received = await buildShippedOrder();
    const waiting = await buildShippedOrder();
    await happens(received.logisticsNo, { content: "已签收", delivered: true });
    await runJobs();
    expect((await received.client.post("/app-api/trade/order/receive", { id: received.order._id })).code).to.equal(0);
    heldClock.advance(days(8));
    await runJobs();
    expect(await OrderLogModel.countDocuments({ orderId: received.order._id, afterStatus: 30 })).to.equal(1);
    expect(await statusOf(waiting.order._id)).to.equal(20);
    heldClock.advance(days(6) + minutes(1));
    await runJobs();
    expect(await statusOf(waiting.order._id)).to.equal(30);
  });

  it("before the order was shipped is another one's: its number was mistyped, and nothing is received early", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    await happens(logisticsNo, { content: "已签收", delivered: true, time: Date.now() - days(20) });
    await runJobs();
    await receiveSignedOrders(order.parcelId!);
    expect(await statusOf(order._id)).to.equal(20);
  });

  it("by a provider's clock that is ahead of ours is not put off", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    await happens(logisticsNo, { content: "已签收", delivered: true, time: Date.now() + days(300) });
    await runJobs();
    const parcel = (await ParcelModel.findById(order.parcelId!).lean())!;
    expect(+parcel.signedAt!).to.be.at.most(Date.now() + 1);
    heldClock.advance(days(7) + minutes(1));
    await runJobs();
    expect(await statusOf(order._id)).to.equal(30);
  });

  it("by its sender, to whom it went back, is not received", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    const back = [{ context: "退件已签收", time: "2026-11-03 10:00:00" }];
    await push(pushBody({ com: "zhongtong", nu: logisticsNo }, back, { state: "4", ischeck: "1" }));
    await runJobs();
    heldClock.advance(days(10));
    await runJobs();
    expect(await statusOf(order._id)).to.equal(20);
  });
});
