import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { chaseRefundsJob } from "#shared/domains/pay/pay.jobs.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { createPackage } from "#shared/domains/recharge/index.js";
import { finishRechargeRefund } from "#shared/domains/recharge/worker.js";
import { finishRechargeRefundJob } from "#shared/domains/recharge/recharge.jobs.js";
import { payFromWallet, walletOf } from "#shared/domains/wallet/index.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { ledgerSum } from "#test/factories/wallet.js";
import { buildSmsCode } from "#test/factories/smsCode.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { beginHeldRefund, buildPaidRecharge, buildRecharge, control, reload, settleRefund } from "./support.js";

const path = (rechargeId: number | string): string => `/admin-api/pay/wallet-recharge/refund?id=${rechargeId}`;
let counter = 0;
async function buildBonusRecharge() {
  const name = `refundable ${process.pid}-${++counter}`;
  const packageId = await createPackage({ name, payPriceFen: 10_000, bonusPriceFen: 500, status: 0 });
  return buildPaidRecharge({ packageId });
}
async function chase(): Promise<void> {
  heldClock.advance(minutes(2));
  await enqueue(chaseRefundsJob, {});
  await runJobs();
}
const refundOf = (id: number) => PayRefundModel.findById(id).lean();

describe("the refund of a recharge", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(["pay:wallet-recharge:refund"]);
  });
  afterEach(async () => {
    heldClock.release();
    await control("DELETE", "/faults");
    await runJobs();
  });

  after(async () => {
    const { violations } = await checkInvariants();
    const ours = violations.filter(({ invariant, about }) => invariant === "I1" || about.startsWith("recharge "));
    expect(ours).to.deep.equal([]);
  });

  it("is for operators with its permission", async () => {
    const { client, rechargeId } = await buildRecharge();
    const other = await buildOperator(["pay:wallet:query"]);
    expect((await stranger.post(path(rechargeId))).status).to.equal(401);
    expect((await client.post(path(rechargeId))).status).to.equal(401);
    expect((await other.client.post(path(rechargeId))).status).to.equal(403);
    expect((await operator.client.post(path("x"))).status).to.equal(400);
    expect((await operator.client.post("/admin-api/pay/wallet-recharge/refund")).status).to.equal(400);
  });

  it("takes all that was credited, bonus too, and gives back what was paid", async () => {
    const { rechargeId, payOrderId, member } = await buildBonusRecharge();
    const reply = await operator.client.post(path(rechargeId));
    expect(reply.code, reply.msg).to.equal(0);
    expect(await refundOf(reply.data)).to.include({
      payOrderId,
      merchantRefundId: `${rechargeId}-refund`,
      refundFen: 10_000,
    });
    await runJobs();
    await chase();
    expect(await reload(rechargeId)).to.include({
      refundStatus: 10,
      refundTotalFen: 10_500,
      refundPayFen: 10_000,
      refundBonusFen: 500,
    });
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 0, totalRechargeFen: 0 });
    expect(await ledgerSum(member._id)).to.equal(0);
    const row = await WalletTransactionModel.findOne({ memberId: member._id, bizType: 2 }).lean();
    expect(row).to.include({ bizId: String(rechargeId), priceFen: -10_500, balanceAfterFen: 0 });
    expect((await findPayOrder(payOrderId))!).to.include({ status: 20, refundFen: 10_000 });
    const audited = await OperationLogModel.findOne({ action: "recharge.refund", bizId: String(rechargeId) }).lean();
    expect(audited).to.include({ operatorId: operator.operator._id });
  });

  it("freezes while the channel works on it, and ends once however often it is told", async () => {
    const { rechargeId, payOrderId, member } = await buildBonusRecharge();
    await control("PUT", "/faults", { platform: "wechatpay", mode: "hold", count: 1 });
    const { data: refundId } = await operator.client.post(path(rechargeId));
    await runJobs();
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 10_500, totalRechargeFen: 10_500 });
    const spend = payFromWallet({ memberId: member._id, amountFen: 1, payOrderId: 70_000_000 + rechargeId });
    expect(await spend.catch((error: { code: number }) => error.code)).to.equal(1007007001);
    await control("POST", `/pay/refunds/${(await refundOf(refundId))!.no}/settle`, { outcome: "success" });
    await runJobs();
    await enqueue(finishRechargeRefundJob, { payOrderId, refundId });
    await runJobs();
    await Promise.all(Array.from({ length: 4 }, () => finishRechargeRefund(refundId)));
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 0, totalRechargeFen: 0 });
    expect(await WalletTransactionModel.countDocuments({ memberId: member._id, bizType: 2 })).to.equal(1);
  });

  it("that fails at the channel gives the frozen sum back, and may be begun again", async () => {
    const { rechargeId, member } = await buildBonusRecharge();
    await control("PUT", "/faults", { platform: "wechatpay", mode: "hold", count: 1 });
    const { data: refundId } = await operator.client.post(path(rechargeId));
    await runJobs();
    await control("POST", `/pay/refunds/${(await refundOf(refundId))!.no}/settle`, { outcome: "closed" });
    await runJobs();
    expect(await reload(rechargeId)).to.include({ refundStatus: 20 });
    expect(await walletOf(member._id)).to.include({ balanceFen: 10_500, frozenFen: 0, totalRechargeFen: 10_500 });
    const again = await operator.client.post(path(rechargeId));
    expect(again.code, again.msg).to.equal(0);
    expect(again.data).to.not.equal(refundId);
    expect((await refundOf(again.data))!.merchantRefundId).to.equal(`${rechargeId}-refund-2`);
    await runJobs();
    await chase();
    expect(await reload(rechargeId)).to.include({ refundStatus: 10 });
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 0 });
    expect(await ledgerSum(member._id)).to.equal(0);
  });

  it("waits with the frozen sum while the channel waits for the shop, and says so to another try", async () => {
    const { rechargeId, member } = await buildBonusRecharge();
    const refundId = await beginHeldRefund(rechargeId);
    await settleRefund(refundId, "abnormal");
    expect((await operator.client.post(path(rechargeId))).code).to.equal(1007006010);
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 10_500 });
    await settleRefund(refundId, "success");
    expect(await reload(rechargeId)).to.include({ refundStatus: 10 });
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 0 });
  });

  it("that succeeds after it failed takes the sum then, or is listed when that is spent", async () => {
    const whole = await buildBonusRecharge();
    const late = await beginHeldRefund(whole.rechargeId);
    await settleRefund(late, "closed");
    await settleRefund(late, "success", { force: true });
    expect(await reload(whole.rechargeId)).to.include({ refundStatus: 10, refundTotalFen: 10_500, payRefundId: late });
    expect(await walletOf(whole.member._id)).to.include({ balanceFen: 0, frozenFen: 0, totalRechargeFen: 0 });
    const { rechargeId, member } = await buildPaidRecharge({ payPrice: 500 });
    const refundId = await beginHeldRefund(rechargeId);
    await settleRefund(refundId, "closed");
    await payFromWallet({ memberId: member._id, amountFen: 1, payOrderId: 81_000_000 + rechargeId });
    await settleRefund(refundId, "success", { force: true });
    expect(await reload(rechargeId)).to.include({ refundStatus: 10, refundTotalFen: 0, refundPayFen: 500 });
    expect(await walletOf(member._id)).to.include({ balanceFen: 499, frozenFen: 0 });
    const spent = await PayAnomalyModel.find({ refundId, kind: "rechargeSpent" }).lean();
    expect(spent.map(({ paidFen, status }) => [paidFen, status])).to.deep.equal([[500, 0]]);
  });

  it("that succeeds after it failed, beside another try, is taken once that has ended", async () => {
    const { rechargeId, member } = await buildBonusRecharge();
    const first = await beginHeldRefund(rechargeId);
    await settleRefund(first, "closed");
    const second = await beginHeldRefund(rechargeId);
    await settleRefund(second, "closed");
    await control("PUT", "/faults", { platform: "wechatpay", mode: "error", count: 1_000, path: "/refunds" });
    const third = (await operator.client.post(path(rechargeId))).data;
    await settleRefund(first, "success", { force: true });
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 10_500 });
    await control("DELETE", "/faults");
    await chase();
    expect((await refundOf(third))!.status, "no money is left for it").to.equal(20);
    expect(await reload(rechargeId)).to.include({ refundStatus: 10, payRefundId: first, refundTotalFen: 10_500 });
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 0, totalRechargeFen: 0 });
  });

  it("is refused by name: absent, unpaid, spent, already", async () => {
    expect((await operator.client.post(path(99_999_999))).code).to.equal(1007008000);
    const unpaid = await buildRecharge();
    expect((await operator.client.post(path(unpaid.rechargeId))).code).to.equal(1007008005);
    const spent = await buildPaidRecharge({ payPrice: 500 });
    const memberId = spent.member._id;
    await payFromWallet({ memberId, amountFen: 1, payOrderId: 80_000_000 + spent.rechargeId });
    expect((await operator.client.post(path(spent.rechargeId))).code).to.equal(1007008007);
    expect(await reload(spent.rechargeId)).to.include({ refundStatus: 0, payRefundId: null, refundTries: 0 });
    expect(await walletOf(memberId)).to.include({ balanceFen: 499, frozenFen: 0 });
    const { rechargeId } = await buildPaidRecharge({ payPrice: 500 });
    expect((await operator.client.post(path(rechargeId))).code).to.equal(0);
    expect((await operator.client.post(path(rechargeId))).code).to.equal(1007008006);
  });

  it("of a member who has left is refused by name: what was credited is gone", async () => {
    const { rechargeId, client, member } = await buildPaidRecharge({ payPrice: 500 });
    const code = await buildSmsCode(member.mobile!);
    expect((await client.post("/app-api/member/user/logoff", { code })).data).to.equal(true);
    const reply = await operator.client.post(path(rechargeId));
    expect([reply.status, reply.code, reply.data]).to.deep.equal([200, 1007007009, null]);
    expect(await reload(rechargeId)).to.include({ refundStatus: 0, payRefundId: null, refundTries: 0 });
  });

  it("whose sum is frozen ties the member to the shop until it has ended", async () => {
    const { rechargeId, client, member } = await buildPaidRecharge({ payPrice: 500 });
    await control("PUT", "/faults", { platform: "wechatpay", mode: "hold", count: 1 });
    const { data: refundId } = await operator.client.post(path(rechargeId));
    await runJobs();
    const refused = await client.post("/app-api/member/user/logoff");
    expect([refused.code, refused.data]).to.deep.equal([1004001012, false]);
    await control("POST", `/pay/refunds/${(await refundOf(refundId))!.no}/settle`, { outcome: "success" });
    await runJobs();
    expect((await client.post("/app-api/member/user/logoff")).data).to.equal(true);
    expect(await ledgerSum(member._id)).to.equal(0);
  });

  it("tapped eight times at once is begun once", async () => {
    const { rechargeId, member } = await buildPaidRecharge({ payPrice: 500 });
    const ends = await Promise.all(Array.from({ length: 8 }, () => operator.client.post(path(rechargeId))));
    expect(ends.filter(({ code }) => code === 0)).to.have.length(1);
    expect(ends.filter(({ code }) => code === 1007008006)).to.have.length(7);
    expect(await PayRefundModel.countDocuments({ merchantRefundId: { $regex: `^${rechargeId}-refund` } })).to.equal(1);
    await runJobs();
    await chase();
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 0 });
  });

  it("under one Idempotency-Key answers the same again", async () => {
    const { rechargeId } = await buildPaidRecharge({ payPrice: 500 });
    const tapped = operator.client.with({ "idempotency-key": `refund-${rechargeId}` });
    const first = await tapped.post(path(rechargeId));
    expect(first.code, first.msg).to.equal(0);
    expect((await tapped.post(path(rechargeId))).data).to.equal(first.data);
  });

  it("is seen by operators in the page of recharges, by member and payStatus", async () => {
    const { rechargeId, member, client } = await buildPaidRecharge({ payPrice: 500 });
    const reader = await buildOperator(["pay:wallet-recharge:query"]);
    const page = `/admin-api/pay/wallet-recharge/page?userId=${member._id}`;
    expect((await stranger.get(page)).status).to.equal(401);
    expect((await client.get(page)).status).to.equal(401);
    expect((await operator.client.get(page)).status).to.equal(403);
    const refundId = await beginHeldRefund(rechargeId);
    const found = await reader.client.get(page);
    expect(found.code, found.msg).to.equal(0);
    expect(found.data.total).to.equal(1);
    expect(found.data.list[0]).to.include({
      id: rechargeId,
      userId: member._id,
      payStatus: true,
      payRefundId: refundId,
    });
    expect((await reader.client.get(`${page}&payStatus=false`)).data.total).to.equal(0);
    const at = found.data.list[0].createTime;
    const payOrderId = found.data.list[0].payOrderId;
    const totals: [string, number][] = [
      [`createTime=${at}&createTime=${at}`, 1],
      [`createTime=${at + 1}`, 0],
      [`payOrderId=${payOrderId}`, 1],
      ["refundStatus=20", 0],
      ["refundStatus=0&payStatus=true", 1],
    ];
    for (const [query, total] of totals)
      expect((await reader.client.get(`${page}&${query}`)).data.total, query).to.equal(total);
    for (const query of ["payStatus=maybe", "refundStatus=5", "createTime=2&createTime=1", "payOrderId=x"])
      expect((await reader.client.get(`${page}&${query}`)).msg, query).to.match(new RegExp(`^${query.split("=")[0]}`));
    await settleRefund(refundId, "success");
    expect((await reader.client.get(`${page}&refundStatus=10`)).data.total).to.equal(1);
  });

  it("told of an unknown refund, or of an earlier one than the one under way, changes nothing", async () => {
    const { rechargeId, member } = await buildPaidRecharge({ payPrice: 500 });
    await finishRechargeRefund(77_000_000);
    expect(await reload(rechargeId)).to.include({ refundStatus: 0 });
    const first = await beginHeldRefund(rechargeId);
    await settleRefund(first, "closed");
    await beginHeldRefund(rechargeId);
    const told = finishRechargeRefund(first);
    expect(await told.catch((error: { code: number }) => error.code)).to.equal(1007008008);
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 500 });
  });

  it("is not ended by a job that says so: while the channel works on it, nothing comes back to the wallet", async () => {
    const { rechargeId, payOrderId, member } = await buildBonusRecharge();
    const refundId = await beginHeldRefund(rechargeId);
    for (const forged of [{ succeeded: false }, { succeeded: true }, {}]) {
      await enqueue(finishRechargeRefundJob, { payOrderId, refundId, ...forged });
      await runJobs();
      expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 10_500 });
      expect(await reload(rechargeId)).to.include({ refundStatus: 0, payRefundId: refundId });
    }
    await settleRefund(refundId, "success");
    expect(await reload(rechargeId)).to.include({ refundStatus: 10 });
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 0 });
  });

  it("takes jobs of the version before, which said how it had ended, by the refund's own row", async () => {
    const { rechargeId, payOrderId, member } = await buildBonusRecharge();
    const refundId = await beginHeldRefund(rechargeId);
    await settleRefund(refundId, "success");
    const { payload } = finishRechargeRefundJob;
    expect(payload.parse({ payOrderId, refundId, succeeded: false })).to.deep.equal({ payOrderId, refundId });
    await enqueue(finishRechargeRefundJob, { payOrderId, refundId });
    await runJobs();
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, frozenFen: 0 });
  });
});
