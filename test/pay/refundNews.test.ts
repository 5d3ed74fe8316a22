import { expect } from "chai";
import { abnormalRefunds } from "#scripts/migrate/steps/0016-abnormalRefunds.js";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { chaseRefundsJob } from "#shared/domains/pay/pay.jobs.js";
import { clock, days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { syncPayOrder } from "#shared/domains/pay/worker.js";
import {
  atChannel,
  buildPaid,
  buildSubmitted,
  settle,
  byPage,
  callsTo,
  chase,
  control,
  fault,
  noFaults,
  reload,
  type Submitted,
} from "./support.js";

let counter = 0;
const refundOf = (payOrderId: number, refundFen: number) =>
  refundPayOrder({ payOrderId, merchantRefundId: `n-${process.pid}-${++counter}`, refundFen, reason: "" });
const row = async (id: number) => (await PayRefundModel.findById(id).lean())!;
const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: { code?: number }) => error.code,
  );
const settleRefund = async (id: number, outcome: string, more: object = {}): Promise<void> => {
  await control("POST", `/pay/refunds/${(await row(id)).no}/settle`, { outcome, ...more });
  await runJobs();
};
const listed = async (refundId: number) =>
  (await PayAnomalyModel.find({ refundId }).sort({ _id: 1 }).lean()).map(({ kind, status }) => `${kind} ${status}`);

/** A refund of 400 of 1,000 fen that the channel keeps under way. */
async function buildHeld(body = {}, platform = "wechatpay"): Promise<Submitted & { id: number }> {
  const built = await buildPaid({ priceFen: 1_000 }, body);
  await fault({ mode: "hold", count: 1, platform });
  const id = await refundOf(built.order._id, 400);
  await runJobs();
  return { ...built, id };
}

