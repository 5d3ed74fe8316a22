import { expect } from "chai";
import { closePayOrder } from "#shared/domains/pay/index.js";
import { handleCallbackJob } from "#shared/domains/pay/pay.jobs.js";
import { settlePayment } from "#shared/domains/pay/order/settlePayment.js";
import { ChannelCertificateModel } from "#shared/domains/pay/channel/channelCertificate.model.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayCallbackModel } from "#shared/domains/pay/callback/payCallback.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { call } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { scenario } from "#test/support/scenario.js";
import { startService } from "#test/support/service.js";
import {
  atChannel,
  buildPaid,
  buildSubmitted,
  chase,
  fault,
  noFaults,
  refundAtSandbox,
  reload,
  settle,
} from "../support.js";

/** The attempt's late refund, once its jobs ran. */
async function lateRefund(no: string) {
  const attempt = await PayAttemptModel.findOne({ no }).lean();
  return PayRefundModel.find({ merchantRefundId: `late-${attempt!._id}` }).lean();
}

describe("a pay provider's callback", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("pays the order, with channel, fee, time and numbers", async () => {
    const { no, order } = await buildSubmitted({ priceFen: 1_999 });
    const { deliveries } = await settle(no);
    expect(deliveries.map(({ status }) => status)).to.deep.equal([204]);
    await runJobs();
    const paid = await reload(order);
    expect(paid).to.include({ status: 10, no, channelCode: "social_native", channelFeeRate: 0.6, channelFeeFen: 12 });
    expect(paid.channelOrderNo).to.match(/^42000/);
    expect(paid.successAt).to.be.instanceOf(Date);
    expect(paid.attemptId).to.equal((await PayAttemptModel.findOne({ no }).lean())!._id);
  });

  it("fifty copies at once pay once and are stored once", async () => {
    const { no, order } = await buildSubmitted();
    await scenario("double-callback", { no, times: 50 });
    const { deliveries } = await settle(no);
    expect(deliveries.map(({ status }) => status)).to.deep.equal(Array.from({ length: 50 }, () => 204));
    await runJobs();
    expect((await reload(order)).status).to.equal(10);
    const events = await OutboxModel.countDocuments({ job: "trade.markOrderPaid", "payload.payOrderId": order._id });
    expect(events).to.equal(1);
    const { channelId } = (await PayAttemptModel.findOne({ no }).lean())!;
    const rows = await PayCallbackModel.find({ channelId }).sort({ _id: -1 }).limit(2).lean();
    expect(new Set(rows.map(({ noticeId }) => noticeId)).size).to.equal(rows.length);
    expect(await PayAnomalyModel.countDocuments({ payOrderId: order._id })).to.equal(0);
  });

  it("its job run twice changes nothing", async () => {
    const { order } = await buildPaid();
    const last = (await PayCallbackModel.findOne().sort({ _id: -1 }).lean())!;
    await PayCallbackModel.updateOne({ _id: last._id }, { $set: { handledAt: null } });
    await enqueue(handleCallbackJob, { callbackId: last._id });
    await enqueue(handleCallbackJob, { callbackId: last._id });
    await runJobs();
    const after = await reload(order);
    expect({ ...after, updatedAt: null }).to.deep.equal({ ...order, updatedAt: null });
    expect(await OutboxModel.countDocuments({ job: "trade.markOrderPaid", "payload.payOrderId": order._id })).to.equal(
      1,
    );
  });

  it("of callback, query and expiry at once one settles", async () => {
    const { no, order } = await buildSubmitted();
    const payment = {
      family: "wechatpay" as const,
      no,
      channelOrderNo: `4200-${no}`,
      paidFen: order.priceFen,
      paidAt: new Date(),
      channelUserId: null,
    };
    const ends = await Promise.all(Array.from({ length: 8 }, () => settlePayment(payment)));
    expect(ends.filter((end) => end === "settled")).to.have.length(1);
    expect(ends.filter((end) => end === "already")).to.have.length(7);
  });

  it("a forged one changes nothing and is not stored", async () => {
    const { no, order } = await buildSubmitted();
    const before = await PayCallbackModel.countDocuments();
    const { deliveries } = await settle(no, { badSignature: true });
    expect(deliveries.map(({ status }) => status)).to.deep.equal([401]);
    await runJobs();
    expect((await reload(order)).status).to.equal(0);
    expect(await PayCallbackModel.countDocuments()).to.equal(before);
  });

  it("without signature, with an old timestamp or to an unknown channel it is refused in the provider's form", async () => {
    const { no } = await buildSubmitted();
    const { channelId } = (await PayAttemptModel.findOne({ no }).lean())!;
    const bare = await call("POST", `/callback/pay/${channelId}`, { id: "x" });
    expect([bare.status, bare.code]).to.deep.equal([401, "FAIL"]);
    const { _id: serial } = (await ChannelCertificateModel.findOne().lean())!;
    const signed = (timestamp: string, name = serial) => ({
      "wechatpay-timestamp": timestamp,
      "wechatpay-nonce": "n",
      "wechatpay-signature": "c2ln",
      "wechatpay-serial": name,
    });
    const now = String(Math.floor(Date.now() / 1_000));
    const post = (headers: Record<string, string>, id: number | string = channelId) =>
      call("POST", `/callback/pay/${id}`, { id: "x" }, { headers });
    expect((await post(signed(String(Number(now) - 301)))).status).to.equal(401);
    expect((await post(signed(now))).status).to.equal(401);
    expect((await post(signed(now), 999_999)).status).to.equal(404);
    expect((await post(signed(now), "x")).status).to.equal(404);
  });

  it("one signed with an unknown certificate is to come again, and a worker fetches it meanwhile", async () => {
    const { no, order } = await buildSubmitted();
    const { channelId } = (await PayAttemptModel.findOne({ no }).lean())!;
    const headers = {
      "wechatpay-timestamp": String(Math.floor(Date.now() / 1_000)),
      "wechatpay-nonce": "n",
      "wechatpay-signature": "c2ln",
      "wechatpay-serial": "0000",
    };
    const before = await OutboxModel.countDocuments({ job: "pay.refreshCertificates" });
    const notify = () => call("POST", `/callback/pay/${channelId}`, { id: "x" }, { headers });
    heldClock.advance(61_000); // those that are kept were fetched a while ago
    const reply = await notify();
    expect([reply.status, reply.code]).to.deep.equal([503, "FAIL"]);
    await runJobs();
    expect((await notify()).status).to.equal(503); // just fetched: not again for whoever names a serial
    await runJobs();
    expect(await OutboxModel.countDocuments({ job: "pay.refreshCertificates", state: "done" })).to.be.greaterThan(0);
    expect(await OutboxModel.countDocuments({ job: "pay.refreshCertificates" })).to.equal(before + 1);
    expect((await reload(order)).status).to.equal(0);
  });

  it("a body over 64 KiB is 413", async () => {
    expect((await call("POST", "/callback/pay/1", { id: "x".repeat(70_000) })).status).to.equal(413);
  });

  it("a wrong amount is listed and given back once; the order can still be paid", async () => {
    const { no, order, client } = await buildSubmitted({ priceFen: 1_999 });
    await settle(no, { amount: 1_000, times: 3 });
    await runJobs();
    expect((await reload(order)).status).to.equal(0);
    await chase();
    const refunds = await lateRefund(no);
    expect(refunds.map(({ refundFen, status }) => [refundFen, status])).to.deep.equal([[1_000, 10]]);
    expect(await refundAtSandbox(refunds[0]!.no)).to.include({ state: "success", amount: 1_000 });
    const listed = await PayAnomalyModel.find({ payOrderId: order._id }).lean();
    expect(listed.map(({ kind, paidFen, expectedFen }) => [kind, paidFen, expectedFen])).to.deep.equal([
      ["wrongAmount", 1_000, 1_999],
    ]);
    const again = await client.post("/app-api/pay/order/submit", {
      id: order._id,
      userId: order.memberId,
      channelCode: "social_native",
      displayMode: "qr_code",
      returnUrl: "http://127.0.0.1:8080/",
    });
    expect(again.code).to.equal(0);
    await settle((await reload(order)).no!);
    await runJobs();
    expect((await reload(order)).status).to.equal(10);
  });

  it("money after the close is given back once", async () => {
    const { no, order } = await buildSubmitted();
    await scenario("late-payment", { no, times: 5 });
    expect(await closePayOrder(order._id)).to.equal("closed");
    await runJobs();
    await eventually("the money comes", async () => (await atChannel(no)).state === "paid");
    await runJobs();
    expect((await reload(order)).status).to.equal(30);
    await chase();
    const refunds = await lateRefund(no);
    expect(refunds.map(({ status }) => status)).to.deep.equal([10]);
    expect((await atChannel(no)).refunded).to.equal(order.priceFen);
    const kinds = (await PayAnomalyModel.find({ payOrderId: order._id }).lean()).map(({ kind }) => kind);
    expect(kinds).to.deep.equal(["afterClose"]);
  });

  it("closing while the payment comes ends in paid or in given back, never in both", async () => {
    const { no, order } = await buildSubmitted();
    const [end] = await Promise.all([closePayOrder(order._id), settle(no)]);
    await runJobs();
    const after = await reload(order);
    const refunds = await lateRefund(no);
    if (end === "closed") expect([after.status, refunds.length]).to.deep.equal([30, 1]);
    else expect([after.status, refunds.length]).to.deep.equal([10, 0]);
  });

  it("a second attempt that is paid too is given back", async () => {
    const { no, order, client } = await buildSubmitted();
    await fault({ mode: "error", count: 1, path: "/out-trade-no/" });
    await client.post("/app-api/pay/order/submit", {
      id: order._id,
      userId: order.memberId,
      channelCode: "social_app",
      displayMode: "app",
      returnUrl: "http://127.0.0.1:8080/",
    });
    const second = (await reload(order)).no!;
    await settle(no, { notify: false });
    await settle(second);
    await runJobs();
    expect(await reload(order)).to.include({ status: 10, no: second, channelCode: "social_app" });
    await chase();
    const refunds = await lateRefund(no);
    expect(refunds.map(({ status }) => status)).to.deep.equal([10]);
    const settled = await PayAttemptModel.countDocuments({ payOrderId: order._id, status: 10 });
    expect(settled).to.equal(1);
  });

  it("a verified payment of nothing of ours is listed once", async () => {
    const payment = {
      family: "wechatpay" as const,
      no: "P00000000000000000000000",
      channelOrderNo: "4200000000",
      paidFen: 5,
      paidAt: new Date(),
      channelUserId: null,
    };
    expect(await settlePayment(payment)).to.equal("unknown");
    expect(await settlePayment(payment)).to.equal("unknown");
    expect(await PayAnomalyModel.countDocuments({ kind: "unknownOrder", no: payment.no })).to.equal(1);
  });
});
