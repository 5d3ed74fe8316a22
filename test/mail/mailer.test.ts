import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { expect } from "chai";
import { mailErrors, type Mail } from "#shared/providers/mail/port.js";
import { mailer, mailTimes } from "#shared/providers/mail/client.js";
import { config } from "#shared/kernel/config/config.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { metrics } from "#shared/kernel/observability/metrics.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { mailJob } from "#test/support/testJobs.js";
import { mailCalls, mailFault, mailsOf, noMailFaults, someone } from "./support.js";

const HELLO = { subject: "你好", text: "您的发票已开具" };
const thrown = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error("nothing was thrown"),
    (error: Error) => error,
  );

describe("a mail", () => {
  const kept = { ...config, ...mailTimes };
  afterEach(async () => {
    const { SMTP_URL, MAIL_FROM, connectMs, answerMs, wholeMs } = kept;
    Object.assign(config, { SMTP_URL, MAIL_FROM });
    Object.assign(mailTimes, { connectMs, answerMs, wholeMs });
    await noMailFaults();
  });

  it("arrives as it was written: a Chinese subject, text, HTML with links, an attachment, an answer's address", async () => {
    const to = someone();
    const pdf = Buffer.from("%PDF-1.7 not really");
    await mailer.send({
      to,
      subject: "【商城】您的电子发票 №12 已开具，请查收附件以及订单详情页面中的下载链接，感谢您的支持",
      text: "尊敬的客户：\n请下载 https://shop.example/invoice/12?a=1&b=2。谢谢",
      html: '<p>尊敬的客户：<a href="https://shop.example/invoice/12?a=1&amp;b=2">下载</a> <a href="https://shop.example/help">帮助</a></p>',
      replyTo: "support@shop.example",
      attachments: [{ filename: "发票.pdf", contentType: "application/pdf", content: pdf }],
      messageId: "invoice.12.issued",
    });
    const [mail] = await mailsOf(to);
    expect(mail).to.deep.include({
      to,
      from: "no-reply@shop.example",
      replyTo: "support@shop.example",
      subject: "【商城】您的电子发票 №12 已开具，请查收附件以及订单详情页面中的下载链接，感谢您的支持",
      text: "尊敬的客户：\n请下载 https://shop.example/invoice/12?a=1&b=2。谢谢",
      links: ["https://shop.example/invoice/12?a=1&b=2", "https://shop.example/help"],
      attachments: [{ filename: "发票.pdf", contentType: "application/pdf", size: pdf.length }],
      messageId: "<invoice.12.issued@shop.example>",
      copies: 1,
    });
    expect(mail!.html).to.include("尊敬的客户");
    expect(mail!.sentAt).to.be.closeTo(Date.now(), 5_000);
  });

  it("sent twice is the same mail by its Message-ID; another name is another mail, the newest first", async () => {
    const to = someone();
    await mailer.send({ ...HELLO, to, messageId: "a.1" });
    await mailer.send({ ...HELLO, to, messageId: "a.1" });
    await mailer.send({ ...HELLO, to, messageId: "a.2" });
    expect((await mailsOf(to)).map(({ messageId, copies }) => [messageId, copies])).to.deep.equal([
      ["<a.2@shop.example>", 1],
      ["<a.1@shop.example>", 2],
    ]);
  });

  it("goes to one plain address alone: a list, a name, a line break or a second header is refused unsent", async () => {
    const victim = someone("victim");
    for (const to of [
      "",
      "nobody",
      `a@example.com, ${victim}`,
      `a@example.com;${victim}`,
      `Somebody <${victim}>`,
      `${victim}\r\nBcc: ${victim}`,
      `${victim}\n`,
      `"a\r\nRCPT TO:<${victim}>"@example.com`,
      `a@example.com\u0000`,
      `a b@example.com`,
    ]) {
      const error = await thrown(mailer.send({ ...HELLO, to, messageId: "a.1" }));
      expect(mailErrors.MailRefused.is(error), JSON.stringify(to)).to.equal(true);
    }
    expect(await mailsOf(victim)).to.deep.equal([]);
    expect(await mailCalls(victim)).to.deep.equal([]);
  });

  it("goes without an address to answer to, where that is none", async () => {
    const victim = someone("victim");
    for (const replyTo of ["", `${victim}\r\nBcc: ${victim}`, `a@example.com, ${victim}`, `X <${victim}>`]) {
      const to = someone();
      await mailer.send({ ...HELLO, to, replyTo, messageId: "a.1" });
      expect((await mailsOf(to))[0]).to.include({ replyTo: null, text: HELLO.text });
    }
    expect(await mailsOf(victim)).to.deep.equal([]);
  });

  it("has one subject line, whatever is in the subject", async () => {
    const victim = someone("victim");
    for (const [place, breaks] of ["\r\n", "\n", "\r", "\u2028", "\r\n\r\n"].entries()) {
      const to = someone();
      const subject = `订单${breaks}Bcc: ${victim}${breaks}X-Bad: 1`;
      await mailer.send({ ...HELLO, to, subject, messageId: `inject.${place}` });
      const [mail] = await mailsOf(to);
      expect(mail!.subject).to.equal(`订单 Bcc: ${victim} X-Bad: 1`);
      expect(mail!.text).to.equal(HELLO.text);
      const [call] = await mailCalls(to);
      expect(call!.body).not.to.match(/^(Bcc|X-Bad):/im);
    }
    expect(await mailsOf(victim)).to.deep.equal([]);
  });

  it("wants a name of letters, digits, dots and dashes for its Message-ID", async () => {
    for (const messageId of ["", "a b", "a\r\nBcc: x", "<a>", "x".repeat(101)]) {
      const error = await thrown(mailer.send({ ...HELLO, to: someone(), messageId }));
      expect(error.message).to.match(/no name of a mail/);
    }
  });

  it("to an address that the server refuses is refused for good; one without room is tried again", async () => {
    const refused = await thrown(mailer.send({ ...HELLO, to: someone("refused"), messageId: "a.1" }));
    expect(mailErrors.MailRefused.is(refused)).to.equal(true);
    expect(refused).to.include({ retry: false });
    expect(refused.message)
      .to.match(/SMTP 550/)
      .and.not.match(/@/);
    const full = await thrown(mailer.send({ ...HELLO, to: someone("full"), messageId: "a.1" }));
    expect(full).to.be.instanceOf(OutboundFailed);
    expect(full.message).to.match(/452/).and.not.match(/@/);
  });

  it("is our own trouble, to be tried again, when the server does not know us or is itself in trouble", async () => {
    const to = someone();
    Object.assign(config, { SMTP_URL: kept.SMTP_URL.replace(/:[^:@]+@/, ":wrong@") });
    const wrong = await thrown(mailer.send({ ...HELLO, to, messageId: "a.1" }));
    expect(wrong).to.be.instanceOf(OutboundFailed);
    expect(wrong.message).to.match(/535/);
    Object.assign(config, { SMTP_URL: "" });
    expect(mailer.isConfigured()).to.equal(false);
    expect(await thrown(mailer.send({ ...HELLO, to, messageId: "a.1" }))).to.be.instanceOf(OutboundFailed);
    Object.assign(config, { SMTP_URL: kept.SMTP_URL });
    for (const mode of ["error", "badSignature", "tooMany"]) {
      await mailFault({ mode });
      expect(await thrown(mailer.send({ ...HELLO, to, messageId: "a.1" })), mode).to.be.instanceOf(OutboundFailed);
    }
    expect(await mailsOf(to)).to.deep.equal([]);
    expect((await mailCalls(to)).map(({ status, fault }) => [status, fault])).to.deep.equal([
      [450, "tooMany"],
      [530, "badSignature"],
      [451, "error"],
    ]);
    await mailFault({ mode: "slow", delayMs: 50 });
    await mailer.send({ ...HELLO, to, messageId: "a.1" });
    expect(await mailsOf(to)).to.have.length(1);
  });

  it("does not wait for ever: neither for an answer, nor for a greeting, nor for drops of one", async () => {
    const to = someone();
    Object.assign(mailTimes, { connectMs: 150, answerMs: 150, wholeMs: 600 });
    await mailFault({ mode: "timeout" });
    let begun = Date.now();
    expect(await thrown(mailer.send({ ...HELLO, to, messageId: "a.1" }))).to.be.instanceOf(OutboundFailed);
    expect(Date.now() - begun).to.be.lessThan(2_000);
    for (const talk of [
      (): undefined => undefined,
      (socket: Socket): NodeJS.Timeout => setInterval(() => void socket.write("220-still coming\r\n"), 50),
    ]) {
      const { server, port } = await listen(talk);
      Object.assign(config, { SMTP_URL: `smtp://127.0.0.1:${port}` });
      begun = Date.now();
      const error = await thrown(mailer.send({ ...HELLO, to, messageId: "a.1" }));
      expect(error).to.be.instanceOf(OutboundFailed);
      expect(Date.now() - begun).to.be.lessThan(2_000);
      server.close();
    }
  });

  it("counts in the metrics by its status", async () => {
    await mailer.send({ ...HELLO, to: someone(), messageId: "a.1" });
    const text = await metrics.getSingleMetricAsString("shop_outbound_seconds");
    expect(text).to.match(/shop_outbound_seconds_count\{to="mail",status="250"\} [1-9]/);
  });

  it("demands an encrypted line in production before a password is sent", async () => {
    Object.assign(config, { production: true });
    try {
      const error = await thrown(mailer.send({ ...HELLO, to: someone(), messageId: "a.1" } satisfies Mail));
      expect(error).to.be.instanceOf(OutboundFailed);
    } finally {
      Object.assign(config, { production: kept.production });
    }
  });
});