describe("what a channel reports of a refund", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("ABNORMAL is not over: under way with the channel's words, listed with what to do, asked about each hour", async () => {
    const { order, id } = await buildHeld();
    await settleRefund(id, "abnormal");
    const waiting = await row(id);
    expect(waiting).to.include({ status: 0, needsMerchant: true, failureCode: "ABNORMAL" });
    expect(waiting.failureReason).to.match(/^退款异常/);
    const [anomaly] = await PayAnomalyModel.find({ refundId: id }).lean();
    expect(anomaly).to.include({ kind: "refundNeedsMerchant", paidFen: 400, no: waiting.no, status: 0 });
    expect(anomaly!.note).to.match(/^ABNORMAL .+pay it outside/);
    expect(await reload(order)).to.include({ status: 10, refundFen: 0, refundingId: id });
    const asked = async () => (await callsTo(`/refunds/${waiting.no}`)).length;
    const before = await asked();
    for (let minute = 0; minute < 59; minute += 15) {
      heldClock.advance(minutes(minute === 0 ? 1 : 15));
      await enqueue(chaseRefundsJob, {});
      await runJobs();
    }
    expect(await asked()).to.equal(before);
    heldClock.advance(minutes(15));
    await enqueue(chaseRefundsJob, {});
    await runJobs();
    expect(await asked()).to.equal(before + 1);
    expect(await listed(id)).to.deep.equal(["refundNeedsMerchant 0"]);
  });

  it("while it is open nothing else of the order is refunded, which is said; its success ends it", async () => {
    const { order, id } = await buildHeld();
    expect(await codeOf(refundOf(order._id, 100))).to.equal(1007006002);
    await settleRefund(id, "abnormal");
    const refused = await refundOf(order._id, 600).catch((error: Error & { code: number }) => error);
    expect(refused).to.include({ code: 1007006010 });
    expect((refused as Error).message)
      .to.contain((await row(id)).no)
      .and.to.contain("ABNORMAL");
    await settleRefund(id, "success");
    expect(await row(id)).to.include({ status: 10, needsMerchant: false, failureCode: null });
    expect(await reload(order)).to.include({ status: 20, refundFen: 400, refundingId: null });
    expect(await listed(id)).to.deep.equal(["refundNeedsMerchant 10"]);
    expect(await codeOf(refundOf(order._id, 600))).to.equal("done");
  });

  for (const [platform, body, code] of [
    ["wechatpay", {}, "NOT_ENOUGH"],
    ["alipay", byPage, "ACQ.SELLER_BALANCE_NOT_ENOUGH"],
  ] as const)
    it(`${platform}: with too little of the shop's money there it waits for the shop, and goes out once there is`, async () => {
      const { order } = await buildPaid({ priceFen: 1_000 }, body);
      await fault({ mode: "lowBalance", count: 2, platform });
      const id = await refundOf(order._id, 400);
      await runJobs();
      expect(await row(id)).to.include({ status: 0, needsMerchant: true, failureCode: code, channelRefundNo: null });
      const [anomaly] = await PayAnomalyModel.find({ refundId: id }).lean();
      expect([anomaly!.kind, anomaly!.note]).to.match(/^refundNeedsMerchant,.+too low. Top it up/);
      expect(await codeOf(refundOf(order._id, 100))).to.equal(1007006010);
      for (const status of [0, 10]) {
        heldClock.advance(minutes(61));
        await chase();
        expect(await row(id)).to.include({ status, needsMerchant: status === 0 });
      }
      expect(await reload(order)).to.include({ status: 20, refundFen: 400, refundingId: null });
      expect(await listed(id)).to.deep.equal(["refundNeedsMerchant 10"]);
      expect(await codeOf(refundOf(order._id, 600))).to.equal("done");
      await runJobs();
      expect(await reload(order)).to.include({ refundFen: 1_000 });
    });

  it("as an older version had booked it, failed: a success since is booked, else it is listed", async () => {
    const built = [await buildHeld(), await buildHeld()];
    for (const { id, order } of built) {
      await settleRefund(id, "abnormal");
      await PayRefundModel.updateOne({ _id: id }, { $set: { status: 20, needsMerchant: false } });
      await PayOrderModel.updateOne({ _id: order._id }, { $set: { refundingId: null } });
      await PayAnomalyModel.deleteMany({ refundId: id });
    }
    const [paid, waiting] = [built[0]!, built[1]!];
    await settleRefund(paid.id, "success", { notify: false });
    await abnormalRefunds.up!();
    await abnormalRefunds.up!();
    await chase();
    expect([(await row(paid.id)).status, (await reload(paid.order)).refundFen]).to.deep.equal([10, 400]);
    expect([(await row(waiting.id)).status, (await reload(waiting.order)).refundFen]).to.deep.equal([20, 0]);
    expect(await listed(waiting.id)).to.deep.equal(["refundContradicted 0"]);
  });

  it("its success is found by a query too, and CLOSED ends it as failed", async () => {
    const found = await buildHeld();
    await settleRefund(found.id, "abnormal");
    await settleRefund(found.id, "success", { notify: false });
    heldClock.advance(minutes(61));
    await chase();
    expect(await row(found.id)).to.include({ status: 10 });
    heldClock.release();
    const { order, id } = await buildHeld();
    await settleRefund(id, "abnormal");
    await settleRefund(id, "closed");
    expect(await row(id)).to.include({ status: 20, needsMerchant: false, failureCode: "CLOSED" });
    expect(await listed(id)).to.deep.equal(["refundNeedsMerchant 10", "refundFailed 0"]);
    expect(await reload(order)).to.include({ status: 10, refundFen: 0, refundingId: null });
  });

  for (const [name, body, platform] of [
    ["WeChat Pay", {}, "wechatpay"],
    ["Alipay", byPage, "alipay"],
  ] as const)
    it(`a success of ${name} after a failure is booked and listed`, async () => {
      const { order, id } = await buildHeld(body, platform);
      if (platform === "alipay") await PayRefundModel.updateOne({ _id: id }, { $set: { status: 20 } });
      else await settleRefund(id, "closed");
      if (platform === "alipay") await unlock(order._id);
      await settleRefund(id, "success", { force: platform === "wechatpay" });
      expect(await row(id)).to.include({ status: 10, failureCode: null });
      expect(await reload(order)).to.include({ status: 20, refundFen: 400, refundingId: null });
      expect(await listed(id)).to.include("refundContradicted 0");
      expect(await listed(id)).to.not.include("refundFailed 0");
    });

  it("a success after a failure is booked beside another refund of the order, whose own end follows", async () => {
    const { order, id } = await buildHeld();
    await settleRefund(id, "closed");
    await fault({ mode: "hold", count: 1 });
    const second = await refundOf(order._id, 600);
    await runJobs();
    await settleRefund(id, "success", { force: true });
    expect(await reload(order)).to.include({ refundFen: 400, refundingId: second });
    await settleRefund(second, "success");
    expect(await reload(order)).to.include({ refundFen: 1_000, refundingId: null });
  });

  it("a failure after a success is listed and asked about until the channel agrees", async () => {
    const { order, id } = await buildHeld();
    await settleRefund(id, "success");
    await settleRefund(id, "closed", { force: true });
    expect(await row(id)).to.include({ status: 10, inDoubt: true });
    expect(await listed(id)).to.deep.equal(["refundContradicted 0"]);
    expect(await reload(order)).to.include({ refundFen: 400 });
    await chase();
    expect(await listed(id)).to.deep.equal(["refundContradicted 0"]);
    await settleRefund(id, "success", { force: true, notify: false });
    heldClock.advance(minutes(60));
    await chase();
    expect(await row(id)).to.include({ status: 10, inDoubt: false });
    expect(await listed(id)).to.deep.equal(["refundContradicted 10"]);
  });

  for (const [platform, body] of [
    ["wechatpay", {}],
    ["alipay", byPage],
  ] as const) {
    it(`${platform}: a success that is taken back without a word is found a day later, and listed`, async () => {
      const { order, id } = await buildHeld(body, platform);
      await settleRefund(id, "success");
      await chase();
      expect(await row(id)).to.include({ status: 10, inDoubt: false });
      await settleRefund(id, "closed", { force: true, notify: false });
      await chase();
      expect(await listed(id)).to.deep.equal([]);
      heldClock.advance(days(1));
      await chase();
      expect(await row(id)).to.include({ status: 10, inDoubt: true });
      expect(await listed(id)).to.deep.equal(["refundContradicted 0"]);
      expect(await reload(order)).to.include({ refundFen: 400 });
    });

    it(`${platform}: a success is asked about after 1, 7 and 30 days, and then no more`, async () => {
      const { id } = await buildHeld(body, platform);
      await settleRefund(id, "success");
      await chase();
      const { successAt } = await row(id);
      const left: (number | undefined)[] = [];
      for (const day of [0, 1, 6, 7, 29, 30, 31]) {
        heldClock.advance(successAt!.getTime() + days(day) - clock.ms());
        await chase();
        left.push((await row(id)).rechecksLeft);
      }
      expect(left).to.deep.equal([3, 2, 2, 1, 1, undefined, undefined]);
      expect(await listed(id)).to.deep.equal([]);
    });
  }

  it("a success whose channel does not answer at that time is asked about an hour later", async () => {
    const { id } = await buildHeld();
    await settleRefund(id, "success");
    heldClock.advance(days(1));
    await fault({ mode: "error", count: 1, platform: "wechatpay" });
    await chase();
    await noFaults();
    expect((await row(id)).rechecksLeft).to.equal(3);
    heldClock.advance(minutes(60));
    await chase();
    expect((await row(id)).rechecksLeft).to.equal(2);
  });
});

