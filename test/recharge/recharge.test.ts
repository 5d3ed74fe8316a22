import { expect } from "chai";
import { closePayOrder, findPayOrder } from "#shared/domains/pay/index.js";
import { payOrderPaid } from "#shared/domains/pay/pay.events.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { createPackage } from "#shared/domains/recharge/index.js";
import { creditPaidRecharge } from "#shared/domains/recharge/worker.js";
import { creditRechargeJob } from "#shared/domains/recharge/recharge.jobs.js";
import { RechargeModel } from "#shared/domains/recharge/recharge.model.js";
import { walletOf } from "#shared/domains/wallet/index.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildMember } from "#test/factories/member.js";
import { buildPayOrder } from "#test/factories/payOrder.js";
import { ledgerSum } from "#test/factories/wallet.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { buildPaidRecharge, buildRecharge, payRecharge, reload } from "./support.js";

const CREATE = "/app-api/pay/wallet-recharge/create";
const PAGE = "/app-api/pay/wallet-recharge/page";
let counter = 0;
const buildPackage = (overrides: object = {}): Promise<number> =>
  createPackage({
    name: `package ${process.pid}-${++counter}`,
    payPriceFen: 10_000,
    bonusPriceFen: 500,
    status: 0,
    ...overrides,
  });
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: { code?: number }) => error.code,
  );

