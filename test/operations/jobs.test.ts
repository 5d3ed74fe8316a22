import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { clock } from "#shared/kernel/time/clock.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import {
  recordTick,
  recordTickEnd,
  ticksRecorded,
  recordSchedules,
  ScheduleModel,
  type ScheduleFacts,
} from "#shared/kernel/queue/scheduleRows.js";
import { schedules } from "#workers/schedules.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";
import { commandsDuring } from "#test/support/commands.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

const comesTo = (look: () => Promise<unknown>): Promise<void> =>
  eventually("what was expected", async () => {
    await look();
    return true;
  });
const BASE = "/admin-api/infra/job";
const facts: ScheduleFacts[] = schedules.map(({ job, cron, timeZone, payload }) => ({
  _id: job.name,
  queue: job.queue,
  v: job.v,
  payload,
  cron,
  timeZone,
  nextAt: clock.after(60_000),
}));

describe("the recurring jobs, for operators", () => {
  let client: Client;
  before(async () => {
    await startService();
    client = (await buildOperator(["infra:job:query", "infra:job:trigger"])).client;
  });
  beforeEach(async () => {
    await ScheduleModel.deleteMany({});
    await recordSchedules(facts);
  });
  const row = async (name: string) => (await client.get(`${BASE}/page?name=${name}`)).data.list[0];

  it("are each of the table's, once, by name", async () => {
    const { list, total } = (await client.get(`${BASE}/page?pageSize=100`)).data;
    expect(total).to.equal(schedules.length);
    expect(list.map(({ name }: { name: string }) => name)).to.deep.equal(facts.map(({ _id }) => _id).sort());
    expect(await row("audit.sealOperations")).to.include({
      cron: "*/5 * * * * *",
      lastTickTime: null,
      lastOutcome: null,
    });
    expect((await client.get(`${BASE}/page?queue=pay-sync&pageSize=100`)).data.total).to.equal(
      schedules.filter(({ job }) => job.queue === "pay-sync").length,
    );
    expect((await client.get(`${BASE}/page?queue=nothing`)).msg).to.match(/^queue/);
  });

  it("tell their last tick, and how their last run ended", async () => {
    const tickAt = clock.now();
    recordTick(facts[0]!, tickAt);
    recordTickEnd(facts[0]!._id, { outcome: "retried", ms: 12.4, error: new TypeError("out of luck") });
    await comesTo(async () =>
      expect(await row(facts[0]!._id)).to.include({
        lastTickTime: tickAt.getTime(),
        lastOutcome: "retried",
        lastDuration: 12,
        lastError: "TypeError: out of luck",
      }),
    );
    expect((await client.get(`${BASE}/page?failed=true`)).data.total).to.equal(1);
    recordTickEnd(facts[0]!._id, { outcome: "done", ms: 3 });
    await comesTo(async () => {
      const { lastOutcome, lastError, lastFailedTime } = await row(facts[0]!._id);
      expect([lastOutcome, lastError]).to.deep.equal(["done", "TypeError: out of luck"]);
      expect(lastFailedTime).to.be.a("number");
    });
    expect((await client.get(`${BASE}/page?failed=true`)).data.total).to.equal(0);
  });

  it("that tick and end together are one write", async () => {
    const some = facts.slice(0, 4);
    const commands = await commandsDuring(async () => {
      for (const one of some) recordTick(one, clock.now());
      for (const { _id } of some) recordTickEnd(_id, { outcome: "done", ms: 3 });
      await ticksRecorded();
    });
    expect(commands.filter((command) => command === "update schedules")).to.have.lengthOf(1);
    for (const { _id } of some) expect((await row(_id)).lastOutcome).to.equal("done");
  });

  it("keep what they told when a cron begins anew; those that no cron runs any more go", async () => {
    recordTickEnd(facts[0]!._id, { outcome: "done", ms: 3 });
    await comesTo(async () => expect((await row(facts[0]!._id)).lastOutcome).to.equal("done"));
    await ScheduleModel.create([
      { ...facts[0]!, _id: "old.gone", nextAt: clock.after(-3 * 86_400_000) },
      { ...facts[0]!, _id: "new.other", nextAt: clock.after(60_000) },
    ]);
    await recordSchedules(facts);
    expect((await row(facts[0]!._id)).lastOutcome).to.equal("done");
    expect(await row("old.gone")).to.equal(undefined);
    expect(await row("new.other")).to.be.an("object");
  });

  it("run once more, now, when an operator says so; that is audited, and its end is told", async () => {
    const name = "statistics.countTradeDays";
    const reply = await client.post(`${BASE}/trigger`, { name });
    expect(reply.code, reply.msg).to.equal(0);
    expect(reply.data).to.match(/^tick-statistics\.countTradeDays-now-/);
    await comesTo(async () => expect((await row(name)).lastOutcome).to.equal("done"));
    const again = await client.post(`${BASE}/trigger`, { name });
    expect(again.data).not.to.equal(reply.data);
    await comesTo(async () => {
      const job = await queueNamed("analytics").getJob(again.data as string);
      expect(await job?.isCompleted()).to.equal(true);
    });
    const rows = await OperationLogModel.find({ module: "infra", action: "job.trigger", bizId: name }).lean();
    expect(rows.map(({ after }) => after)).to.deep.include({ jobId: reply.data });
  });

  it("that are none cannot be run, nor by who lacks the right", async () => {
    expect((await client.post(`${BASE}/trigger`, { name: "trade.closeUnpaidOrder" })).code).to.equal(1001001000);
    expect((await client.post(`${BASE}/trigger`, { name: { $gt: "" } })).msg).to.match(/^name/);
    const { client: reader } = await buildOperator(["infra:job:query"]);
    expect((await reader.post(`${BASE}/trigger`, {})).status).to.equal(403);
    expect((await stranger.post(`${BASE}/trigger`, {})).status).to.equal(401);
    expect((await stranger.get(`${BASE}/page`)).status).to.equal(401);
  });
});
