import { expect } from "chai";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { buildPaid, buildSubmitted, byPage, chase, control, noFaults, reload, settle } from "../support.js";

const finish = (no: string, body: object = {}) =>
  control<{ deliveries: { status: number }[] }>("POST", `/pay/orders/${no}/finish`, body);

describe("a trade of Alipay that has finished", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("stays paid, whatever is told of it, and gives nothing back", async () => {
    const { no, order } = await buildPaid({ priceFen: 1_000 }, byPage);
    const { deliveries } = await finish(no);
    expect(deliveries.map(({ status }) => status)).to.deep.equal([200]);
    await runJobs();
    expect(await reload(order)).to.include({ status: 10, refundFen: 0 });
    expect(await PayAnomalyModel.countDocuments({ payOrderId: order._id })).to.equal(0);

    const merchantRefundId = `finished-${order._id}`;
    const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 400, reason: "" });
    await runJobs();
    await chase();
    const refund = (await PayRefundModel.findById(id).lean())!;
    expect(refund.status).to.equal(20);
    expect(JSON.stringify(refund)).to.contain("TRADE_HAS_FINISHED");
    expect(await reload(order)).to.include({ status: 10, refundFen: 0 });
  });

  it("pays the order when that is the first that is heard of it", async () => {
    const { no, order } = await buildSubmitted({}, byPage);
    await settle(no, { notify: false });
    await finish(no);
    await runJobs();
    expect((await reload(order)).status).to.equal(10);
  });
});
