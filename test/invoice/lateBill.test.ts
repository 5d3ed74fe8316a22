import { expect } from "chai";
import { findInvoice } from "#shared/domains/invoice/invoice.queries.js";
import type { InvoiceDoc } from "#shared/domains/invoice/index.js";
import { buildInvoice, invoiceOf } from "#test/factories/invoice.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { runJobs } from "#test/support/runJobs.js";
import {
  buildRefundable,
  control,
  invoiceFault,
  invoiceUntil,
  noInvoiceFaults,
  refund,
  settle,
  settleAll,
  untilDone,
  untilStuck,
} from "./support.js";

interface AtProvider {
  orderNo: string;
  kind: "blue" | "red";
  state: string;
  invoiceNo: string;
  cancels: string | null;
  cancelledBy: string | null;
}

describe("a bill that the provider reports as failed and issues after all", () => {
  let operator: BuiltOperator;
  before(async () => {
    operator = await buildOperator(["member:invoice:retry", "member:invoice:query"]);
  });
  afterEach(noInvoiceFaults);
  after(settleAll);

  const put = (act: string, body: object) => operator.client.put(`/admin-api/member/invoice/${act}`, body);
  /** All that the provider made under these numbers. */
  const issuedAs = async (...numbers: string[]): Promise<AtProvider[]> =>
    (await control<AtProvider[]>("GET", "/invoices")).filter(
      ({ orderNo, state }) => state === "issued" && numbers.includes(orderNo),
    );
  async function buildFailed(
    ordered = buildRefundable(),
  ): Promise<{ built: Awaited<ReturnType<typeof buildInvoice>>; sent: InvoiceDoc; no: string }> {
    await invoiceFault({ mode: "hold", path: "blue", count: 1 });
    const built = await buildInvoice({ ordered: await ordered });
    const sent = await invoiceUntil(built.order._id, "it is sent", ({ bill }) => bill.serialNo !== null);
    await settle(sent.bill.no!, { outcome: "failed", reason: "税局：额度不足" });
    await untilStuck(built.order._id);
    return { built, sent, no: sent.bill.no! };
  }

  it("is the invoice's own, without an operator", async () => {
    const { built, no } = await buildFailed();
    await settle(no, { times: 3 });
    const done = await untilDone(built.order._id);
    expect(done).to.include({ stuckAt: null, failReason: "" });
    expect(done.bill).to.include({ no, state: "issued" });
    await runJobs();
    expect(await findInvoice(done._id)).to.include({ status: 3, stuckAt: null });
  });

  it("untold, is found before another number is ordered", async () => {
    const { built, sent, no } = await buildFailed();
    await settle(no, { notify: false });
    expect((await put("retry", { id: sent._id })).data).to.equal(true);
    const done = await untilDone(built.order._id);
    expect(done.bill).to.include({ no, state: "issued" });
    expect(await issuedAs(no, `${no.slice(0, -1)}1`)).to.have.length(1);
  });

  it("beside another number waits for an operator, who is told both", async () => {
    const { built, sent, no } = await buildFailed();
    expect((await put("retry", { id: sent._id })).data).to.equal(true);
    const done = await untilDone(built.order._id);
    expect(done.bill.no).to.not.equal(no);
    await settle(no);
    const stuck = await untilStuck(built.order._id);
    const [late] = await issuedAs(no);
    expect(stuck.bill).to.deep.equal(done.bill);
    expect(stuck.failReason).to.contain(no).and.to.contain(late!.invoiceNo);
    const page = await operator.client.get(
      `/admin-api/member/invoice/page?waiting=true&userId=${built.order.memberId}`,
    );
    expect(page.data.list).to.have.length(1);
    expect((await put("retry", { id: sent._id })).data).to.equal(true);
    await runJobs();
    expect(await invoiceOf(built.order._id)).to.include({ status: 3, stuckAt: null });
  });

  it("of an invoice that was voided meanwhile gets its red letter", async () => {
    const { built, no } = await buildFailed();
    await refund(built);
    expect(await invoiceOf(built.order._id)).to.include({ status: 4, redDue: false });
    await settle(no);
    const voided = await invoiceUntil(
      built.order._id,
      "the red letter",
      ({ red, redDue }) => red.state === "issued" && !redDue,
    );
    const [late] = await issuedAs(no);
    expect(late!.cancelledBy).to.equal(voided.red.no);
  });

  it("as a red letter is the invoice's own too", async () => {
    const built = await buildInvoice({ ordered: await buildRefundable() });
    await untilDone(built.order._id);
    await invoiceFault({ mode: "hold", path: "red", count: 1 });
    await refund(built);
    const sent = await invoiceUntil(built.order._id, "it is sent", ({ red }) => red.serialNo !== null);
    await settle(sent.red.no!, { outcome: "failed" });
    await untilStuck(built.order._id);
    await settle(sent.red.no!, { notify: false });
    expect((await put("retry", { id: sent._id })).data).to.equal(true);
    const voided = await invoiceUntil(built.order._id, "the red letter", ({ redDue }) => !redDue);
    expect(voided.red).to.include({ no: sent.red.no, state: "issued" });
    expect(voided).to.include({ stuckAt: null, failReason: "" });
  });
});
