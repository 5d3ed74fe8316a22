import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { queryPayOrderJob, refundAtChannelJob } from "#shared/domains/pay/pay.jobs.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPayOrder } from "#test/factories/payOrder.js";
import { stranger } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { scenario } from "#test/support/scenario.js";
import { startService } from "#test/support/service.js";
import { buildPaid, buildSubmitted, byPage, callsTo, control, fault, noFaults, reload, settle } from "./support.js";

const PAYMENT = "/admin-api/pay/order";
const REFUND = "/admin-api/pay/refund";
let counter = 0;

describe("an operator who has the channel asked", () => {
  let operator: BuiltOperator;
  let stopReporting: () => Promise<void>;
  before(async () => {
    await startService();
    const queries = ["pay:order:query", "pay:refund:query"];
    operator = await buildOperator([...queries, "pay:order:query-channel", "pay:refund:query-channel"]);
    stopReporting = await startReporting("worker", queueNames);
  });
  after(() => stopReporting());
  afterEach(async () => {
    heldClock.release();
    for (const queue of ["pay-sync", "pay-refund"] as const) await queueNamed(queue).resume();
    await noFaults();
    await runJobs();
  });

  const query = (of: string, id: number) => operator.client.put(`${of}/query-channel`, { id });
  async function why(of: string, id: number): Promise<{ state: string; en: string; acts: string[] }> {
    const { state, sentence, acts } = (await operator.client.get(`${of}/get-detail?id=${id}`)).data.why;
    return { state, en: sentence.en, acts: acts.map(({ act }: { act: string }) => act) };
  }
  const openJobs = (job: string, of: object) => OutboxModel.countDocuments({ job, open: true, ...of });
  const queriesOf = async (no: string) =>
    (await callsTo(`/out-trade-no/${no}`)).filter(({ method }) => method === "GET").length;
  const refundOf = async (id: number) => (await PayRefundModel.findById(id).lean())!;

  /** A refund of 400 of 1,000 fen that the channel keeps under way. */
  async function buildRefund(): Promise<{ payOrderId: number; id: number; no: string }> {
    const { order } = await buildPaid({ priceFen: 1_000 });
    await fault({ mode: "hold", count: 1 });
    const id = await requestRefund(order._id);
    await runJobs();
    return { payOrderId: order._id, id, no: (await refundOf(id)).no };
  }
  const requestRefund = (payOrderId: number): Promise<number> =>
    refundPayOrder({ payOrderId, merchantRefundId: `q-${process.pid}-${++counter}`, refundFen: 400, reason: "" });

  for (const [name, body] of [
    ["WeChat Pay", {}],
    ["Alipay", byPage],
  ] as const)
    it(`${name}: a payment whose callback was lost is paid at once`, async () => {
      const { order, no } = await buildSubmitted({}, body);
      await scenario("lost-callback", { no });
      await settle(no);
      expect(await why(PAYMENT, order._id)).to.deep.include({ state: "waits", acts: ["payment.query"] });
      const { code, msg, data } = await query(PAYMENT, order._id);
      expect([code, msg, data]).to.deep.equal([0, msg, true]);
      await runJobs();
      expect(await reload(order)).to.include({ status: 10 });
      const { en, acts } = await why(PAYMENT, order._id);
      expect(en).to.match(/^It was paid at /);
      expect(acts).not.to.include("payment.query");
      const entry = await OperationLogModel.findOne({ action: "order.query", bizId: String(order._id) }).lean();
      expect(entry).to.deep.include({ operatorId: operator.operator._id, module: "pay", after: { attempts: [no] } });
      expect((await query(PAYMENT, order._id)).code).to.equal(1007002001);
    });

  it("a payment that is not paid there waits on, and can be asked about again", async () => {
    const { order, no } = await buildSubmitted();
    const before = await queriesOf(no);
    for (const times of [1, 2]) {
      expect((await query(PAYMENT, order._id)).data).to.equal(true);
      await runJobs();
      expect(await queriesOf(no)).to.equal(before + times);
    }
    expect(await reload(order)).to.include({ status: 0 });
    expect((await why(PAYMENT, order._id)).state).to.equal("waits");
  });

  it("a second tap asks nothing more while the first waits, also at the same moment", async () => {
    const { order, no } = await buildSubmitted();
    const before = await queriesOf(no);
    await queueNamed("pay-sync").pause();
    const both = await Promise.all([query(PAYMENT, order._id), query(PAYMENT, order._id)]);
    expect(both.map(({ code }) => code)).to.deep.equal([0, 0]);
    expect(both.map(({ data }) => data).sort()).to.deep.equal([false, true]);
    expect((await query(PAYMENT, order._id)).data).to.equal(false);
    expect(await openJobs(queryPayOrderJob.name, { "about.payOrderId": order._id })).to.equal(1);
    expect(await OperationLogModel.countDocuments({ action: "order.query", bizId: String(order._id) })).to.equal(1);
    await queueNamed("pay-sync").resume();
    await runJobs();
    expect(await queriesOf(no)).to.equal(before + 1);
  });

  it("is told that the channel is being asked until it has answered, and that its queue is held", async () => {
    const { order } = await buildSubmitted();
    await fault({ mode: "timeout", count: 1, path: "/out-trade-no/" });
    await query(PAYMENT, order._id);
    const asked = await why(PAYMENT, order._id);
    expect([asked.state, asked.acts]).to.deep.equal(["runs", []]);
    expect(asked.en).to.match(/; the channel is being asked right now, as an operator wanted\.$/);
    await runJobs();
    expect(await why(PAYMENT, order._id)).to.deep.include({ state: "waits", acts: ["payment.query"] });
    await queueNamed("pay-sync").pause();
    await query(PAYMENT, order._id);
    const held = await why(PAYMENT, order._id);
    expect(held.state).to.equal("stands");
    expect(held.en).to.include("until queue pay-sync is resumed").and.not.to.include("right now");
  });

  it("a refund whose news were lost ends at once, and has then nothing to be asked about", async () => {
    const { id, no } = await buildRefund();
    await control("POST", `/pay/refunds/${no}/settle`, { outcome: "success", notify: false });
    expect(await why(REFUND, id)).to.deep.include({ state: "waits", acts: ["refund.query"] });
    expect((await query(REFUND, id)).data).to.equal(true);
    await runJobs();
    expect(await refundOf(id)).to.include({ status: 10 });
    expect((await query(REFUND, id)).code).to.equal(1007006013);
    expect(await OperationLogModel.countDocuments({ action: "refund.query", bizId: String(id) })).to.equal(1);
  });

  it("a refund in doubt is asked about although it has ended", async () => {
    const { id, no } = await buildRefund();
    await control("POST", `/pay/refunds/${no}/settle`, { outcome: "success" });
    await runJobs();
    await control("POST", `/pay/refunds/${no}/settle`, { outcome: "closed", force: true });
    await runJobs();
    expect(await refundOf(id)).to.include({ status: 10, inDoubt: true });
    const before = (await callsTo(`/refunds/${no}`)).length;
    expect((await query(REFUND, id)).data).to.equal(true);
    await runJobs();
    expect((await callsTo(`/refunds/${no}`)).length).to.equal(before + 1);
  });

  it("a try that waits for its time is made now; one that is due is not doubled", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 });
    await fault({ mode: "error", count: 1, path: "/refund/domestic/refunds" });
    const id = await requestRefund(order._id);
    const ofRefund = { job: refundAtChannelJob.name, "about.refundId": id };
    await eventually(
      "the first try failed",
      async () => (await openJobs(ofRefund.job, { ...ofRefund, nextTryAt: { $gt: new Date() } })) === 1,
    );
    await queueNamed("pay-refund").pause();
    expect((await query(REFUND, id)).data).to.equal(true);
    expect((await query(REFUND, id)).data).to.equal(false);
    expect(await openJobs(ofRefund.job, ofRefund)).to.equal(1);
    await queueNamed("pay-refund").resume();
    await eventually("it was given back", async () => (await refundOf(id)).status === 10);
  });

  it("needs something that waits at a channel, and the right of the act", async () => {
    const { order } = await buildPayOrder();
    expect((await query(PAYMENT, order._id)).code).to.equal(1007002006);
    expect((await query(PAYMENT, 99_999_999)).code).to.equal(1007002000);
    expect((await query(REFUND, 99_999_999)).code).to.equal(1007006004);
    const member = await buildMember();
    const reader = await buildOperator(["pay:order:query", "pay:refund:query"]);
    for (const of of [PAYMENT, REFUND]) {
      for (const [client, status] of [
        [stranger, 401],
        [member.client, 401],
        [reader.client, 403],
      ] as const)
        expect((await client.put(`${of}/query-channel`, { id: order._id })).status, of).to.equal(status);
      const bad = await operator.client.put(`${of}/query-channel`, { id: "x" });
      expect([bad.status, bad.msg.startsWith("id")], of).to.deep.equal([400, true]);
    }
  });
});
