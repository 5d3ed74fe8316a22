import { expect } from "chai";
import { findInvoice } from "#shared/domains/invoice/invoice.queries.js";
import { redInvoice, voidRefunded } from "#shared/domains/invoice/worker.js";
import { redInvoiceJob, voidRefundedJob } from "#shared/domains/invoice/invoice.jobs.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { APPLY, buildInvoice, invoiceBody, invoiceOf, onPaper } from "#test/factories/invoice.js";
import { buildOperator } from "#test/factories/operator.js";
import { runJobs } from "#test/support/runJobs.js";
import {
  buildRefundable,
  callsDuring,
  invoiceFault,
  invoiceUntil,
  madeFor,
  noInvoiceFaults,
  refund,
  settle,
  settleAll,
  untilDone,
} from "./support.js";

const LIST = "/member/invoiceInfo/appOrderInvoicedListPage";
const INVOICE_NOT_FOUND = 1014001000;
const untilRed = (orderId: number) =>
  invoiceUntil(orderId, "the red letter", ({ red, redDue }) => red.state === "issued" && !redDue);

describe("an order's full refund and its invoice", () => {
  afterEach(noInvoiceFaults);
  after(settleAll);

  it("a done electronic one is voided, leaves list 2 and its address, and gets a red letter", async () => {
    const built = await buildInvoice({ ordered: await buildRefundable() });
    const { _id: orderId } = built.order;
    const done = await untilDone(orderId);
    await refund(built);
    expect(await invoiceOf(orderId)).to.include({ status: 4 });
    const voided = await untilRed(orderId);
    expect(voided.voidedAt).to.be.instanceOf(Date);
    const [blue, red, ...more] = await madeFor(voided);
    expect(more).to.deep.equal([]);
    expect(blue).to.include({ kind: "blue", cancelledBy: voided.red.no });
    expect(red).to.include({ kind: "red", state: "issued", cancels: done.bill.no, amount: built.order.payPriceFen });
    expect(voided.red.invoiceNo).to.equal(red!.invoiceNo);
    for (const invoiceType of [1, 2])
      expect((await built.client.post(LIST, { invoiceType })).data).to.deep.equal({ list: [], total: 0 });
    expect((await built.client.get(`/member/invoiceInfo/file/${done._id}`)).code).to.equal(INVOICE_NOT_FOUND);
    const { client: operator } = await buildOperator(["member:invoice:query"]);
    const row = (await operator.get(`/admin-api/member/invoice/get?id=${done._id}`)).data;
    expect(row).to.include({ status: 4, redState: "issued", redInvoiceNo: red!.invoiceNo, waiting: false });
  });

  it("run twice, its jobs change nothing more", async () => {
    const built = await buildInvoice({ ordered: await buildRefundable() });
    await untilDone(built.order._id);
    await refund(built);
    const voided = await untilRed(built.order._id);
    const calls = await callsDuring(async () => {
      await enqueue(voidRefundedJob, { payOrderId: built.payOrderId });
      await enqueue(redInvoiceJob, { invoiceId: voided._id });
      await voidRefunded(built.payOrderId);
      await redInvoice(voided._id, { number: 1, isLast: false });
      await runJobs();
    });
    expect(calls).to.deep.equal([]);
    expect(await findInvoice(voided._id)).to.deep.equal(voided);
  });

  it("a lost answer to the red letter is settled by a question", async () => {
    const built = await buildInvoice({ ordered: await buildRefundable() });
    await untilDone(built.order._id);
    await invoiceFault({ mode: "error", path: "fastInvoiceRed", after: true });
    const calls = await callsDuring(async () => {
      await refund(built);
      await untilRed(built.order._id);
    });
    expect(calls.filter((name) => name === "fastInvoiceRed")).to.have.length(1);
    expect((await madeFor((await invoiceOf(built.order._id))!)).map(({ kind }) => kind)).to.deep.equal(["blue", "red"]);
  });

  it("one that is being issued ends voided: what comes out gets its red letter", async () => {
    await invoiceFault({ mode: "hold", path: "blue" });
    const built = await buildInvoice({ ordered: await buildRefundable() });
    const sent = await invoiceUntil(built.order._id, "it is sent", ({ bill }) => bill.serialNo !== null);
    await refund(built);
    expect(await findInvoice(sent._id)).to.deep.include({ status: 4, redDue: true, fileKey: null });
    await settle(sent.bill.no!);
    const voided = await untilRed(built.order._id);
    expect(voided.status).to.equal(4);
    expect(voided.fileKey).to.equal(null);
    expect((await madeFor(voided)).map(({ kind }) => kind)).to.deep.equal(["blue", "red"]);
  });

  it("one that is being issued and fails at the provider needs no red letter", async () => {
    await invoiceFault({ mode: "hold", path: "blue" });
    const built = await buildInvoice({ ordered: await buildRefundable() });
    const sent = await invoiceUntil(built.order._id, "it is sent", ({ bill }) => bill.serialNo !== null);
    await refund(built);
    await settle(sent.bill.no!, { outcome: "failed" });
    const ended = await invoiceUntil(built.order._id, "its end", ({ redDue }) => !redDue);
    expect(ended).to.deep.include({ status: 4, stuckAt: null });
    expect(ended.red.state).to.equal("none");
  });

  it("one on paper is voided too, without the provider", async () => {
    const built = await buildInvoice({ ordered: await buildRefundable(), body: onPaper });
    const calls = await callsDuring(() => refund(built));
    expect(calls).to.deep.equal([]);
    expect(await invoiceOf(built.order._id)).to.deep.include({ status: 4, redDue: false });
  });

  it("applying and refunding at once: whatever comes first, no live invoice is left", async () => {
    const built = await buildRefundable();
    await Promise.all([refund(built), ...[1, 2, 3].map(() => built.client.post(APPLY, invoiceBody(built, onPaper)))]);
    await runJobs();
    const invoice = await invoiceOf(built.order._id);
    if (invoice) expect(invoice.status).to.equal(4);
    expect((await built.client.post(LIST, { invoiceType: 2 })).data.total).to.equal(0);
  });

  it("a red letter that fails waits for an operator, who has it tried again", async () => {
    const built = await buildInvoice({ ordered: await buildRefundable() });
    await untilDone(built.order._id);
    await invoiceFault({ mode: "hold", path: "red" });
    await refund(built);
    const sent = await invoiceUntil(built.order._id, "it is sent", ({ red }) => red.serialNo !== null);
    await settle(sent.red.no!, { outcome: "failed", reason: "税局：系统维护" });
    const stuck = await invoiceUntil(built.order._id, "an operator is waited for", ({ stuckAt }) => stuckAt !== null);
    expect(stuck).to.include({ status: 4, failReason: "税局：系统维护" });
    const { client: operator } = await buildOperator(["member:invoice:retry"]);
    expect((await operator.put("/admin-api/member/invoice/retry", { id: stuck._id })).data).to.equal(true);
    const voided = await untilRed(built.order._id);
    expect(voided.red.no).not.to.equal(stuck.red.no);
  });
});
