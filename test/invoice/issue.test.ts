import { expect } from "chai";
import { findInvoice } from "#shared/domains/invoice/invoice.queries.js";
import { InvoiceModel } from "#shared/domains/invoice/invoice.model.js";
import { issueInvoice } from "#shared/domains/invoice/worker.js";
import { issueInvoiceJob } from "#shared/domains/invoice/invoice.jobs.js";
import { days, heldClock, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildInvoice, company, onPaper } from "#test/factories/invoice.js";
import { runJobs } from "#test/support/runJobs.js";
import { mailsOf } from "#test/mail/support.js";
import {
  callsDuring,
  control,
  invoiceFault,
  invoiceUntil,
  madeFor,
  noInvoiceFaults,
  settle,
  tellShop,
  untilDone,
  untilStuck,
} from "./support.js";

const ORDER = "requestBillingNew";
const QUERY = "queryInvoiceResult";
const isSent = ({ bill }: { bill: { state: string; serialNo: string | null } }): boolean => bill.serialNo !== null;

describe("an electronic invoice", () => {
  afterEach(async () => {
    await noInvoiceFaults();
    heldClock.release();
  });

  it("goes to the provider, comes back by its callback, has a file, and is mailed", async () => {
    const { order, invoice } = await buildInvoice({ body: { ...company, invoiceType: 2 } });
    const done = await untilDone(order._id);
    expect(done.bill).to.include({ state: "issued", failures: 0, invoiceCode: null });
    expect(done.bill.no).to.match(/^F\d{19}$/);
    expect(done.bill.invoiceNo).to.match(/^26\d{18}$/);
    expect(done.fileKey).to.equal(`invoices/${invoice._id}/${done.bill.no}.pdf`);
    const [made, ...more] = await madeFor(done);
    expect(more).to.deep.equal([]);
    expect(made).to.include({
      kind: "blue",
      invoiceLine: "bs",
      state: "issued",
      amount: order.payPriceFen,
      invoiceNo: done.bill.invoiceNo,
      buyerName: company.title,
      buyerTaxNum: company.taxNo,
      remark: `订单号：${order.no}`,
    });
    const mailed = await invoiceUntil(order._id, "the mail", ({ mailedAt }) => mailedAt !== null);
    const [mail, ...others] = await mailsOf(done.email);
    expect(others).to.deep.equal([]);
    expect(mail!.text).to.contain(order.no).and.to.contain(done.bill.invoiceNo);
    expect(mail!.links).to.include(`${config.PUBLIC_URL}/member/invoiceInfo/file/${invoice._id}`);
    expect(mailed.failReason).to.equal("");
  });

  it("run twice, each job changes nothing more", async () => {
    const { order } = await buildInvoice();
    const done = await untilDone(order._id);
    await invoiceUntil(order._id, "the mail", ({ mailedAt }) => mailedAt !== null);
    const before = await findInvoice(done._id);
    const calls = await callsDuring(async () => {
      await enqueue(issueInvoiceJob, { invoiceId: done._id });
      await issueInvoice(done._id, { number: 1, isLast: false });
      await runJobs();
    });
    expect(calls).to.deep.equal([]);
    expect(await findInvoice(done._id)).to.deep.equal(before);
    expect(await mailsOf(done.email)).to.have.length(1);
  });

  it("two workers at once make one", async () => {
    const { order, invoice } = await buildInvoice();
    await Promise.all(
      Array.from({ length: 4 }, () => issueInvoice(invoice._id, { number: 1, isLast: false }).catch(() => undefined)),
    );
    const done = await untilDone(order._id);
    expect(await madeFor(done)).to.have.length(1);
  });

  it("a lost answer is settled by a question, never by a second order", async () => {
    await invoiceFault({ mode: "error", path: ORDER, after: true, count: 1 });
    let done: Awaited<ReturnType<typeof untilDone>> | undefined;
    const calls = await callsDuring(async () => {
      const { order } = await buildInvoice();
      done = await untilDone(order._id);
    });
    expect(calls.filter((name) => name === ORDER)).to.have.length(1);
    expect(calls).to.include(QUERY);
    expect(await madeFor(done!)).to.have.length(1);
  });

  it("an order that never got there is sent again under the same number", async () => {
    await invoiceFault({ mode: "error", path: ORDER, count: 2 });
    let done: Awaited<ReturnType<typeof untilDone>> | undefined;
    const calls = await callsDuring(async () => {
      const { order } = await buildInvoice();
      done = await untilDone(order._id);
    });
    expect(calls.filter((name) => name === ORDER)).to.have.length(3);
    expect(await madeFor(done!)).to.have.length(1);
    expect(done!.bill.failures).to.equal(0);
  });

  it("without a callback it is asked for, rarer and rarer", async () => {
    heldClock.hold();
    await invoiceFault({ mode: "hold", path: "blue", count: 1 });
    const { order } = await buildInvoice();
    const sent = await invoiceUntil(order._id, "it is sent", isSent);
    expect(sent.status).to.equal(2);
    for (const wait of [3, 3, 6]) {
      const early = await callsDuring(async () => {
        heldClock.advance(seconds(wait) - 100);
        await runJobs();
      });
      expect(early, `before ${wait} s`).to.deep.equal([]);
      const asked = await callsDuring(async () => {
        heldClock.advance(100);
        await runJobs();
      });
      expect(asked, `after ${wait} s`).to.deep.equal([QUERY]);
    }
    await settle(sent.bill.no!, { notify: false });
    heldClock.advance(seconds(12));
    await untilDone(order._id);
  });

  it("a forged callback is refused and asks nothing; a good one many times over ends it once", async () => {
    heldClock.hold();
    await invoiceFault({ mode: "hold", path: "blue", count: 1 });
    const { order } = await buildInvoice();
    const sent = await invoiceUntil(order._id, "it is sent", isSent);
    const forged = await callsDuring(async () => {
      const { deliveries } = await settle(sent.bill.no!, { badSignature: true });
      expect(deliveries.map(({ status }) => status)).to.deep.equal([401]);
      const body = new URLSearchParams({ operater: "callback", orderno: sent.bill.no!, content: '{"c_status":"1"}' });
      for (const path of ["/callback/invoice", "/callback/invoice?sign=x", `/callback/invoice?sign=${"é".repeat(64)}`])
        expect((await tellShop(path, body.toString()))[0]).to.equal(401);
      expect((await tellShop("/callback/invoice?sign=x", "nonsense"))[0]).to.equal(401);
      await runJobs();
    });
    expect(forged).to.deep.equal([]);
    expect(await findInvoice(sent._id)).to.deep.equal(sent);
    const { deliveries } = await settle(sent.bill.no!, { times: 8 });
    expect(deliveries.every(({ taken }) => taken)).to.equal(true);
    await untilDone(order._id);
    expect(await madeFor(sent)).to.have.length(1);
    expect(await mailsOf(sent.email)).to.have.length(1);
  });

  it("what a callback says is not believed: the provider is asked", async () => {
    heldClock.hold();
    await invoiceFault({ mode: "hold", path: "blue", count: 1 });
    const { order } = await buildInvoice();
    const sent = await invoiceUntil(order._id, "it is sent", isSent);
    const { callbackUrl } = (await madeFor(sent))[0]!;
    const body = new URLSearchParams({ operater: "callback", orderno: sent.bill.no!, content: '{"c_status":"1"}' });
    const { pathname, search } = new URL(callbackUrl);
    const calls = await callsDuring(async () => {
      const reply = await tellShop(pathname + search, body.toString());
      expect(reply).to.deep.equal([200, '{"status":"0000","message":"同步成功"}']);
      await runJobs();
    });
    expect(calls).to.deep.equal([QUERY]);
    expect((await findInvoice(sent._id))!.status).to.equal(2);
    await settle(sent.bill.no!);
    await untilDone(order._id);
  });

  it("what the provider ends as failed waits for an operator, with the reason", async () => {
    await invoiceFault({ mode: "hold", path: "blue", count: 1 });
    const { order } = await buildInvoice();
    const sent = await invoiceUntil(order._id, "it is sent", isSent);
    await settle(sent.bill.no!, { outcome: "failed", reason: "税局：额度不足" });
    const stuck = await untilStuck(order._id);
    expect(stuck).to.include({ status: 2, failReason: "税局：额度不足" });
    expect(stuck.bill).to.include({ state: "failed", failures: 1 });
    expect(
      await callsDuring(() => enqueue(issueInvoiceJob, { invoiceId: stuck._id }).then(() => runJobs())),
    ).to.deep.equal([]);
  });

  it("a provider that is down: it is tried for half an hour, then it waits for an operator; nothing is buried", async () => {
    await invoiceFault({ mode: "error", count: 1_000 });
    const { order } = await buildInvoice();
    const stuck = await untilStuck(order._id);
    expect(stuck).to.include({ status: 2 });
    expect(stuck.failReason).to.contain("HTTP 500");
    expect(stuck.bill.state).to.equal("sent");
    expect(await DeadLetterModel.countDocuments({ job: issueInvoiceJob.name })).to.equal(0);
  });

  it("one that waits for an operator as the provider was away goes on when the provider tells of it", async () => {
    await invoiceFault({ mode: "hold", path: "blue" });
    const { order } = await buildInvoice();
    const sent = await invoiceUntil(order._id, "it is sent", isSent);
    await invoiceFault({ mode: "error", path: QUERY, count: 1_000 });
    await enqueue(issueInvoiceJob, { invoiceId: sent._id }, { replace: true });
    await untilStuck(order._id);
    await noInvoiceFaults();
    await settle(sent.bill.no!);
    expect(await untilDone(order._id)).to.include({ stuckAt: null, failReason: "" });
  });

  it("one that the provider does not end for a day waits for an operator", async () => {
    heldClock.hold();
    await invoiceFault({ mode: "hold", path: "blue" });
    const { order } = await buildInvoice();
    const sent = await invoiceUntil(order._id, "it is sent", isSent);
    heldClock.advance(days(1) + 1);
    expect((await untilStuck(order._id)).failReason).to.contain("within a day");
    await settle(sent.bill.no!);
    await untilDone(order._id);
  });

  it("a provider that comes back after some tries ends it right", async () => {
    await invoiceFault({ mode: "error", count: 5 });
    const { order } = await buildInvoice();
    const done = await untilDone(order._id);
    expect(done).to.include({ failReason: "", stuckAt: null });
    expect(await madeFor(done)).to.have.length(1);
  });

  it("an access token that is over is fetched anew, once for all", async () => {
    const { order } = await buildInvoice();
    await untilDone(order._id);
    await control("POST", "/invoices/tokens/expire");
    const calls = await callsDuring(async () => {
      for (const _ of [1, 2]) await untilDone((await buildInvoice()).order._id);
    });
    expect(calls.filter((name) => name === "/accessToken")).to.have.length(1);
  });

  it("an answer over another amount is not taken for ours", async () => {
    await invoiceFault({ mode: "hold", path: "blue", count: 1 });
    const { order } = await buildInvoice();
    const sent = await invoiceUntil(order._id, "it is sent", isSent);
    await InvoiceModel.updateOne({ _id: sent._id }, { $inc: { priceFen: 1 } });
    await settle(sent.bill.no!);
    const stuck = await untilStuck(order._id);
    expect(stuck.failReason).to.contain("was made over");
    expect(stuck.bill.state).to.equal("sent");
  });

  it("whose provider was switched off since it was applied for waits for an operator", async () => {
    const key = config.NUONUO_APP_KEY;
    const queue = queueNamed(issueInvoiceJob.queue);
    await queue.pause();
    const { order } = await buildInvoice();
    Object.assign(config, { NUONUO_APP_KEY: "" });
    try {
      await queue.resume();
      expect((await untilStuck(order._id)).failReason).to.equal("no e-invoice provider is set up");
    } finally {
      Object.assign(config, { NUONUO_APP_KEY: key });
    }
  });

  it("one on paper never goes there", async () => {
    let paper: Awaited<ReturnType<typeof buildInvoice>> | undefined;
    const calls = await callsDuring(async () => {
      paper = await buildInvoice({ body: onPaper });
      await enqueue(issueInvoiceJob, { invoiceId: paper.invoice._id });
      await runJobs();
    });
    expect(calls).to.deep.equal([]);
    expect((await findInvoice(paper!.invoice._id))!.status).to.equal(1);
  });
});
