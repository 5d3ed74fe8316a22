import { expect } from "chai";
import fc from "fast-check";
import { refundAtChannelJob } from "#shared/domains/pay/pay.jobs.js";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { splitRefund } from "#shared/domains/pay/refund/refundPayOrder.js";
import { feeFen } from "#shared/domains/pay/order/settlePayment.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildPayOrder } from "#test/factories/payOrder.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { atChannel, buildPaid, callsTo, chase, control, fault, noFaults, refundAtSandbox, reload } from "./support.js";

let counter = 0;
const refundOf = (payOrderId: number, refundFen: number, merchantRefundId = `r-${process.pid}-${++counter}`) =>
  refundPayOrder({ payOrderId, merchantRefundId, refundFen, reason: "不想要了" });
const refundRow = async (id: number) => (await PayRefundModel.findById(id).lean())!;
const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: { code?: number }) => error.code,
  );

describe("a refund", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("goes to the channel once and its callback ends it: sum and state 20 on the order", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 });
    await fault({ mode: "hold", count: 1 });
    const id = await refundOf(order._id, 400);
    await runJobs();
    const { no, status } = await refundRow(id);
    expect(status).to.equal(0);
    const { deliveries } = await control("POST", `/pay/refunds/${no}/settle`, { outcome: "success" });
    expect(deliveries.map((one: { status: number }) => one.status)).to.deep.equal([204]);
    await runJobs();
    expect(await refundRow(id)).to.include({ status: 10 });
    expect(await reload(order)).to.include({ status: 20, refundFen: 400, refundingId: null });
  });

  it("in parts adds up to the price, never beyond", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 });
    expect(await codeOf(refundOf(order._id, 1_001))).to.equal(1007006000);
    await refundOf(order._id, 600);
    await runJobs();
    await chase();
    expect(await codeOf(refundOf(order._id, 401))).to.equal(1007006000);
    await refundOf(order._id, 400);
    await runJobs();
    await chase();
    expect(await reload(order)).to.include({ status: 20, refundFen: 1_000 });
    expect(await codeOf(refundOf(order._id, 1))).to.equal(1007006000);
    expect((await atChannel(order.no!)).refunded).to.equal(1_000);
  });

  it("with the same number is the same refund; another amount under it is refused", async () => {
    const { order } = await buildPaid();
    const id = await refundOf(order._id, 100, `same-${order._id}`);
    expect(await refundOf(order._id, 100, `same-${order._id}`)).to.equal(id);
    expect(await codeOf(refundOf(order._id, 101, `same-${order._id}`))).to.equal(1007006003);
    expect(await PayRefundModel.countDocuments({ payOrderId: order._id })).to.equal(1);
  });

  it("is one at a time: of eight at once one goes on", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 });
    const ends = await Promise.all(Array.from({ length: 8 }, () => codeOf(refundOf(order._id, 1_000))));
    expect(ends.filter((end) => end === "done")).to.have.length(1);
    expect(ends.filter((end) => end === 1007006002)).to.have.length(7);
  });

  it("vanishes with the transaction that asked for it", async () => {
    const { order } = await buildPaid();
    const failed = inTransaction(async () => {
      await refundOf(order._id, 100);
      throw new Error("the caller gave up");
    });
    expect(await codeOf(failed)).to.equal(undefined);
    expect(await PayRefundModel.countDocuments({ payOrderId: order._id })).to.equal(0);
    expect((await reload(order)).refundingId).to.equal(null);
  });

  it("of an order that is not paid, or absent, is refused by name", async () => {
    const { order } = await buildPayOrder();
    expect(await codeOf(refundOf(order._id, 1))).to.equal(1007002005);
    expect(await codeOf(refundOf(99_999_999, 1))).to.equal(1007002000);
  });

  it("whose answer was lost is asked about, not given twice; its job run twice changes nothing", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 });
    await fault({ mode: "error", after: true, count: 1, path: "/refund/domestic/refunds" });
    const id = await refundOf(order._id, 500);
    await runJobs();
    await enqueue(refundAtChannelJob, { refundId: id });
    await runJobs();
    const { no, status } = await refundRow(id);
    expect(status).to.equal(10);
    expect(await refundAtSandbox(no)).to.include({ state: "success", amount: 500 });
    const told = (await callsTo("/refund/domestic/refunds")).filter(
      (one) => one.method === "POST" && one.body.includes(no),
    );
    expect(told).to.have.length(1);
    expect(await reload(order)).to.include({ status: 20, refundFen: 500 });
    const begun = { job: "pay.startNotify", "payload.refundId": id };
    expect(await OutboxModel.countDocuments(begun)).to.equal(1);
    await enqueue(refundAtChannelJob, { refundId: id });
    await runJobs();
    expect(await reload(order)).to.include({ status: 20, refundFen: 500 });
    expect(await OutboxModel.countDocuments(begun)).to.equal(1);
  });

  it("that fails at the channel is listed, and another one may be asked for", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 });
    await fault({ mode: "hold", count: 1 });
    const id = await refundOf(order._id, 500);
    await runJobs();
    const { no } = await refundRow(id);
    await control("POST", `/pay/refunds/${no}/settle`, { outcome: "closed" });
    await runJobs();
    expect(await refundRow(id)).to.include({ status: 20, failureCode: "CLOSED" });
    expect(await reload(order)).to.include({ status: 10, refundFen: 0, refundingId: null });
    expect(await PayAnomalyModel.countDocuments({ kind: "refundFailed", refundId: id })).to.equal(1);
    expect(await codeOf(refundOf(order._id, 500))).to.equal("done");
  });
});

describe("the sums of payments", () => {
  it("a refund takes the channel part first and adds up, never more than what is left", () => {
    const fen = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(
        fen,
        fen,
        fen,
        fen,
        fc.integer({ min: 1, max: 2_000_000 }),
        (price, wallet, back, walletBack, amount) => {
          const order = {
            priceFen: price,
            walletPartFen: wallet,
            refundFen: Math.min(back, price),
            walletRefundFen: Math.min(walletBack, wallet),
          };
          const left = order.priceFen - order.refundFen + order.walletPartFen - order.walletRefundFen;
          if (amount > left) {
            expect(() => splitRefund(order, amount)).to.throw();
            return;
          }
          const parts = splitRefund(order, amount);
          expect(parts.refundFen + parts.walletRefundFen).to.equal(amount);
          expect(parts.refundFen).to.be.within(0, order.priceFen - order.refundFen);
          expect(parts.walletRefundFen).to.be.within(0, order.walletPartFen - order.walletRefundFen);
          if (parts.walletRefundFen > 0) expect(parts.refundFen).to.equal(order.priceFen - order.refundFen);
        },
      ),
    );
  });

  it("a fee is rounded half up", () => {
    expect([feeFen(1_999, 0.6), feeFen(250, 0.6), feeFen(1, 0.6), feeFen(0, 0.6), feeFen(10_000, 0.38)]).to.deep.equal([
      12, 2, 0, 0, 38,
    ]);
  });
});
