import { expect } from "chai";
import { extractText, getDocumentProxy } from "unpdf";
import { mailInvoiceJob } from "#shared/domains/invoice/invoice.jobs.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { yuan } from "#shared/kernel/money/money.js";
import { buildInvoice, company, onPaper, type BuiltInvoice } from "#test/factories/invoice.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { mailFault, mailsOf, noMailFaults } from "#test/mail/support.js";
import { clientWith, stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { invoiceUntil, untilDone } from "./support.js";

const NOT_FOUND = 1014001000;
const file = (id: number | string): string => `/member/invoiceInfo/file/${id}`;

/** The bytes of an answer; the text client would spoil them. */
async function download(path: string, token?: string): Promise<{ status: number; headers: Headers; body: Buffer }> {
  const { url } = await startService();
  const response = await fetch(path.startsWith("http") ? path : url + path, {
    headers: { terminal: "20", ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** The text that a reader of PDFs finds, without blanks. */
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s/g, "");
}

describe("the file of an electronic invoice", () => {
  let built: BuiltInvoice;
  let pdf: Buffer;
  before(async function () {
    built = await buildInvoice({ body: { ...company, invoiceType: 2, title: "杭州龘龘科技有限公司" } });
    built.invoice = await untilDone(built.order._id);
    pdf = (await download(file(built.invoice._id), built.token)).body;
  });
  afterEach(() => heldClock.release());

  it("opens for its owner, as a PDF that no cache keeps", async () => {
    const { status, headers, body } = await download(file(built.invoice._id), built.token);
    expect(status).to.equal(200);
    expect(headers.get("content-type")).to.equal("application/pdf");
    expect(headers.get("cache-control")).to.equal("private, no-store");
    expect(headers.get("content-disposition")).to.equal(
      `inline; filename="invoice-${built.invoice.bill.invoiceNo}.pdf"`,
    );
    expect(body.subarray(0, 5).toString()).to.equal("%PDF-");
    expect(Number(headers.get("content-length"))).to.equal(body.length);
  });

  it("is small, and carries the font that it uses", () => {
    const raw = pdf.toString("latin1");
    expect(raw)
      .to.match(/\/BaseFont \/[A-Z]{6}\+NotoSansSC/)
      .and.to.match(/\/FontFile2 /);
    expect(pdf.length).to.be.lessThan(150_000);
  });

  it("says who sold what to whom, with the tax, in figures and written out", async () => {
    const { invoice, order, items } = built;
    const text = await textOf(pdf);
    const [line] = invoice.lines;
    for (const part of [
      "电子发票（增值税专用发票）",
      invoice.bill.invoiceNo!,
      invoice.bill.checkCode!,
      "杭州龘龘科技有限公司",
      company.taxNo,
      company.bankNo,
      config.INVOICE_SELLER_NAME,
      config.INVOICE_SELLER_TAX_NO,
      `*${config.INVOICE_GOODS_TAX_NAME}*${items[0]!.spuName.slice(0, 4)}`,
      `¥${yuan(line!.netFen)}`,
      `¥${yuan(line!.taxFen)}`,
      "13%",
      `¥${yuan(order.payPriceFen)}`,
      "玖拾玖圆整",
      `订单号：${order.no}`,
      config.INVOICE_CLERK,
    ])
      expect(text).to.contain(part.replace(/\s/g, ""));
  });

  it("has rare Han characters too, in a font that is carried only then", async () => {
    const title = "𠮷田𪚥𠀋贸易有限公司";
    const rare = await buildInvoice({ body: { ...company, title } });
    rare.invoice = await untilDone(rare.order._id);
    const { body } = await download(file(rare.invoice._id), rare.token);
    expect(await textOf(body)).to.contain(title);
    expect(body.toString("latin1")).to.match(/\/BaseFont \/[A-Z]{6}\+HanaMinB/);
    expect(pdf.toString("latin1")).not.to.contain("HanaMinB");
  });

  it("is closed to a stranger (401), and to another member as if it did not exist", async () => {
    const { client: other } = await buildMember();
    for (const client of [stranger, clientWith("no.such.token")]) {
      const reply = await client.get(file(built.invoice._id));
      expect([reply.status, reply.code]).to.deep.equal([401, 401]);
    }
    const theirs = await other.get(file(built.invoice._id));
    const absent = await other.get(file(999_999_999));
    expect([theirs.status, theirs.code, theirs.data]).to.deep.equal([200, NOT_FOUND, null]);
    expect(absent.text).to.equal(theirs.text);
    const { client: operator } = await buildOperator(["*"]);
    expect((await operator.get(file(built.invoice._id))).status).to.equal(401);
    expect((await built.client.get(file("x"))).status).to.equal(400);
  });

  it("is not among the public pictures", async () => {
    expect((await stranger.get(`/media/${built.invoice.fileKey}`)).status).to.equal(404);
  });

  it("has a signed address for five minutes, which opens without a token; altered or later it does not", async () => {
    heldClock.hold();
    const link = (id: number): string => `/member/invoiceInfo/fileLink/${id}`;
    const { code, data: address } = await built.client.get<string>(link(built.invoice._id));
    expect(code).to.equal(200);
    expect((await download(address)).body.equals(pdf)).to.equal(true);
    const other = await buildInvoice({ body: onPaper });
    for (const wrong of [
      address.replace(/sign=./, (sign) => (sign.endsWith("a") ? "sign=b" : "sign=a")),
      address.replace(/expires=\d/, "expires=9"),
      address.replace(/\/file\/\d+/, `/file/${other.invoice._id}`),
      address.split("&")[0]!,
    ])
      expect((await download(wrong)).status).to.equal(401);
    heldClock.advance(minutes(5) - 1);
    expect((await download(address)).status).to.equal(200);
    heldClock.advance(1);
    expect((await download(address)).status).to.equal(401);
    expect((await stranger.get(link(built.invoice._id))).status).to.equal(401);
    expect((await other.client.get(link(built.invoice._id))).code).to.equal(NOT_FOUND);
    expect((await other.client.get(link(other.invoice._id))).code).to.equal(NOT_FOUND);
  });

  it("opens for operators", async () => {
    const { token } = await buildOperator(["member:invoice:query"]);
    const opened = await download(`/admin-api/member/invoice/file?id=${built.invoice._id}`, token);
    expect(opened.body.equals(pdf)).to.equal(true);
  });

  it("is mailed once with its address and itself, however often the job runs; a mail server that is away is waited for", async () => {
    await mailFault({ mode: "error", count: 2 });
    const { order } = await buildInvoice();
    const mailed = await invoiceUntil(order._id, "the mail", ({ mailedAt }) => mailedAt !== null);
    await noMailFaults();
    await enqueue(mailInvoiceJob, { invoiceId: mailed._id });
    await runJobs();
    const mails = await mailsOf(mailed.email);
    expect(mails).to.have.length(1);
    expect(mails[0]!.messageId).to.contain(`invoice.${mailed._id}.issued`);
    expect(mails[0]!.attachments.map(({ filename }) => filename)).to.deep.equal([
      `invoice-${mailed.bill.invoiceNo}.pdf`,
    ]);
  });
});