describe("what a channel reports of a payment", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await runJobs();
  });

  for (const [name, body] of [
    ["WeChat Pay", {}],
    ["Alipay", byPage],
  ] as const) {
    it(`${name}: closed first and then paid is listed and given back once, however often it is told`, async () => {
      const { order, no } = await buildSubmitted({ priceFen: 700 }, body);
      await settle(no, { outcome: "closed" });
      await syncPayOrder(order._id);
      await settle(no, { force: true, times: 3 });
      await runJobs();
      await chase();
      expect((await atChannel(no)).refunded).to.equal(700);
      const found = await PayAnomalyModel.find({ payOrderId: order._id }).lean();
      expect(found.map(({ kind, paidFen, status }) => [kind, paidFen, status])).to.deep.equal([
        ["afterClose", 700, 10],
      ]);
      expect(await PayRefundModel.countDocuments({ payOrderId: order._id })).to.equal(1);
    });

    it(`${name}: given back in its console is listed, once; what we still can give back is the rest`, async () => {
      const { order, no } = await buildPaid({ priceFen: 700 }, body);
      const { no: refundNo } = await control<{ no: string }>("POST", `/pay/orders/${no}/refund`, { amount: 300 });
      await runJobs();
      const found = await PayAnomalyModel.find({ payOrderId: order._id }).lean();
      expect(found.map(({ kind, paidFen, no: of }) => [kind, paidFen, of])).to.deep.equal([
        ["refundedThere", 300, refundNo],
      ]);
      expect(await reload(order)).to.include({ status: 10, refundFen: 0 });
    });
  }

  it("given back before we heard that it was paid never counts, and is listed", async () => {
    const { order, no } = await buildSubmitted({ priceFen: 700 });
    await settle(no, { notify: false });
    await control("POST", `/pay/orders/${no}/refund`, { amount: 700 });
    await runJobs();
    await syncPayOrder(order._id);
    await syncPayOrder(order._id);
    const kinds = (await PayAnomalyModel.find({ payOrderId: order._id }).lean()).map(({ kind }) => kind);
    expect(new Set(kinds)).to.deep.equal(new Set(["refundedThere"]));
    expect((await reload(order)).status).to.equal(0);
  });
});

/** As after a failure that the channel reported. */
async function unlock(payOrderId: number): Promise<void> {
  const { PayOrderModel } = await import("#shared/domains/pay/order/payOrder.model.js");
  await PayOrderModel.updateOne({ _id: payOrderId }, { $set: { refundingId: null } });
}
