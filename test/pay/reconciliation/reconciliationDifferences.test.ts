import { expect } from "chai";
import { DateTime } from "luxon";
import { closePayOrder, refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { ReconciliationModel, SeenLineModel } from "#shared/domains/pay/reconciliation/reconciliation.model.js";
import { billsAgree } from "#scripts/check/bills.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { buildOperator } from "#test/factories/operator.js";
import { runJobs } from "#test/support/runJobs.js";
import { beginAsOperator } from "../channel/channelSupport.js";
import {
  again,
  anomaliesOf,
  base,
  differencesOf,
  forgetLater,
  newShop,
  openKinds,
  paid,
  reconcile,
  refunded,
  rowOf,
  submitted,
  tick,
  zone,
} from "./reconciliationSupport.js";
import { atChannel, chase, control, fault, noFaults, reload, settle, type Submitted } from "../support.js";

describe("differences to a provider's statement", () => {
  before(beginAsOperator);
  after(forgetLater);
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("lists each kind of difference once, and ends those that a later run does not find", async () => {
    const shop = await newShop();
    const [lost, changed, mine, half] = [await paid(shop), await paid(shop), await paid(shop), await paid(shop)];
    const hand = await refunded(mine, 100);
    const failed = await refunded(half, 200);
    const handNo = (await PayRefundModel.findById(hand).lean())!.no;
    await PayAttemptModel.updateOne({ no: lost.no }, { $set: { no: `${lost.no}X` } });
    await PayAttemptModel.updateOne({ no: changed.no }, { $set: { paidFen: 999 } });
    await PayRefundModel.updateOne({ _id: hand }, { $set: { no: `${handNo}X` } });
    await PayRefundModel.updateOne({ _id: failed }, { $set: { status: 20 } });
    // Else it would be booked: the channel says that it was given back.
    await fault({
      mode: "error",
      count: 1_000,
      path: `/refunds/${(await PayRefundModel.findById(failed).lean())!.no}`,
    });

    await reconcile(shop);
    const found = [
      ["paymentUnknown", lost.no, null, 1_000],
      ["amountDiffers", changed.no, 999, 1_000],
      ["refundUnknown", mine.no, null, 100],
      ["statusDiffers", half.no, 200, 200],
      ["paymentAbsent", `${lost.no}X`, 1_000, null],
      ["refundAbsent", mine.no, 100, null],
    ];
    const told = (await differencesOf(shop)).map(({ kind, no, hereFen, thereFen }) => [kind, no, hereFen, thereFen]);
    expect(told).to.have.deep.members(found);
    expect(await rowOf(shop)).to.include({ status: 20, openDifferences: 6, therePayments: 4, herePayments: 4 });
    const listed = await anomaliesOf(shop);
    expect(listed.map(({ kind, status }) => [kind, status])).to.have.deep.members([
      ["unknownOrder", 0],
      ["billAmountDiffers", 0],
      ["billRefundUnknown", 0],
      ["billStatusDiffers", 0],
      ["billPaymentAbsent", 0],
      ["billRefundAbsent", 0],
    ]);

    await again(shop);
    expect(await differencesOf(shop)).to.have.length(6);
    expect((await anomaliesOf(shop)).map(({ _id }) => _id)).to.deep.equal(listed.map(({ _id }) => _id));

    const { client } = await buildOperator(["pay:reconciliation:query"]);
    const { _id: id } = await rowOf(shop);
    const detail = await client.get(`${base}/get-detail?id=${id}&pageSize=2&pageNo=2`);
    expect(detail.code, detail.msg).to.equal(0);
    expect(detail.data).to.include({ id, status: 20, differenceCount: 6 });
    expect(detail.data.differences.total).to.equal(6);
    expect(detail.data.differences.list).to.have.length(2);
    const { data } = await client.get(`${base}/get-detail?id=${id}&kind=amountDiffers&status=0`);
    expect(data.differences.total).to.equal(1);
    expect(data.differences.list[0]).to.include({
      kind: "amountDiffers",
      no: changed.no,
      price: 999,
      channelPrice: 1_000,
      payOrderId: changed.order._id,
      channelId: shop.channelId,
      status: 0,
      anomalyStatus: 0,
    });

    await PayAttemptModel.updateOne({ no: `${lost.no}X` }, { $set: { no: lost.no } });
    await PayAttemptModel.updateOne({ no: changed.no }, { $set: { paidFen: 1_000 } });
    await PayRefundModel.updateOne({ _id: hand }, { $set: { no: handNo } });
    await PayRefundModel.updateOne({ _id: failed }, { $set: { status: 10 } });
    heldClock.advance(hours(13));
    await tick(shop);
    expect(await rowOf(shop)).to.include({ status: 10, openDifferences: 0, equalLines: 6, nextRunAt: null });
    for (const { status, endedBy } of await differencesOf(shop))
      expect([status, endedBy]).to.deep.equal([10, "vanished"]);
    for (const { status, endedBy } of await anomaliesOf(shop))
      expect([status, endedBy]).to.deep.equal([10, "statement"]);

    // And there again: the same rows open again.
    await PayAttemptModel.updateOne({ no: changed.no }, { $set: { paidFen: 998 } });
    await again(shop);
    expect(await openKinds(shop)).to.deep.equal(["amountDiffers"]);
    expect((await anomaliesOf(shop)).filter(({ status }) => status === 0)).to.have.length(1);
  });

  it("an anomaly that an operator closed stays closed, whatever the statement says", async () => {
    const shop = await newShop();
    const { no } = await paid(shop);
    await PayAttemptModel.updateOne({ no }, { $set: { paidFen: 1 } });
    await reconcile(shop);
    const _id = (await anomaliesOf(shop))[0]!._id;
    const { client } = await buildOperator(["pay:anomaly:close"]);
    expect((await client.put("/admin-api/pay/anomaly/close", { id: _id, remark: "known" })).data).to.equal(true);
    await again(shop);
    expect((await anomaliesOf(shop)).map(({ status }) => status)).to.deep.equal([20]);
    await PayAttemptModel.updateOne({ no }, { $set: { paidFen: 1_000 } });
    await again(shop);
    expect((await anomaliesOf(shop)).map(({ status }) => status)).to.deep.equal([20]);
  });

  for (const provider of ["wechatpay", "alipay"] as const)
    it(`${provider}: a payment whose callback was lost is asked for, and its answer settles it`, async () => {
      const shop = await newShop(provider);
      const { no, order: waiting } = await submitted(shop);
      await settle(no, { notify: false });
      await reconcile(shop);
      expect(await reload(waiting)).to.include({ status: 10, no });
      const [difference, ...others] = await differencesOf(shop);
      expect(others).to.deep.equal([]);
      expect(difference).to.include({ kind: "statusDiffers", no, status: 10, endedBy: "settled", thereFen: 1_000 });
      expect(await rowOf(shop)).to.include({ status: 10, herePayments: 1, herePaymentFen: 1_000, equalLines: 1 });
      expect(await anomaliesOf(shop)).to.deep.equal([]);
    });

  it("money after the close that nobody told of goes back once, and is listed as such", async () => {
    const shop = await newShop();
    const { no, order: closed } = await submitted(shop);
    await closePayOrder(closed._id);
    await runJobs();
    await settle(no, { notify: false, force: true });
    await reconcile(shop);
    await chase();
    await again(shop);
    expect((await reload(closed)).status).to.equal(30);
    expect((await atChannel(no)).refunded).to.equal(1_000);
    expect((await differencesOf(shop)).map(({ kind, endedBy }) => [kind, endedBy])).to.deep.equal([
      ["statusDiffers", "returned"],
    ]);
    const listed = await PayAnomalyModel.find({ payOrderId: closed._id }).lean();
    expect(listed.map(({ kind, status, endedBy }) => [kind, status, endedBy])).to.deep.equal([
      ["afterClose", 10, "refund"],
    ]);
  });

  it("while the channel cannot be asked it stays a difference, and the next look settles it", async () => {
    const shop = await newShop();
    const { no, order: waiting } = await submitted(shop);
    await settle(no, { notify: false });
    await fault({ mode: "error", count: 50, path: "/out-trade-no/" });
    await reconcile(shop);
    expect((await reload(waiting)).status).to.equal(0);
    expect(await openKinds(shop)).to.deep.equal(["statusDiffers"]);
    expect((await anomaliesOf(shop)).map(({ kind, status }) => [kind, status])).to.deep.equal([
      ["billStatusDiffers", 0],
    ]);
    await noFaults();
    heldClock.advance(hours(1));
    await tick(shop);
    expect(await openKinds(shop), "not due yet").to.deep.equal(["statusDiffers"]);
    heldClock.advance(hours(2));
    await tick(shop);
    expect((await reload(waiting)).status).to.equal(10);
    expect((await differencesOf(shop)).map(({ status, endedBy }) => [status, endedBy])).to.deep.equal([
      [10, "settled"],
    ]);
    expect((await anomaliesOf(shop)).map(({ status }) => status)).to.deep.equal([10]);
    expect((await rowOf(shop)).status).to.equal(10);
  });

  it("a refund of which no answer came is asked for, not told as a difference", async () => {
    const shop = await newShop();
    const { order: paidOrder } = await paid(shop);
    await fault({ mode: "hold", count: 1 });
    const merchantRefundId = `rec-${paidOrder._id}`;
    const id = await refundPayOrder({ payOrderId: paidOrder._id, merchantRefundId, refundFen: 100, reason: "" });
    await runJobs();
    await reconcile(shop);
    expect((await PayRefundModel.findById(id).lean())!.status).to.equal(0);
    expect(await rowOf(shop)).to.include({ status: 10, thereRefunds: 1, hereRefunds: 1, equalLines: 2 });
  });

  it("a refund that the provider lists and that is not over there and here is no difference", async () => {
    const shop = await newShop();
    const { order: paidOrder } = await paid(shop);
    await fault({ mode: "hold", count: 1 });
    const merchantRefundId = `rec-${paidOrder._id}`;
    const id = await refundPayOrder({ payOrderId: paidOrder._id, merchantRefundId, refundFen: 100, reason: "" });
    await runJobs();
    const { no } = (await PayRefundModel.findById(id).lean())!;
    await control("POST", `/pay/refunds/${no}/settle`, { outcome: "abnormal" });
    await runJobs();
    expect(await PayRefundModel.findById(id).lean()).to.include({ status: 0, needsMerchant: true });
    await reconcile(shop);
    expect(await rowOf(shop)).to.include({ status: 10, thereRefunds: 1, openDifferences: 0 });
    expect((await billsAgree({ apartMs: 1 })).violations.filter(({ about }) => about.includes(no))).to.deep.equal([]);
  });

  it("a refund that failed here and was given back there, of which no callback came, is booked", async () => {
    const shop = await newShop();
    const { order: paidOrder } = await paid(shop);
    await fault({ mode: "hold", count: 1 });
    const merchantRefundId = `rec-${paidOrder._id}`;
    const id = await refundPayOrder({ payOrderId: paidOrder._id, merchantRefundId, refundFen: 100, reason: "" });
    await runJobs();
    const { no } = (await PayRefundModel.findById(id).lean())!;
    await control("POST", `/pay/refunds/${no}/settle`, { outcome: "closed" });
    await runJobs();
    await control("POST", `/pay/refunds/${no}/settle`, { outcome: "success", force: true, notify: false });
    await reconcile(shop);
    expect(await PayRefundModel.findById(id).lean()).to.include({ status: 10 });
    expect(await reload(paidOrder)).to.include({ status: 20, refundFen: 100 });
    expect(await rowOf(shop)).to.include({ status: 10, thereRefunds: 1, openDifferences: 0 });
  });

  it("a refund that the provider lists on another day than we do is no difference", async () => {
    const shop = await newShop();
    const { order: paidOrder } = await paid(shop);
    const id = await refunded({ order: paidOrder } as Submitted, 100);
    const dayBefore = DateTime.now().setZone(zone).minus({ days: 1 });
    await PayRefundModel.updateOne({ _id: id }, { $set: { successAt: dayBefore.toJSDate() } });
    await reconcile(shop);
    expect(await rowOf(shop)).to.include({ status: 10, thereRefunds: 1, hereRefunds: 1 });
    const { client } = await buildOperator(["pay:reconciliation:run"]);
    const day = dayBefore.toFormat("yyyy-MM-dd");
    const compared = async () => {
      const { data } = await client.post(`${base}/run`, { channelId: shop.channelId, day });
      await runJobs();
      return (await ReconciliationModel.findById(data[0]).lean())!;
    };
    expect(await compared()).to.include({ status: 10, thereRefunds: 0, hereRefunds: 0 });
    const { no } = (await PayRefundModel.findById(id).lean())!;
    await SeenLineModel.deleteOne({ _id: `wechatpay ${shop.merchantId} ${no}` });
    expect(await compared()).to.include({ status: 20, openDifferences: 1, hereRefunds: 1 });
  });

  it("`npm run check` looks at today's statements, twice before it tells, and says which provider gives none", async () => {
    const shop = await newShop();
    const { no } = await paid(shop);
    const unheard = await submitted(shop);
    await settle(unheard.no, { notify: false });
    const look = async () => {
      const { looked, violations, skipped } = await billsAgree({ apartMs: 1 });
      const own = (text: string): boolean => text.includes(shop.merchantId);
      return { looked, told: violations.filter(({ about }) => own(about)), skipped: skipped.filter(own) };
    };
    const fine = await look();
    expect([fine.told, fine.skipped]).to.deep.equal([[], []]);
    expect(fine.looked["I3 lines of today's statements"]).to.be.greaterThan(1);
    await PayAttemptModel.updateOne({ no }, { $set: { paidFen: 999 } });
    const { told } = await look();
    expect(told.map(({ invariant, what }) => [invariant, what])).to.deep.equal([
      ["I3", "amountDiffers: here 999, there 1000 fen"],
    ]);
    await PayAttemptModel.updateOne({ no }, { $set: { paidFen: 1_000 } });
    await fault({ mode: "error", count: 1_000, path: "/v3/bill/tradebill" });
    expect((await look()).skipped).to.have.length(1);
    expect((await reload(unheard.order)).status, "it only reads").to.equal(0);
  });
});