describe("a recharge", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await runJobs();
  });

  it("is for members who are signed in", async () => {
    expect((await stranger.post(CREATE, { payPrice: 100 })).status).to.equal(401);
    expect((await stranger.post(PAGE, { pageNo: 1, pageSize: 10 })).status).to.equal(401);
    expect((await stranger.get("/app-api/pay/wallet-recharge-package/list")).status).to.equal(401);
  });

  it("offers the enabled packages, cheapest first, with the interface's fields", async () => {
    const dear = await buildPackage({ payPriceFen: 30_000 });
    const cheap = await buildPackage({ payPriceFen: 100, bonusPriceFen: 0 });
    const gone = await buildPackage({ status: 1 });
    const { client } = await buildMember();
    const { code, data } = await client.get("/app-api/pay/wallet-recharge-package/list");
    expect(code).to.equal(0);
    const ids = data.map(({ id }: { id: number }) => id);
    expect(ids).to.include.members([dear, cheap]).and.not.include(gone);
    expect(ids.indexOf(cheap)).to.be.lessThan(ids.indexOf(dear));
    expect(data.find(({ id }: { id: number }) => id === dear)).to.have.all.keys("id", "name", "payPrice", "bonusPrice");
  });

  it("opens a pay order of app 8, to be paid within two hours", async () => {
    heldClock.hold();
    const { rechargeId, payOrderId, member } = await buildRecharge({ payPrice: 1_234 });
    const payOrder = (await findPayOrder(payOrderId))!;
    expect(payOrder).to.include({
      appId: 8,
      merchantOrderId: String(rechargeId),
      memberId: member._id,
      priceFen: 1_234,
      status: 0,
      isVirtual: false,
    });
    expect(payOrder.expireAt.getTime()).to.equal(payOrder.createdAt.getTime() + hours(2));
    expect(await reload(rechargeId)).to.include({ payStatus: false, totalPriceFen: 1_234, bonusPriceFen: 0 });
  });

  it("with a package costs what the package says, whatever price was sent with it", async () => {
    const packageId = await buildPackage();
    const { rechargeId, payOrderId } = await buildRecharge({ packageId, payPrice: 1 });
    expect(await reload(rechargeId)).to.include({ payPriceFen: 10_000, bonusPriceFen: 500, totalPriceFen: 10_500 });
    expect((await findPayOrder(payOrderId))!.priceFen).to.equal(10_000);
    const { client } = await buildMember();
    const text = await client.post(CREATE, { payPrice: 1, packageId: String(packageId) });
    expect(text.code, text.msg).to.equal(0);
  });

  it("with a package that is absent or disabled is refused by name", async () => {
    const { client } = await buildMember();
    const disabled = await buildPackage({ status: 1 });
    const absent = await client.post(CREATE, { payPrice: 100, packageId: 99_999_999 });
    expect([absent.status, absent.code, absent.data]).to.deep.equal([200, 1007008011, null]);
    expect((await client.post(CREATE, { payPrice: 100, packageId: disabled })).code).to.equal(1007008012);
  });

  it("refuses an amount that is none, naming the field", async () => {
    const { client } = await buildMember();
    for (const payPrice of [undefined, 0, -1, 1.5, "100", null, { $gt: "" }, [100], 10_000_001]) {
      const reply = await client.post(CREATE, { payPrice });
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(payPrice)).to.deep.equal([400, "payPrice"]);
    }
    const reply = await client.post(CREATE, { payPrice: 100, packageId: { $gt: "" } });
    expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, "packageId"]);
  });

  it("tapped twice under one Idempotency-Key is one recharge", async () => {
    const { member, client } = await buildMember();
    await buildRecharge({}, undefined);
    const tapped = client.with({ "idempotency-key": `tap-${member._id}` });
    const first = await tapped.post(CREATE, { payPrice: 700 });
    const again = await tapped.post(CREATE, { payPrice: 700 });
    expect(first.code, first.msg).to.equal(0);
    expect(again.data).to.deep.equal(first.data);
    expect((await tapped.post(CREATE, { payPrice: 800 })).status).to.equal(422);
    expect(await RechargeModel.countDocuments({ memberId: member._id })).to.equal(1);
  });

  it("that is paid is credited: paid sum and bonus each a row, both in totalRecharge", async () => {
    const packageId = await buildPackage();
    const { rechargeId, member, client } = await buildPaidRecharge({ packageId });
    expect(await reload(rechargeId)).to.include({ payStatus: true, payChannelCode: "social_native" });
    const wallet = await client.get("/app-api/pay/wallet/get");
    expect(wallet.data).to.deep.equal({ balance: 10_500, totalExpense: 0, totalRecharge: 10_500 });
    const rows = await WalletTransactionModel.find({ memberId: member._id }).sort({ _id: 1 }).lean();
    expect(
      rows.map(({ bizType, bizId, priceFen, balanceAfterFen }) => [bizType, bizId, priceFen, balanceAfterFen]),
    ).to.deep.equal([
      [1, String(rechargeId), 10_000, 10_000],
      [1, `${rechargeId}-bonus`, 500, 10_500],
    ]);
  });

  it("is credited once, however often it is told", async () => {
    const { member, payOrderId } = await buildPaidRecharge({ payPrice: 300 });
    await enqueue(creditRechargeJob, { payOrderId });
    await runJobs();
    await Promise.all(Array.from({ length: 8 }, () => creditPaidRecharge(payOrderId)));
    expect(await walletOf(member._id)).to.include({ balanceFen: 300, totalRechargeFen: 300 });
    expect(await ledgerSum(member._id)).to.equal(300);
  });

  it("is credited once by eight tellings at once", async () => {
    const built = await buildRecharge({ payPrice: 300 });
    await PayOrderModel.updateOne({ _id: built.payOrderId }, { $set: { status: 10, successAt: new Date() } });
    await Promise.all(Array.from({ length: 8 }, () => creditPaidRecharge(built.payOrderId)));
    expect((await walletOf(built.member._id)).balanceFen).to.equal(300);
  });

  it("is not credited by a pay order that is not paid, another price or another pay order", async () => {
    const { payOrderId, rechargeId, member } = await buildRecharge({ payPrice: 300 });
    expect(await codeOf(creditPaidRecharge(payOrderId))).to.equal(1007008003);
    await PayOrderModel.updateOne({ _id: payOrderId }, { $set: { status: 10, priceFen: 299 } });
    expect(await codeOf(creditPaidRecharge(payOrderId))).to.equal(1007008004);
    const other = await buildRecharge({ payPrice: 300 });
    await RechargeModel.updateOne({ _id: rechargeId }, { $set: { payOrderId: 88_000_000 + rechargeId } });
    expect(await codeOf(creditPaidRecharge(payOrderId))).to.equal(1007008002);
    expect(await codeOf(creditPaidRecharge(99_999_999))).to.equal(1007008002);
    await RechargeModel.deleteOne({ _id: other.rechargeId });
    expect(await codeOf(creditPaidRecharge(other.payOrderId))).to.equal(1007008000);
    expect((await walletOf(member._id)).balanceFen).to.equal(0);
  });

  it("leaves orders of the mall alone", async () => {
    const { order, member } = await buildPayOrder();
    await inTransaction(() => announce(payOrderPaid, { payOrderId: order._id, appId: 1 }));
    await creditPaidRecharge(order._id);
    expect(await WalletTransactionModel.countDocuments({ memberId: member._id })).to.equal(0);
  });

  it("whose pay order is closed stays unpaid", async () => {
    const { payOrderId, rechargeId, client } = await buildRecharge();
    await closePayOrder(payOrderId);
    await runJobs();
    expect(await reload(rechargeId)).to.include({ payStatus: false });
    expect((await client.get("/app-api/pay/wallet/get")).data.balance).to.equal(0);
  });

  it("cannot be paid out of the wallet", async () => {
    const { payOrderId, client, member } = await buildRecharge();
    const reply = await client.post("/app-api/pay/order/submit", {
      id: payOrderId,
      userId: member._id,
      channelCode: "wallet",
      displayMode: "url",
      returnUrl: "http://127.0.0.1:8080/paid",
    });
    expect(reply.data).to.equal(null);
    expect(reply.code).to.not.equal(0);
    expect((await findPayOrder(payOrderId))!.status).to.equal(0);
  });

  it("is listed for its member alone, newest first, by payStatus, with every field", async () => {
    const paid = await buildPaidRecharge({ payPrice: 500 });
    const waiting = await buildRecharge({ payPrice: 600 }, paid);
    await buildRecharge({ payPrice: 700 });
    const all = await paid.client.post(PAGE, { pageNo: 1, pageSize: -1 });
    expect(all.code, all.msg).to.equal(0);
    expect(all.data.total).to.equal(2);
    expect(all.data.list.map(({ id }: { id: number }) => id)).to.deep.equal([waiting.rechargeId, paid.rechargeId]);
    const payOrder = (await findPayOrder(paid.payOrderId))!;
    expect(all.data.list[1]).to.deep.equal({
      id: paid.rechargeId,
      totalPrice: 500,
      payPrice: 500,
      bonusPrice: 0,
      payChannelCode: "social_native",
      payChannelName: all.data.list[1].payChannelName,
      payOrderId: paid.payOrderId,
      payOrderChannelOrderNo: payOrder.channelOrderNo,
      payTime: payOrder.successAt!.getTime(),
      refundStatus: 0,
      no: payOrder.no,
    });
    expect(all.data.list[1].payChannelName).to.be.a("string").and.not.equal("");
    expect(all.data.list[0]).to.include({ payTime: null, payChannelCode: null, no: null });
    const onlyPaid = await paid.client.post(PAGE, { pageNo: 1, pageSize: 10, payStatus: true });
    expect(onlyPaid.data.list.map(({ id }: { id: number }) => id)).to.deep.equal([paid.rechargeId]);
    const onlyWaiting = await paid.client.post(PAGE, { pageNo: 1, pageSize: 10, payStatus: false });
    expect(onlyWaiting.data.list.map(({ id }: { id: number }) => id)).to.deep.equal([waiting.rechargeId]);
    for (const body of [{ pageNo: 0 }, { pageSize: 0 }, { pageSize: 101 }, { payStatus: { $gt: "" } }, { pageNo: {} }])
      expect((await paid.client.post(PAGE, body)).status, JSON.stringify(body)).to.equal(400);
  });

  it("is paid again after an unpaid one was left: each its own", async () => {
    const first = await buildRecharge({ payPrice: 100 });
    const second = await buildRecharge({ payPrice: 200 }, first);
    await payRecharge(second);
    expect((await walletOf(first.member._id)).balanceFen).to.equal(200);
    expect(await reload(first.rechargeId)).to.include({ payStatus: false });
  });
});