describe("a job that sends a mail", () => {
  const smtpUrl = config.SMTP_URL;
  before(startService);
  afterEach(async () => {
    Object.assign(config, { SMTP_URL: smtpUrl });
    await noMailFaults();
    await runJobs();
  });

  it("waits for a server that is away, and sends when it is back", async () => {
    const to = someone();
    const { server, port } = await listen(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    Object.assign(config, { SMTP_URL: `smtp://127.0.0.1:${port}` });
    await enqueue(mailJob, { to, messageId: "job.1" });
    await eventually("the job waits for its next try", async () => (await queueNamed("mail").getDelayedCount()) > 0);
    expect(await mailsOf(to)).to.deep.equal([]);
    Object.assign(config, { SMTP_URL: smtpUrl });
    await runJobs();
    expect(await mailsOf(to)).to.have.length(1);
  });

  it("whose answer was lost sends the same mail again, which is one mail to its receiver", async () => {
    const to = someone();
    await mailFault({ mode: "error", after: true, count: 2 });
    await enqueue(mailJob, { to, messageId: "job.2" });
    await runJobs();
    expect((await mailsOf(to)).map(({ copies }) => copies)).to.deep.equal([3]);
  });

  it("ends at once when the address is refused, in the list of dead letters", async () => {
    const to = someone("refused");
    await enqueue(mailJob, { to, messageId: "job.3" });
    await runJobs();
    expect(await mailCalls(to)).to.have.length(1);
    const letters = await DeadLetterModel.find({ job: "test.mail" }).lean();
    expect(letters).to.have.length(1);
    expect(JSON.stringify(letters[0])).to.match(/SMTP 550/);
  });
});

/** A server of TCP alone; `talk` says what a visitor hears, and may answer a timer. */
async function listen(talk: (socket: Socket) => NodeJS.Timeout | undefined): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    const timer = talk(socket);
    socket.on("error", () => undefined).once("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
