import { expect } from "chai";
import { ensurePayApps } from "#shared/domains/pay/channel/ensurePayApps.js";
import { deliverNotify } from "#shared/domains/pay/worker.js";
import { deliverNotifyJob } from "#shared/domains/pay/pay.jobs.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { FRESH_MS } from "#shared/kernel/outbox/times.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { clock, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildTask, closeReceivers, forgetReceivers, receiver } from "#test/pay/notify/receivers.js";
import { stranger } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob } from "#test/support/testJobs.js";
import { comesTo, freshNumber, rowOf } from "../jobSupport.js";
import { JOB, TIME, whyAt } from "./whySupport.js";

const DELIVERY = "/admin-api/pay/notify/get-detail";
const PAUSE = "/admin-api/infra/queue/pause";
const RESUME = "/admin-api/infra/queue/resume";

describe("why, of jobs and deliveries", () => {
  let clerk: BuiltOperator;
  let reader: BuiltOperator;
  let stopReporting: (() => Promise<void>) | undefined;
  before(async () => {
    await startService();
    await ensurePayApps();
    clerk = await buildOperator(["infra:queue:read", "infra:queue:operate", "pay:notify:query", "pay:notify:replay"]);
    reader = await buildOperator(["infra:queue:read", "pay:notify:query"]);
  });
  beforeEach(async () => {
    // The workers of this process do not report by themselves.
    stopReporting = await startReporting("worker", queueNames);
  });
  afterEach(async () => {
    await stopReporting?.();
    await forgetReceivers();
  });
  after(closeReceivers);

  const whyJob = async (number: number, by = clerk) => whyAt(by, `${JOB}/get?id=${(await rowOf(number))._id}`);
  const whyDelivery = (id: number, by = clerk) => whyAt(by, `${DELIVERY}?id=${id}`);

  it("a job whose queue has no worker waits for one", async () => {
    await stopReporting?.();
    stopReporting = undefined;
    const number = await freshNumber();
    await enqueue(keyedJob, { number }, { delayMs: minutes(2) });
    await walkOutbox({ aheadMs: minutes(3) });
    await comesTo("relayed", number);
    const { state, en, zh, acts } = await whyJob(number);
    expect([state, acts]).to.deep.equal(["stands", []]);
    expect(en).to.match(/^It waits for a worker: no process takes jobs of queue maintenance; .+\.$/);
    expect(zh).to.match(/^等待工作进程：没有进程处理队列 maintenance；.+。$/);
    stopReporting = await startReporting("worker", queueNames);
    const now = await whyJob(number);
    expect(now.state).to.equal("waits");
    expect(now.en).to.match(new RegExp(`^It waits for its time, ${TIME}; nothing else is held up\\.$`));
    expect(now.zh).to.match(new RegExp(`^未到时间，将于 ${TIME} 执行；不影响其他事项。$`));
  });

  it("a job in a paused queue waits until it is resumed; who paused it is told, and what else waits", async () => {
    expect(await clerk.client.put(PAUSE, { name: "maintenance" })).to.include({ code: 0 });
    try {
      const [number, other] = [await freshNumber(), await freshNumber()];
      await enqueue(keyedJob, { number });
      await enqueue(keyedJob, { number: other });
      const inQueue = async () => (await queueNamed("maintenance").getWaitingCount()) >= 2;
      await eventually("both wait", inQueue);
      expect((await whyJob(number)).state, "before the walk has seen it").to.equal("stands");
      await walkOutbox({ aheadMs: FRESH_MS });
      await comesTo("relayed", other);
      const { nickname } = clerk.operator;
      const { state, en, zh, acts } = await whyJob(number);
      expect([state, acts]).to.deep.equal(["stands", [{ act: "queue.resume", id: "maintenance", may: true }]]);
      expect(en).to.match(
        new RegExp(
          `^It waits until queue maintenance is resumed: ${nickname} paused it at ${TIME}; \\d+ other jobs? waits? in the same queue\\.$`,
        ),
      );
      expect(zh).to.match(
        new RegExp(`^等待队列 maintenance 恢复：${nickname} 于 ${TIME} 暂停；该队列另有 \\d+ 个任务等待。$`),
      );
      expect((await whyJob(number, reader)).acts).to.deep.equal([
        { act: "queue.resume", id: "maintenance", may: false },
      ]);
      expect(await clerk.client.put(RESUME, { name: "maintenance" })).to.include({ code: 0 });
      await runJobs();
      const done = await whyJob(number);
      expect([done.state, done.acts]).to.deep.equal(["done", []]);
      expect(done.en).to.match(new RegExp(`^It ran to its end at ${TIME}, at try 1\\.$`));
    } finally {
      await queueNamed("maintenance").resume();
    }
  });

  it("a job that is dead is told with its words, and stays so until its letter is replayed or discarded", async () => {
    const number = await freshNumber();
    await enqueue(keyedJob, { number, fail: "refuse" });
    await runJobs();
    const { _id } = await rowOf(number);
    const { state, en, zh, acts } = await whyJob(number);
    expect(state).to.equal("failed");
    expect(en).to.match(
      new RegExp(
        `^It failed for good at ${TIME} after 1 try, the last with "Refused: refused: always"; it does not run again until it is replayed\\.$`,
      ),
    );
    expect(zh).to.match(
      /^已于 .+ 在 1 次尝试后彻底失败，最后一次原因：“Refused: refused: always”；重放之前不会再执行。$/,
    );
    expect(acts.map(({ act }) => act)).to.deep.equal(["job.retry", "letter.discard"]);
    expect(acts[0]).to.deep.equal({ act: "job.retry", id: _id, may: true });
    const reply = await clerk.client.post("/admin-api/infra/dead-letter/discard", { id: acts[1]!.id, reason: "old" });
    expect([reply.code, reply.msg]).to.deep.equal([0, reply.msg]);
    const discarded = await whyJob(number);
    expect([discarded.state, discarded.acts]).to.deep.equal(["done", []]);
    expect(discarded.en).to.match(new RegExp(`; it was discarded at ${TIME} \\("old"\\)\\.$`));
  });

  it("a job that waits for its next try says when, how often it failed and how often it is tried yet", async () => {
    const number = await freshNumber();
    await enqueue(keyedJob, { number, fail: "once" });
    await comesTo("retrying", number);
    const { _id, nextTryAt } = await rowOf(number);
    const { state, en, zh, acts } = await whyJob(number);
    expect([state, acts]).to.deep.equal(["waits", [{ act: "job.retry", id: _id, may: true }]]);
    const at = nextTryAt!.toISOString();
    expect(
      en.startsWith(`It failed 1 time, the last with "Flaky: flaky"; next try ${at}; 2 more tries before`),
      en,
    ).to.equal(true);
    expect(zh.startsWith(`已失败 1 次，最近一次原因：“Flaky: flaky”；下次重试 ${at}；再失败 2 次后放弃`), zh).to.equal(
      true,
    );
    const reason = "looked at";
    expect(await clerk.client.post(`${JOB}/act`, { act: "hold", id: _id, reason })).to.include({ code: 0 });
    const held = await whyJob(number);
    expect([held.state, held.acts[0]?.act]).to.deep.equal(["stands", "job.release"]);
    expect(held.en).to.match(
      new RegExp(`^It waits until it is released: ${clerk.operator.nickname} held it at ${TIME} \\("looked at"\\)`),
    );
    expect(await clerk.client.post(`${JOB}/act`, { act: "release", id: _id, reason })).to.include({ code: 0 });
    await runJobs();
    expect((await whyJob(number)).state).to.equal("done");
  });

  it("a job shows options, stacks and log lines of its run, without secrets, to who may read queues", async () => {
    const number = await freshNumber();
    await enqueue(keyedJob, { number, fail: "once" });
    await comesTo("retrying", number);
    const row = await rowOf(number);
    const run = `${JOB}/run?id=${row._id}`;
    const job = await queueNamed("maintenance").getJob(bullIdOf(row));
    await job!.log("signed in with password=hunter2 as 13800138000");
    const { data, code, msg } = await clerk.client.get(run);
    expect([code, msg]).to.deep.equal([0, msg]);
    expect(data).to.deep.include({
      state: "delayed",
      logs: ["signed in with password=[hidden] as [mobile]"],
      logCount: 1,
      result: null,
    });
    expect(data.options).to.include({ attempts: 3 });
    expect(data.stacks[0]).to.match(/Flaky: flaky\n +at /);
    const other = await buildOperator(["pay:notify:query"]);
    expect((await other.client.get(run)).status).to.equal(403);
    expect((await stranger.get(run)).status).to.equal(401);
    expect((await (await buildMember()).client.get(run)).status).to.equal(401);
    expect((await clerk.client.get(`${JOB}/run?id=999999999`)).code).to.equal(1001001001);
    await runJobs();
    await OutboxModel.updateOne({ _id: row._id }, { $inc: { run: 1 } });
    expect((await clerk.client.get(run)).data).to.deep.include({ state: null, options: null, stacks: [] });
  });

  it("a delivery whose host failed five times waits for it, and is told when it is tried again and what else waits", async () => {
    heldClock.hold();
    let status = 500;
    const merchant = await receiver((response) => response.writeHead(status).end("out of order"));
    const host = new URL(merchant.url).host;
    const id = await buildTask(merchant.url);
    const begun = await whyDelivery(id);
    expect(begun.state).to.equal("waits");
    for (let number = 1; number <= 4; number++) await deliverNotify(id, number);
    const failing = await whyDelivery(id);
    expect(failing.state).to.equal("waits");
    expect(failing.en).to.match(
      new RegExp(
        `^It waits for ${host}: it failed 4 times, the last with "HTTP 500 out of order"; next try ${TIME}; 9 more tries before it is given up; nothing else is held up\\.$`,
      ),
    );
    await deliverNotify(id, 5);
    await buildTask(merchant.url);
    const { state, en, zh, acts } = await whyDelivery(id);
    expect([state, acts]).to.deep.equal(["waits", [{ act: "notify.replay", id, may: true }]]);
    const until = new Date(clock.ms() + minutes(1)).toISOString();
    expect(en).to.match(
      new RegExp(
        `^It waits for ${host}, which failed 5 times in a row and is left alone until ${until}; the last answer was "HTTP 500 out of order"; next try ${TIME}; 1 other delivery waits for the same host\\.$`,
      ),
    );
    expect(zh).to.match(
      new RegExp(
        `^等待 ${host}：该地址连续失败 5 次，${until} 之前不再发送；最近一次回应“HTTP 500 out of order”；下次重试 ${TIME}；另有 1 个通知等待同一地址。$`,
      ),
    );
    expect((await whyDelivery(id, reader)).acts).to.deep.equal([{ act: "notify.replay", id, may: false }]);
    status = 200;
    heldClock.advance(minutes(2));
    expect(await clerk.client.post("/admin-api/pay/notify/replay", { id })).to.include({ code: 0 });
    await runJobs();
    const told = await whyDelivery(id);
    expect([told.state, told.acts]).to.deep.equal(["done", []]);
    expect(told.en).to.match(new RegExp(`^It was taken by ${host} at ${TIME}, at try 6\\.$`));
  });

  it("a delivery that was given up says by what answer; one whose queue is paused, that it is the queue", async () => {
    const merchant = await receiver((response) => response.writeHead(410).end("gone"));
    const id = await buildTask(merchant.url);
    await deliverNotify(id, 1);
    const { state, en, acts } = await whyDelivery(id);
    expect([state, acts]).to.deep.equal(["failed", [{ act: "notify.replay", id, may: true }]]);
    expect(en).to.match(
      / after 1 try: .+ last answered "HTTP 410 gone"; nothing more is sent unless somebody sends it/,
    );
    expect(await clerk.client.put(PAUSE, { name: "notify" })).to.include({ code: 0 });
    try {
      const stuck = await buildTask(merchant.url);
      await enqueue(deliverNotifyJob, { notifyId: stuck, tryNumber: 1 });
      const why = await whyDelivery(stuck);
      expect([why.state, why.acts.map(({ act }) => act)]).to.deep.equal(["stands", ["queue.resume", "job.view"]]);
      expect(why.en).to.match(/^Its job pay\.deliverNotify: it waits until queue notify is resumed: /);
    } finally {
      await clerk.client.put(RESUME, { name: "notify" });
      await runJobs();
    }
  });
});
