import { expect } from "chai";
import { closeAttemptJob, expirePayOrderJob, sweepExpiredJob } from "#shared/domains/pay/pay.jobs.js";
import { movePayOrderExpiry } from "#shared/domains/pay/index.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { clock, days, heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { atChannel, buildSubmitted, fault, noFaults, reload, settle } from "./support.js";

const expire = async (payOrderId: number): Promise<void> => {
  await enqueue(expirePayOrderJob, { payOrderId });
  await runJobs();
};

describe("a pay order whose time is over", () => {
  before(() => startService());
  beforeEach(() => heldClock.hold());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
  });

  it("is closed at the channel and here; the job run twice changes nothing", async () => {
    const { order, no } = await buildSubmitted();
    heldClock.advance(hours(2));
    await expire(order._id);
    expect((await reload(order)).status).to.equal(30);
    expect((await atChannel(no)).state).to.equal("closed");
    await expire(order._id);
    expect((await reload(order)).status).to.equal(30);
  });

  it("is left alone before its time, also when that was moved", async () => {
    const { order } = await buildSubmitted();
    await expire(order._id);
    expect((await reload(order)).status).to.equal(0);
    await movePayOrderExpiry(order._id, clock.after(hours(4)));
    heldClock.advance(hours(3));
    await expire(order._id);
    expect((await reload(order)).status).to.equal(0);
  });

  it("is paid here when it was paid there", async () => {
    const { order, no } = await buildSubmitted();
    await settle(no, { notify: false });
    heldClock.advance(hours(2));
    await expire(order._id);
    expect((await reload(order)).status).to.equal(10);
  });

  it("is found by the sweep when nobody expired it", async () => {
    // The sweep finds what other tests left as well, whose merchants may be gone.
    const later = { $set: { expireAt: clock.after(days(30)) } };
    await inTransaction(async () => PayOrderModel.updateMany({ status: 0 }, later));
    const { order } = await buildSubmitted();
    heldClock.advance(hours(2) + minutes(2));
    await enqueue(sweepExpiredJob, {});
    await runJobs();
    expect((await reload(order)).status).to.equal(30);
  });

  it("waits for a silent channel ten minutes, then closes here, goes on closing there and gives late money back", async () => {
    const { order, no } = await buildSubmitted();
    heldClock.advance(hours(2));
    await fault({ mode: "error", count: 1_000, path: "/out-trade-no/" });
    await expire(order._id);
    expect((await reload(order)).status).to.equal(0);
    for (let waited = 0; waited < minutes(10); waited += seconds(30)) {
      expect((await reload(order)).status).to.equal(0);
      heldClock.advance(seconds(30));
      await runJobs();
    }
    expect((await reload(order)).status).to.equal(30);
    expect((await atChannel(no)).state).to.equal("waiting");
    await noFaults();
    await settle(no, { notify: false });
    const { _id: attemptId } = (await PayAttemptModel.findOne({ no }).lean())!;
    // Its tries were used up while the channel was silent: the schedule brings it back.
    await enqueue(closeAttemptJob, { attemptId });
    await runJobs();
    expect((await reload(order)).status).to.equal(30);
    expect((await atChannel(no)).refunded).to.equal(order.priceFen);
    expect(await PayRefundModel.countDocuments({ merchantRefundId: `late-${attemptId}` })).to.equal(1);
    await enqueue(closeAttemptJob, { attemptId });
    await runJobs();
    expect(await PayRefundModel.countDocuments({ merchantRefundId: `late-${attemptId}` })).to.equal(1);
    expect(await OutboxModel.countDocuments({ job: "pay.expireOrder", open: true })).to.equal(0);
  });
});
