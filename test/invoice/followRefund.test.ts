import { expect } from "chai";
import { findInvoice } from "#shared/domains/invoice/invoice.queries.js";
import { InvoiceModel } from "#shared/domains/invoice/invoice.model.js";
import type { InvoiceDoc } from "#shared/domains/invoice/index.js";
import { voidRefunded } from "#shared/domains/invoice/worker.js";
import { buildInvoice, invoiceOf, onPaper } from "#test/factories/invoice.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildSpu } from "#test/factories/spu.js";
import { mailsOf } from "#test/mail/support.js";
import { eventually } from "#test/support/eventually.js";
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
} from "./support.js";

const LIST = "/member/invoiceInfo/appOrderInvoicedListPage";
const PATH = "/admin-api/member/invoice";
const NOT_ISSUED = 1014001008;
const ORDER_CANCELLED = 1014001002;

const sumOf = ({ lines }: Pick<InvoiceDoc, "lines">): number =>
  lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
const allOf = (orderId: number) => InvoiceModel.find({ orderId }).sort({ _id: 1 }).lean<InvoiceDoc[]>();

describe("an invoice whose order is refunded in part", () => {
  let operator: BuiltOperator;
  before(async () => {
    operator = await buildOperator(
      ["query", "issue", "finish", "retry", "reissue"].map((verb) => `member:invoice:${verb}`),
    );
  });
  afterEach(noInvoiceFaults);
  after(settleAll);
  const put = (verb: string, body: object) => operator.client.put(`${PATH}/${verb}`, body);

  it("issued: it is voided by a red letter, and one over what is left is issued and mailed; the rest voids that", async () => {
    const email = `left-${Date.now()}@mail.example`;
    const built = await buildInvoice({ ordered: await buildRefundable(), body: { email } });
    const first = await untilDone(built.order._id);
    await refund(built, 900);
    const second = await invoiceUntil(
      built.order._id,
      "another is done",
      ({ _id, status }) => _id !== first._id && status === 3,
    );
    expect(second).to.include({
      priceFen: built.order.payPriceFen - 900,
      title: first.title,
      email,
      replacesId: first._id,
    });
    expect(sumOf(second)).to.equal(second.priceFen);
    await eventually("the red letter", async () => (await findInvoice(first._id))!.red.state === "issued");
    expect(await findInvoice(first._id)).to.include({ status: 4 });
    const mails = await mailsOf(email);
    expect(mails).to.have.length(2);
    const shown = (await built.client.post(LIST, { invoiceType: 2 })).data;
    expect(
      shown.list.map(({ id, invoicePrice }: { id: number; invoicePrice: string }) => [id, invoicePrice]),
    ).to.deep.equal([[second._id, String(second.priceFen)]]);

    await refund(built, second.priceFen);
    await eventually("its red letter", async () => {
      await runJobs();
      return (await findInvoice(second._id))!.red.state === "issued";
    });
    expect((await allOf(built.order._id)).map(({ status }) => status)).to.deep.equal([4, 4]);
    expect((await built.client.post(LIST, { invoiceType: 2 })).data.total).to.equal(0);
  });

  it("twice in a row, and its job twice: one live invoice over what is left", async () => {
    const built = await buildInvoice({ ordered: await buildRefundable() });
    await untilDone(built.order._id);
    await refund(built, 900);
    await refund(built, 100);
    await Promise.all([voidRefunded(built.payOrderId), voidRefunded(built.payOrderId)]);
    const left = built.order.payPriceFen - 1_000;
    await invoiceUntil(
      built.order._id,
      "the last is done",
      ({ status, priceFen }) => status === 3 && priceFen === left,
    );
    const live = (await allOf(built.order._id)).filter(({ liveOrderId }) => liveOrderId !== undefined);
    expect(live.map(({ priceFen }) => priceFen)).to.deep.equal([left]);
  });

  it("under way at the provider: what comes out gets its red letter, and one over what is left is issued", async () => {
    await invoiceFault({ mode: "hold", path: "blue", count: 1 });
    const built = await buildInvoice({ ordered: await buildRefundable() });
    const sent = await invoiceUntil(built.order._id, "it is sent", ({ bill }) => bill.serialNo !== null);
    await refund(built, 900);
    await settle(sent.bill.no!);
    await eventually("its red letter", async () => {
      await runJobs();
      return (await findInvoice(sent._id))!.red.state === "issued";
    });
    const done = await untilDone(built.order._id);
    expect(done).to.include({ priceFen: built.order.payPriceFen - 900, replacesId: sent._id });
    const issued = (
      await control<{ orderNo: string; kind: string; cancelledBy: string | null }[]>("GET", "/invoices")
    ).filter(({ orderNo, kind }) => kind === "blue" && [sent.bill.no, done.bill.no].includes(orderNo));
    expect(issued.filter(({ cancelledBy }) => cancelledBy === null).map(({ orderNo }) => orderNo)).to.deep.equal([
      done.bill.no,
    ]);
  });

  it("on paper, applied for: its amount follows; taken or issued, an operator is told what is left and voids it", async () => {
    const built = await buildInvoice({ ordered: await buildRefundable(), body: onPaper });
    const left = (refunded: number) => built.order.payPriceFen - refunded;
    await refund(built, 900);
    const applied = (await invoiceOf(built.order._id))!;
    expect(applied).to.include({ status: 1, priceFen: left(900), stuckAt: null });
    expect(sumOf(applied)).to.equal(left(900));

    const { _id: id } = applied;
    expect((await put("issue", { id })).code).to.equal(0);
    await refund(built, 100);
    const taken = (await findInvoice(id))!;
    expect(taken).to.include({ status: 2, priceFen: left(1_000) });
    expect(taken.failReason).to.match(/^refunded since: \d+\.\d\d is left of \d+\.\d\d/);
    expect((await put("reissue", { id, reason: "refunded" })).code).to.equal(NOT_ISSUED);
    expect((await put("finish", { id, trackingNo: "SF1234567890" })).code).to.equal(0);

    await refund(built, 500);
    const issued = (await findInvoice(id))!;
    expect(issued).to.include({ status: 3, priceFen: left(1_000) });
    expect(issued.stuckAt).to.be.instanceOf(Date);
    const listed = await operator.client.get(`${PATH}/page?waiting=true&userId=${built.order.memberId}`);
    expect(listed.data.list.map(({ id: one }: { id: number }) => one)).to.deep.equal([id]);

    const reissued = await put("reissue", { id, reason: "refunded in part" });
    expect(reissued.code, reissued.msg).to.equal(0);
    const detail = (await operator.client.get(`${PATH}/get?id=${reissued.data}`)).data;
    expect(detail).to.include({ status: 2, type: 1, invoicePrice: String(left(1_500)), replacesId: id });
    expect((await operator.client.get(`${PATH}/get?id=${id}`)).data).to.include({
      status: 4,
      voidReason: "refunded in part",
      waiting: false,
      redState: "none",
    });
    expect((await put("reissue", { id, reason: "again" })).code).to.equal(NOT_ISSUED);
  });

  it("an operator corrects a title: a red letter, and the new one with what was corrected alone", async () => {
    const built = await buildInvoice({ ordered: await buildRefundable() });
    const first = await untilDone(built.order._id);
    for (const [body, field] of [
      [{}, "reason"],
      [{ reason: " " }, "reason"],
      [{ reason: "x", title: "茶 🍵" }, "title"],
      [{ reason: "x", email: "nobody" }, "email"],
      [{ reason: "x", taxNo: "\u0007" }, "taxNo"],
    ] as const) {
      const reply = await put("reissue", { id: first._id, ...body });
      expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
    const twice = await Promise.all(
      [1, 2].map(() => put("reissue", { id: first._id, reason: "wrong title", title: "示例科技有限公司" })),
    );
    expect(twice.map(({ code }) => code).toSorted()).to.deep.equal([0, NOT_ISSUED]);
    const second = await invoiceUntil(
      built.order._id,
      "another is done",
      ({ _id, status }) => _id !== first._id && status === 3,
    );
    expect(second).to.include({ title: "示例科技有限公司", email: first.email, priceFen: first.priceFen });
    await eventually("the red letter", async () => (await findInvoice(first._id))!.red.state === "issued");
    await refund(built);
    expect((await put("reissue", { id: second._id, reason: "too late" })).code).to.be.oneOf([
      NOT_ISSUED,
      ORDER_CANCELLED,
    ]);
  });

  it("a title with emoji, or with Han that no font has, is refused at its field, in an application and in the book of titles", async () => {
    const built = await buildRefundable();
    for (const title of ["茶🍵", "👨‍👩‍👧 家", "1️⃣ 店", "🇨🇳", "\u{30000}"]) {
      const reply = await built.client.post("/member/invoiceInfo/appCreateOrderInvoiceInfo", {
        orderNumber: built.order._id,
        invoiceType: 1,
        invoicePrice: String(built.order.payPriceFen),
        title,
        titleType: 1,
        type: 1,
        mailingAddress: "somewhere",
      });
      expect([reply.status, reply.msg.split(":")[0]], title).to.deep.equal([400, "title"]);
    }
  });

  it("a product's emoji are left out of its lines", async () => {
    const { skuIds } = await buildSpu({ name: "明前🍵龙井 👨‍👩‍👧" });
    const built = await buildInvoice({ ordered: await buildRefundable({ skuId: skuIds[0]! }) });
    const done = await untilDone(built.order._id);
    expect(done.lines.map(({ name }) => name)).to.deep.equal(["明前龙井"]);
  });
});
