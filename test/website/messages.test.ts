import { expect } from "chai";
import { limitNamed } from "#api/http/security/rateLimit.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { mailMessage } from "#shared/domains/website/worker.js";
import { mailMessageJob } from "#shared/domains/website/website.jobs.js";
import { MessageModel, type MessageDoc } from "#shared/domains/website/index.js";
import { config } from "#shared/kernel/config/config.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { fresh } from "#test/factories/website.js";
import { mailFault, mailsOf, noMailFaults, someone } from "#test/mail/support.js";
import { call, stranger, type Client } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const LEAVE = "/app-api/website/about/message";
const ADMIN = "/admin-api/website/message";
const ABSENT = 999_999_999;
const message = (more: object = {}): Record<string, unknown> => ({
  name: "王小明",
  email: "wang@example.com",
  subject: fresh("合作咨询"),
  message: "您好，想了解私有化部署的价格。\n谢谢",
  ...more,
});

describe("messages to the company", () => {
  const kept = config.OPERATORS_MAIL;
  let client: Client;
  before(async () => {
    await startService();
    client = (await buildOperator(["*"])).client;
  });
  afterEach(async () => {
    Object.assign(config, { OPERATORS_MAIL: kept });
    await noMailFaults();
  });
  const leave = async (more: object = {}): Promise<MessageDoc> => {
    const body = message(more);
    const reply = await stranger.post(LEAVE, body);
    expect([reply.status, reply.code, reply.data], reply.msg).to.deep.equal([200, 0, true]);
    return (await MessageModel.findOne({ subject: body["subject"] as string }).lean<MessageDoc>())!;
  };

  it("is kept, and mailed to every operator's address by a job, with the visitor's address to answer to", async () => {
    const to = [someone(), someone()];
    Object.assign(config, { OPERATORS_MAIL: to });
    const { _id, subject } = await leave();
    await runJobs();
    for (const address of to) {
      const mails = await mailsOf(address);
      expect(mails).to.have.length(1);
      expect(mails[0]).to.deep.include({ replyTo: "wang@example.com", subject: `[网站留言] ${subject}`, copies: 1 });
      expect(mails[0]!.text).to.include("私有化部署").and.include(`编号：${_id}`).and.include("王小明");
    }
  });

  it("the job run twice mails once; a lost answer repeats the same mail under the same name", async () => {
    const to = [someone()];
    Object.assign(config, { OPERATORS_MAIL: to });
    const { _id } = await leave();
    await runJobs();
    await mailMessage(_id);
    await enqueue(mailMessageJob, { messageId: _id });
    await runJobs();
    expect((await mailsOf(to[0]!)).map(({ copies }) => copies)).to.deep.equal([1]);
    // As if the process had died between the mail and its mark.
    await MessageModel.updateOne({ _id }, { $set: { mailedTo: [] } });
    await mailMessage(_id);
    const mails = await mailsOf(to[0]!);
    expect(mails).to.have.length(1);
    expect(mails[0]!.copies).to.equal(2);
    await mailMessage(ABSENT);
  });

  it("while the mail server is away the mail waits; then it goes out once", async () => {
    const to = [someone()];
    Object.assign(config, { OPERATORS_MAIL: to });
    await mailFault({ mode: "error", count: 2 });
    const { _id } = await leave();
    await runJobs();
    expect((await mailsOf(to[0]!)).map(({ copies }) => copies)).to.deep.equal([1]);
    expect((await MessageModel.findById(_id).lean())!.mailedTo).to.deep.equal(to);
  });

  it("an address that is refused for good keeps the mail from no other one", async () => {
    const good = someone();
    Object.assign(config, { OPERATORS_MAIL: ["not an address", good] });
    const { _id } = await leave();
    await runJobs();
    expect(await mailsOf(good)).to.have.length(1);
    expect((await MessageModel.findById(_id).lean())!.mailedTo).to.deep.equal([good]);
  });

  it("without an operator's address it is kept all the same", async () => {
    Object.assign(config, { OPERATORS_MAIL: [] });
    const { _id } = await leave();
    await runJobs();
    expect((await client.get(`${ADMIN}/get?id=${_id}`)).data).to.include({ id: _id, handled: false });
  });

  it("each field is required and told by name; html stays text", async () => {
    for (const [wrong, field] of [
      [{ name: undefined }, "name"],
      [{ name: "  " }, "name"],
      [{ name: "x".repeat(51) }, "name"],
      [{ email: undefined }, "email"],
      [{ email: "wang" }, "email"],
      [{ email: "a@b.example, c@d.example" }, "email"],
      [{ subject: "" }, "subject"],
      [{ subject: "x".repeat(201) }, "subject"],
      [{ message: "" }, "message"],
      [{ message: "x".repeat(2_001) }, "message"],
      [{ message: 1 }, "message"],
      [{ email: { $gt: "" } }, "email"],
      [{ message: ["x"] }, "message"],
    ] as const) {
      const reply = await stranger.post(LEAVE, message(wrong));
      expect([reply.status, reply.msg.split(":")[0], reply.data], JSON.stringify(wrong)).to.deep.equal([
        400,
        field,
        false,
      ]);
    }
    const { message: said } = await leave({ message: "<script>alert(1)</script>" });
    expect(said).to.equal("<script>alert(1)</script>");
  });

  it("an address leaves five an hour, then 429 and when to come back; an exempt one any number", async () => {
    const ip = "203.0.113.120";
    for (let count = 0; count < 5; count++) await limitNamed("message", ip, LEAVE);
    const refused = (await limitNamed("message", ip, LEAVE).catch((error: unknown) => error)) as {
      code: number;
      retryAfterSeconds: number;
    };
    expect(refused.code).to.equal(429);
    expect(refused.retryAfterSeconds).to.be.within(3_500, 3_600);
    await limitNamed("message", "203.0.113.121", LEAVE);
    for (let count = 0; count < 7; count++) await leave();
  });

  it("operators page them by subject, by whether they were handled, by time; and handle them", async () => {
    const { operator, client: own } = await buildOperator(["*"]);
    const word = fresh("询价");
    const first = await leave({ subject: `${word} 1` });
    const second = await leave({ subject: `${word} 2` });
    const page = async (query: string): Promise<number[]> => {
      const reply = await own.get(`${ADMIN}/page?keyword=${encodeURIComponent(word)}&${query}`);
      expect(reply.code, reply.msg).to.equal(0);
      return reply.data.list.map((one: { id: number }) => one.id);
    };
    expect(await page("")).to.deep.equal([second._id, first._id]);
    const handled = await own.put(`${ADMIN}/handle`, { id: first._id, handled: true, remark: "已电话联系" });
    expect([handled.code, handled.data], handled.msg).to.deep.equal([0, true]);
    expect(await page("handled=true")).to.deep.equal([first._id]);
    expect(await page("handled=false")).to.deep.equal([second._id]);
    expect(await page(`createTime=${Date.now() + 60_000}`)).to.deep.equal([]);
    const shown = (await own.get(`${ADMIN}/get?id=${first._id}`)).data;
    expect(shown).to.include({ handled: true, handledBy: operator._id, remark: "已电话联系", ip: "127.0.0.1" });
    expect(shown.handledTime).to.be.closeTo(Date.now(), 10_000);
    await own.put(`${ADMIN}/handle`, { id: first._id, handled: false });
    expect((await own.get(`${ADMIN}/get?id=${first._id}`)).data).to.include({ handled: false, handledTime: null });
    expect((await own.delete(`${ADMIN}/delete?id=${second._id}`)).data).to.equal(true);
    expect(await page("")).to.deep.equal([first._id]);
    const actions = await OperationLogModel.find({ module: "website", bizId: String(first._id) })
      .sort({ _id: 1 })
      .lean();
    expect(actions.map(({ action }) => action).filter((action) => action.startsWith("message."))).to.deep.equal([
      "message.handle",
      "message.handle",
    ]);
  });

  it("absent ones, bad input, strangers and operators without the permission are refused", async () => {
    for (const reply of [
      await client.get(`${ADMIN}/get?id=${ABSENT}`),
      await client.put(`${ADMIN}/handle`, { id: ABSENT, handled: true }),
      await client.delete(`${ADMIN}/delete?id=${ABSENT}`),
    ])
      expect(reply.code).to.equal(1017008000);
    expect((await client.put(`${ADMIN}/handle`, { id: 1, handled: "yes" })).status).to.equal(400);
    expect((await client.get(`${ADMIN}/page?handled=1`)).status).to.equal(400);
    const member = await buildMember();
    const other = await buildOperator(["website:about:query"]);
    for (const [method, verb] of [
      ["GET", "page"],
      ["GET", "get"],
      ["PUT", "handle"],
      ["DELETE", "delete"],
    ] as const) {
      const statusOf = async (token?: string): Promise<number> =>
        (await call(method, `${ADMIN}/${verb}`, method === "PUT" ? {} : undefined, { token })).status;
      expect([await statusOf(), await statusOf(member.token), await statusOf(other.token)], verb).to.deep.equal([
        401, 401, 403,
      ]);
    }
  });
});
