import { expect } from "chai";
import { InvoiceModel } from "#shared/domains/invoice/invoice.model.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { APPLY, buildInvoice, company, invoiceBody, invoiceOf, onPaper } from "#test/factories/invoice.js";
import { buildMember } from "#test/factories/member.js";
import { buildPaidOrder, buildUnpaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { buildRefundable, invoiceFault, refund, settleAll } from "./support.js";

const ALREADY = 2000024;
const ORDER_NOT_FOUND = 1011000011;
const NOT_PAID = 1014001001;
const CANCELLED = 1014001002;
const MISMATCH = 1014001003;

describe("applying for an invoice", () => {
  let built: BuiltOrder;
  before(async () => {
    await invoiceFault({ mode: "hold", count: 1_000 });
    built = await buildPaidOrder();
  });
  after(async () => {
    await settleAll();
  });
  const refused = async (overrides: Record<string, unknown>): Promise<string> => {
    const reply = await built.client.post(APPLY, invoiceBody(built, overrides));
    expect([reply.status, reply.code, reply.data], JSON.stringify(overrides)).to.deep.equal([400, 400, false]);
    return reply.msg.split(":")[0]!;
  };

  it("each needed field is asked for by its name", async () => {
    for (const field of ["orderNumber", "invoiceType", "invoicePrice", "title", "titleType", "type"])
      expect(await refused({ [field]: undefined })).to.equal(field);
    expect(await refused({ email: undefined })).to.equal("email");
    expect(await refused({ type: 1 })).to.equal("mailingAddress");
    expect(await refused({ titleType: 2 })).to.equal("taxNo");
    expect(await refused({ titleType: 2, taxNo: " " })).to.equal("taxNo");
    for (const field of ["taxNo", "address", "phone", "bankAddress", "bankNo"])
      expect(await refused({ ...company, invoiceType: 2, [field]: undefined })).to.equal(field);
    expect(await refused({ ...company, invoiceType: 2, titleType: 1 })).to.equal("titleType");
  });

  it("a wrong type or value is named", async () => {
    for (const value of [9900, "", "99.00", "09900", "-1", "1e3", " 9900", "9900 ", { $gt: "" }])
      expect(await refused({ invoicePrice: value })).to.equal("invoicePrice");
    for (const [field, value] of [
      ["orderNumber", "x"],
      ["orderNumber", { $gt: "" }],
      ["invoiceType", 3],
      ["titleType", "3"],
      ["type", 0],
      ["title", "   "],
      ["email", "nobody"],
      ["email", "a@b.example\r\nBcc: c@d.example"],
      ["mailingAddress", 7],
    ] as const)
      expect(await refused({ [field]: value })).to.equal(field);
  });

  it("the amount is what was paid less what was refunded", async () => {
    const price = built.order.payPriceFen;
    for (const other of [price - 1, price + 1, 0]) {
      const reply = await built.client.post(APPLY, invoiceBody(built, { invoicePrice: String(other) }));
      expect([reply.status, reply.code, reply.data]).to.deep.equal([200, MISMATCH, false]);
      expect(reply.msg).to.contain(String(price));
    }
    const inPart = await buildRefundable();
    await refund(inPart, 900);
    const whole = await inPart.client.post(APPLY, invoiceBody(inPart));
    expect(whole.code).to.equal(MISMATCH);
    const rest = String(inPart.order.payPriceFen - 900);
    expect((await inPart.client.post(APPLY, invoiceBody(inPart, { invoicePrice: rest }))).code).to.equal(200);
    const stored = (await invoiceOf(inPart.order._id))!;
    expect(stored.lines.reduce((sum, { amountFen }) => sum + amountFen, 0)).to.equal(Number(rest));
    for (const { amountFen, netFen, taxFen } of stored.lines) expect(netFen + taxFen).to.equal(amountFen);
  });

  it("an order of somebody else, a deleted and an absent one are the same refusal", async () => {
    const { client } = await buildMember();
    const theirs = await client.post(APPLY, invoiceBody(built));
    const absent = await client.post(APPLY, invoiceBody(built, { orderNumber: 999_999_999 }));
    expect([theirs.code, theirs.msg]).to.deep.equal([ORDER_NOT_FOUND, absent.msg]);
    expect(absent.code).to.equal(ORDER_NOT_FOUND);
    const deleted = await buildPaidOrder();
    await OrderModel.updateOne({ _id: deleted.order._id }, { $set: { deletedAt: new Date() } });
    expect((await deleted.client.post(APPLY, invoiceBody(deleted))).code).to.equal(ORDER_NOT_FOUND);
  });

  it("an unpaid, a cancelled and a fully refunded order cannot be invoiced", async () => {
    const unpaid = await buildUnpaidOrder();
    expect((await unpaid.client.post(APPLY, invoiceBody(unpaid))).code).to.equal(NOT_PAID);
    await unpaid.client.post("/app-api/trade/order/cancel", { id: unpaid.order._id });
    expect((await unpaid.client.post(APPLY, invoiceBody(unpaid))).code).to.equal(CANCELLED);
    const back = await buildRefundable();
    await refund(back);
    expect((await reloadOrder(back.order._id)).order.status).to.equal(40);
    for (const invoicePrice of [String(back.order.payPriceFen), "0"])
      expect((await back.client.post(APPLY, invoiceBody(back, { invoicePrice }))).code).to.equal(CANCELLED);
  });

  it("an order has one live invoice: a second application is 2000024, of whatever kind", async () => {
    const ordered = (await buildInvoice({ ordered: built })) as BuiltOrder;
    const again = await ordered.client.post(APPLY, invoiceBody(ordered, onPaper));
    expect([again.status, again.code, again.data]).to.deep.equal([200, ALREADY, false]);
    expect(await InvoiceModel.countDocuments({ orderId: ordered.order._id })).to.equal(1);
  });

  it("of many taps at once one is taken", async () => {
    const tapped = await buildPaidOrder();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => tapped.client.post(APPLY, invoiceBody(tapped, onPaper))),
    );
    expect(replies.map(({ code }) => code).sort((a, b) => a - b)).to.deep.equal([200, ...Array(11).fill(ALREADY)]);
    await runJobs();
    expect(await InvoiceModel.countDocuments({ orderId: tapped.order._id })).to.equal(1);
  });

  it("a repeat with the same Idempotency-Key gets the first answer again", async () => {
    const ordered = await buildPaidOrder();
    const client = ordered.client.with({ "idempotency-key": `invoice-${ordered.order._id}` });
    expect((await client.post(APPLY, invoiceBody(ordered, onPaper))).data).to.equal(true);
    const again = await client.post(APPLY, invoiceBody(ordered, onPaper));
    expect([again.code, again.data]).to.deep.equal([200, true]);
    expect((await ordered.client.post(APPLY, invoiceBody(ordered, onPaper))).code).to.equal(ALREADY);
  });

  it("is for members", async () => {
    expect((await stranger.post(APPLY, invoiceBody(built))).status).to.equal(401);
  });
});
