import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { buildPaid, byPage, callsTo, control, fault, noFaults, refundAtSandbox, reload } from "./support.js";

const BASE = "/admin-api/pay/refund";
let counter = 0;
const row = async (id: number) => (await PayRefundModel.findById(id).lean())!;
const settleRefund = async (id: number, outcome: string, more: object = {}): Promise<void> => {
  await control("POST", `/pay/refunds/${(await row(id)).no}/settle`, { outcome, ...more });
  await runJobs();
};
const listed = async (refundId: number) =>
  (await PayAnomalyModel.find({ refundId }).sort({ _id: 1 }).lean()).map(({ kind, status }) => `${kind} ${status}`);

/** A refund of 400 of 1,000 fen with this outcome at the channel. */
async function buildRefund(outcome: string, body = {}) {
  const built = await buildPaid({ priceFen: 1_000 }, body);
  await fault({ mode: "hold", count: 1, platform: body === byPage ? "alipay" : "wechatpay" });
  const merchantRefundId = `h-${process.pid}-${++counter}`;
  const id = await refundPayOrder({ payOrderId: built.order._id, merchantRefundId, refundFen: 400, reason: "" });
  await runJobs();
  await settleRefund(id, outcome);
  return { ...built, id };
}

describe("an operator and a refund that the channel cannot make", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(["pay:refund:query", "pay:refund:redirect", "pay:refund:pay-outside"]);
  });
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });
  const redirect = (body: object) => operator.client.put(`${BASE}/redirect`, body);
  const outside = (body: object) => operator.client.put(`${BASE}/pay-outside`, body);
  const shown = async (payOrderId: number) =>
    (await operator.client.get(`${BASE}/page?payOrderId=${payOrderId}`)).data.list[0] as Record<string, unknown>;

  it("needs the permission of each act, and says which field is wrong", async () => {
    const member = await buildMember();
    const reader = await buildOperator(["pay:refund:query"]);
    for (const verb of ["redirect", "pay-outside"]) {
      for (const [client, status] of [
        [stranger, 401],
        [member.client, 401],
        [reader.client, 403],
      ] as const)
        expect((await client.put(`${BASE}/${verb}`, {})).status, verb).to.equal(status);
    }
    expect((await redirect({ id: 99_999_999, to: "merchant" })).code).to.equal(1007006004);
    expect((await outside({ id: 99_999_999, amount: 1, reason: "x" })).code).to.equal(1007006004);
    for (const [body, field] of [
      [{ id: 1, to: "bank" }, "to"],
      [{ id: 1, to: "payer", bankAccount: "6222", realName: "李" }, "bankType"],
      [{ id: 1, to: "payer", bankType: "ICBC_DEBIT", realName: "李" }, "bankAccount"],
    ] as const) {
      const bad = await redirect(body);
      expect([bad.status, bad.msg.startsWith(field)], field).to.deep.equal([400, true]);
    }
    for (const [body, field] of [
      [{ id: 1, amount: 0, reason: "x" }, "amount"],
      [{ id: 1, amount: 1, reason: " " }, "reason"],
    ] as const) {
      const bad = await outside(body);
      expect([bad.status, bad.msg.startsWith(field)], field).to.deep.equal([400, true]);
    }
  });

  it("has the channel pay it to the member's bank account, whose number nothing keeps", async () => {
    const { order, id } = await buildRefund("abnormal");
    expect(await shown(order._id)).to.include({ status: 0, needsMerchant: true, channelErrorCode: "ABNORMAL" });
    const account = { bankType: "ICBC_DEBIT", bankAccount: "6222021234567890403", realName: "李想" };
    expect((await redirect({ id, to: "payer", ...account })).data).to.equal(true);
    await runJobs();
    await runJobs();
    expect(await refundAtSandbox((await row(id)).no)).to.include({ state: "success" });
    expect(await row(id)).to.include({ status: 10, needsMerchant: false, redirectTo: "payer", redirectError: null });
    expect(await reload(order)).to.include({ status: 20, refundFen: 400, refundingId: null });
    expect(await listed(id)).to.deep.equal(["refundNeedsMerchant 10"]);
    const jobs = JSON.stringify(await OutboxModel.find({ job: "pay.redirectRefund" }).lean());
    const [call] = (await callsTo("/apply-abnormal-refund")).slice(-1);
    const audit = JSON.stringify(await OperationLogModel.find({ action: "refund.redirect" }).lean());
    for (const text of [jobs, call!.body, audit]) {
      expect(text).to.not.contain(account.bankAccount);
      expect(text).to.not.contain(account.realName);
    }
  });

  it("has it sent back to the shop, which is listed until the member was paid outside", async () => {
    const { order, id } = await buildRefund("abnormal");
    expect((await redirect({ id, to: "merchant" })).data).to.equal(true);
    await runJobs();
    await runJobs();
    expect(await row(id)).to.include({ status: 10, toMerchant: true });
    expect(await listed(id)).to.deep.equal(["refundNeedsMerchant 10", "refundToMerchant 0"]);
    expect((await outside({ id, amount: 400, reason: "bank transfer 77" })).data).to.equal(true);
    expect(await listed(id)).to.deep.equal(["refundNeedsMerchant 10", "refundToMerchant 20"]);
    expect(await reload(order)).to.include({ refundFen: 400 });
    expect((await outside({ id, amount: 400, reason: "again" })).code).to.equal(1007006005);
    await settleRefund(id, "success").catch(() => undefined);
    expect(await listed(id), "told again").to.deep.equal(["refundNeedsMerchant 10", "refundToMerchant 20"]);
  });

  it("sees what the channel refuses, and cannot redirect what does not wait, or at Alipay", async () => {
    const { id, order } = await buildRefund("abnormal");
    await settleRefund(id, "success", { notify: false });
    expect((await redirect({ id, to: "merchant" })).data).to.equal(true);
    await runJobs();
    expect((await shown(order._id))["redirectError"]).to.match(/^INVALID_REQUEST/);
    const closed = await buildRefund("closed");
    expect((await redirect({ id: closed.id, to: "merchant" })).code).to.equal(1007006005);
    const alipay = await buildRefund("success", byPage);
    await PayRefundModel.updateOne({ _id: alipay.id }, { $set: { status: 0, needsMerchant: true } });
    expect((await redirect({ id: alipay.id, to: "merchant" })).code).to.equal(1007006012);
    await PayRefundModel.updateOne({ _id: alipay.id }, { $set: { status: 10, needsMerchant: false } });
  });

  it("ends one as paid outside: booked once, audited; what the channel gives back later is listed", async () => {
    const { order, id } = await buildRefund("abnormal");
    const wrong = await outside({ id, amount: 399, reason: "cash" });
    expect(wrong.code).to.equal(1007006011);
    const body = { id, amount: 400, reason: "cash at the store" };
    const replies = await Promise.all([outside(body), outside(body)]);
    expect(replies.map(({ code }) => code).sort((a, b) => a - b)).to.deep.equal([0, 1007006005]);
    expect(await row(id)).to.include({ status: 10, needsMerchant: false, paidOutsideFen: 400 });
    expect(await reload(order)).to.include({ status: 20, refundFen: 400, refundingId: null });
    expect(await listed(id)).to.deep.equal(["refundNeedsMerchant 20"]);
    expect(await shown(order._id)).to.include({
      status: 10,
      payableOutside: false,
      paidOutsidePrice: 400,
      paidOutsideReason: "cash at the store",
    });
    const audits = await OperationLogModel.find({ action: "refund.pay-outside", bizId: String(id) }).lean();
    expect(audits.map(({ after }) => after)).to.deep.equal([{ status: 10, price: 400, reason: "cash at the store" }]);
    await settleRefund(id, "success");
    expect(await reload(order)).to.include({ refundFen: 400 });
    expect(await listed(id)).to.deep.equal(["refundNeedsMerchant 20", "refundContradicted 0"]);
  });

  it("ends one that failed, unless another refund of the order is under way, and one that the channel took back", async () => {
    const { order, id } = await buildRefund("closed");
    await fault({ mode: "hold", count: 1 });
    const merchantRefundId = `h-${process.pid}-${++counter}`;
    const other = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 100, reason: "" });
    await runJobs();
    const body = { id, amount: 400, reason: "bank transfer" };
    expect((await outside(body)).code).to.equal(1007006002);
    await settleRefund(other, "success");
    expect((await outside(body)).data).to.equal(true);
    expect(await reload(order)).to.include({ refundFen: 500 });
    expect(await listed(id)).to.deep.equal(["refundFailed 20"]);
    const undone = await buildRefund("success");
    expect((await outside({ ...body, id: undone.id })).code).to.equal(1007006005);
    await settleRefund(undone.id, "closed", { force: true });
    expect((await outside({ ...body, id: undone.id })).data).to.equal(true);
    expect(await row(undone.id)).to.include({ status: 10, inDoubt: false, paidOutsideFen: 400 });
    expect(await listed(undone.id)).to.deep.equal(["refundContradicted 20"]);
    expect(await reload(undone.order)).to.include({ refundFen: 400 });
  });
});
