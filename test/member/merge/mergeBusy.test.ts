import { expect } from "chai";
import { mergeMemberJob } from "#shared/domains/accountMerge/accountMerge.jobs.js";
import { leftoversOf } from "#shared/domains/accountMerge/leftovers.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { settlePayment } from "#shared/domains/pay/order/settlePayment.js";
import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import { giveRegistrationCouponsJob } from "#shared/domains/promotion/promotion.jobs.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { RechargeModel } from "#shared/domains/recharge/recharge.model.js";
import { freezeBalance, releaseFrozen, walletOf } from "#shared/domains/wallet/index.js";
import { WalletFreezeModel } from "#shared/domains/wallet/walletFreeze.model.js";
import { clock, days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildAfterSale, buildAfterSaleOperator, decide, buildOrderPaidAtChannel } from "#test/factories/afterSale.js";
import { buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { givePoints } from "#test/factories/points.js";
import { buildCouponTemplate } from "#test/factories/promotion.js";
import { buildWallet, ledgerSum } from "#test/factories/wallet.js";
import { byWallet } from "#test/pay/support.js";
import { beginHeldRefund, buildPaidRecharge, buildRecharge, settleRefund } from "#test/recharge/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { beginMerging, buildPair, expectMerged, merge, reload, signInByMini, wrongOf, type Pair } from "./support.js";

const MONEY_MOVES = 1004001019;

describe("a merge while money moves", () => {
  before(startService);
  afterEach(() => heldClock.release());

  for (const side of ["from", "into"] as const)
    it(`is refused while a recharge or refund of ${side === "from" ? "the old" : "the other"} member is under way`, async () => {
      const pair = await buildPair();
      await buildWallet(10, pair.from);
      const waiting = await buildRecharge({}, pair[side]);
      const body = submitBody((await findPayOrder(waiting.payOrderId))!);
      expect(await pair[side].client.post("/app-api/pay/order/submit", body)).to.include({ code: 0 });
      expect(await signInByMini(pair.person, { phone: true })).to.include({ status: 200, code: MONEY_MOVES });
      expect(await reload(pair.from)).to.include({ status: 0 });
      expect(await pair.from.client.get("/app-api/member/user/get")).to.include({ code: 0 });

      const { no } = (await findPayOrder(waiting.payOrderId))!;
      await settlePayment({
        family: "wechatpay",
        no: no!,
        channelOrderNo: `42${no}`,
        paidFen: 5_000,
        paidAt: clock.now(),
        channelUserId: null,
      });
      await runJobs();
      const { rechargeId } = await buildPaidRecharge({ payPrice: 3_000 }, pair[side]);
      const refundId = await beginHeldRefund(rechargeId);
      expect(await signInByMini(pair.person, { phone: true })).to.include({ code: MONEY_MOVES });
      await settleRefund(refundId, "success");
      await merge(pair);
      expect(await walletOf(pair.into.member._id)).to.include({ balanceFen: 5_010, frozenFen: 0 });
      expect(await RechargeModel.countDocuments({ memberId: pair.into.member._id })).to.equal(2);
    });

  it("takes an order that is not paid yet along: its payment, however late, is the other's", async () => {
    const pair = await buildPair();
    const newId = pair.into.member._id;
    const [soon, late] = [await buildUnpaidOrder({ owner: pair.from }), await buildUnpaidOrder({ owner: pair.from })];
    for (const { payOrderId } of [soon, late]) {
      const body = submitBody((await findPayOrder(payOrderId))!);
      expect(await pair.from.client.post("/app-api/pay/order/submit", body)).to.include({ code: 0 });
    }
    const experience = (await reload(pair.into)).experience + (await reload(pair.from)).experience;
    // The news of one payment comes while it moves, of the other after it.
    await Promise.all([beginMerging(pair), paid(soon.payOrderId)]);
    await runJobs();
    await paid(late.payOrderId);
    await runJobs();
    await expectMerged(pair);
    for (const { order } of [soon, late])
      expect((await reloadOrder(order._id)).order).to.include({ status: 10, memberId: newId });
    expect((await reload(pair.into)).experience).to.be.greaterThan(experience);
    expect(await reload(pair.from)).to.include({ experience: 0, point: 0 });
  });

  it("a refund of a moved order goes to the wallet of the other, and its after-sale can go on", async () => {
    const pair = await buildPair();
    const newId = pair.into.member._id;
    await buildWallet(20_000, pair.from);
    const bought = await buildUnpaidOrder({ owner: pair.from });
    const submitted = await payByWallet(pair, bought.payOrderId);
    expect(submitted, submitted.msg).to.include({ code: 0 });
    await runJobs();
    const { items } = await reloadOrder(bought.order._id);
    const afterSaleId = await buildAfterSale({ client: pair.from.client, items });
    await merge(pair);
    const left = (await walletOf(newId)).balanceFen;
    const operator = await buildAfterSaleOperator();
    await decide(operator, "agree", afterSaleId);
    await decide(operator, "refund", afterSaleId);
    await runJobs();
    expect(await walletOf(newId)).to.include({ balanceFen: left + items[0]!.payPriceFen });
    expect(await ledgerSum(pair.from.member._id)).to.equal(0);
    await expectMerged(pair);
  });

  it("is refused while a refund at the channel is under way, and done once the money is back", async () => {
    const pair = await buildPair();
    const bought = await buildOrderPaidAtChannel({ owner: pair.from });
    await PayOrderModel.updateOne({ _id: bought.payOrderId }, { $set: { refundingId: 1 } });
    expect(await signInByMini(pair.person, { phone: true })).to.include({ code: MONEY_MOVES });
    await PayOrderModel.updateOne({ _id: bought.payOrderId }, { $set: { refundingId: null } });
    await merge(pair);
  });

  it("what is frozen moves as frozen, and ends in the other's wallet", async () => {
    const pair = await buildPair();
    const [oldId, newId] = [pair.from.member._id, pair.into.member._id];
    await buildWallet(1_000, pair.from);
    const freezeId = `payAttempt-test-${oldId}`;
    await freezeBalance({ memberId: oldId, amountFen: 400, freezeId });
    await beginMerging(pair);
    await runJobs();
    expect(await walletOf(newId)).to.include({ balanceFen: 600, frozenFen: 400 });
    expect(await WalletFreezeModel.findById(freezeId).lean()).to.include({ memberId: newId, state: "held" });
    await inTransaction(() => releaseFrozen({ freezeId }));
    expect(await walletOf(newId)).to.include({ balanceFen: 1_000, frozenFen: 0 });
    await expectMerged(pair);
  });

  it("both may buy, pay and be refunded at the same moment: each fen and order is the other's in the end", async () => {
    const pair = await buildPair();
    const { from, into } = pair;
    await buildWallet(50_000, from);
    await buildWallet(50_000, into);
    const orders = [];
    for (const owner of [from, into, from, into]) orders.push(await buildUnpaidOrder({ owner }));
    const [first, second, third, fourth] = orders as [Order, Order, Order, Order];
    await Promise.all([
      beginMerging(pair),
      payByWallet(pair, first.payOrderId),
      payByWallet({ ...pair, from: into }, second.payOrderId),
      buildUnpaidOrder({ owner: into }),
      from.client.post("/app-api/trade/order/cancel", { id: third.order._id }),
      into.client.post("/app-api/trade/order/cancel", { id: fourth.order._id }),
    ]);
    await runJobs();
    // A request that was running when the members were merged may have written for the old one: the next round finds it.
    heldClock.hold(clock.after(minutes(6)));
    await runJobs();
    await expectMerged(pair);
    expect(await OrderModel.countDocuments({ memberId: from.member._id })).to.equal(0);
    expect(await OrderModel.countDocuments({ memberId: into.member._id })).to.equal(5);
    const money = await walletOf(into.member._id);
    expect(await ledgerSum(into.member._id)).to.equal(money.balanceFen + money.frozenFen);
  });

  it("what comes to the old member later is moved by the rounds that follow, and found by the check until then", async () => {
    const pair = await buildPair();
    const [oldId, newId] = [pair.from.member._id, pair.into.member._id];
    await buildWallet(100, pair.from);
    await merge(pair);
    const { order } = await buildUnpaidOrder({ owner: pair.into });
    await OrderModel.updateOne({ _id: order._id }, { $set: { memberId: oldId } });
    expect(await wrongOf(oldId)).to.deep.equal([`I9 tradeOrders ${order._id}: belongs to merged member ${oldId}`]);
    for (const aheadMs of [minutes(6), days(1) - minutes(1), days(2)]) {
      heldClock.hold(clock.after(aheadMs));
      await runJobs();
      expect(await leftoversOf(oldId)).to.deep.equal([]);
      await OrderModel.updateOne({ _id: order._id }, { $set: { memberId: aheadMs < days(2) ? oldId : newId } });
    }
    const rounds = await OutboxModel.find({ job: mergeMemberJob.name, "payload.memberId": oldId }).lean();
    expect(rounds.map(({ payload }) => (payload as { round: number }).round)).to.have.members([0, 1, 2, 3]);
  });

  it("points, experience, coupons and money that a late job gives the old member are the other's at once", async () => {
    const pair = await buildPair();
    const [oldId, newId] = [pair.from.member._id, pair.into.member._id];
    await buildWallet(100, pair.from);
    await merge(pair);
    const { point } = await reload(pair.into);
    await givePoints(oldId, 12);
    expect((await reload(pair.into)).point).to.equal(point + 12);
    const templateId = await buildCouponTemplate({ takeType: 3 });
    await enqueue(giveRegistrationCouponsJob, { memberId: oldId });
    await runJobs();
    expect(await CouponModel.countDocuments({ memberId: oldId, templateId })).to.equal(0);
    const freezeId = `late-${oldId}`;
    await freezeBalance({ memberId: oldId, amountFen: 60, freezeId });
    expect(await walletOf(newId)).to.include({ balanceFen: 40, frozenFen: 60 });
    await inTransaction(() => releaseFrozen({ freezeId }));
    await expectMerged(pair);
  });

  it("neither account can be given up meanwhile", async () => {
    const pair = await buildPair();
    await buildWallet(100, pair.from);
    await merge(pair);
    const of = { _id: pair.from.member._id };
    await MemberModel.updateOne(of, { $set: { status: 2 } });
    expect(await pair.into.client.post("/app-api/member/user/logoff", {})).to.include({ code: 1004001017 });
    await MemberModel.updateOne(of, { $set: { status: 3 } });
    expect(await pair.into.client.post("/app-api/member/user/logoff", {})).not.to.include({ code: 1004001017 });
  });
});

type Order = Awaited<ReturnType<typeof buildUnpaidOrder>>;

async function payByWallet({ from }: Pick<Pair, "from">, payOrderId: number) {
  const body = submitBody((await findPayOrder(payOrderId))!, { ...byWallet, userId: from.member._id });
  return from.client.post("/app-api/pay/order/submit", body);
}

async function paid(payOrderId: number): Promise<void> {
  const { no, priceFen } = (await findPayOrder(payOrderId))!;
  const told = { family: "wechatpay", no: no!, channelOrderNo: `42${no}`, paidFen: priceFen } as const;
  expect(await settlePayment({ ...told, paidAt: clock.now(), channelUserId: null })).to.equal("settled");
}
