import { expect } from "chai";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { ClaimModel } from "#shared/kernel/mongo/claims.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildPaidOrder, buildUnpaidOrder, payOrder } from "#test/factories/order.js";
import { buildShippedOrder } from "#test/factories/shipment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const timerOf = async (job: string, orderId: number): Promise<OutboxRow> =>
  OutboxModel.findOne({ job, "payload.orderId": orderId }).sort({ _id: -1 }).orFail().lean<OutboxRow>();
const isInRedis = async (row: OutboxRow): Promise<boolean> =>
  (await queueNamed("order-timeout").getJob(bullIdOf(row))) !== undefined;
const claimsOf = ({ _id }: OutboxRow): Promise<number> => ClaimModel.countDocuments({ _id: /^outbox\./, by: _id });

describe("a timer of an order", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
  afterEach(() => heldClock.release());

  it("waits in MongoDB alone, and dies with what it was for: paid", async () => {
    const built = await buildUnpaidOrder();
    const before = await timerOf("trade.closeUnpaidOrder", built.order._id);
    expect([before.state, await isInRedis(before), await claimsOf(before)]).to.deep.equal(["held", false, 0]);
    await payOrder(built);
    await runJobs();
    const after = await timerOf("trade.closeUnpaidOrder", built.order._id);
    expect([after.state, after.open, await claimsOf(after)]).to.deep.equal(["cancelled", false, 0]);
    heldClock.advance(hours(3));
    await runJobs();
    expect(await timerOf("trade.closeUnpaidOrder", built.order._id)).to.deep.equal(after);
  });

  it("cancelled by its member", async () => {
    const { client, order } = await buildUnpaidOrder();
    expect((await client.post("/app-api/trade/order/cancel", { id: order._id })).code).to.equal(0);
    expect((await timerOf("trade.closeUnpaidOrder", order._id)).state).to.equal("cancelled");
  });

  it("received by its member", async () => {
    const { client, order } = await buildShippedOrder();
    const before = await timerOf("trade.receiveShippedOrder", order._id);
    expect([before.state, await isInRedis(before)]).to.deep.equal(["held", false]);
    expect((await client.post("/app-api/trade/order/receive", { id: order._id })).code).to.equal(0);
    expect((await timerOf("trade.receiveShippedOrder", order._id)).state).to.equal("cancelled");
  });

  it("that has come is done, and not cancelled by what it does", async () => {
    const { order } = await buildShippedOrder();
    heldClock.advance(hours(24 * 15));
    await runJobs();
    expect((await timerOf("trade.receiveShippedOrder", order._id)).state).to.equal("done");
  });

  it("an order that is paid at once leaves no timer behind", async () => {
    const { order } = await buildPaidOrder();
    const open = await OutboxModel.find({ "payload.orderId": order._id, open: true }).lean();
    expect(open.map(({ job }) => job)).to.deep.equal([]);
  });
});
