import { expect } from "chai";
import { AlertRuleModel, alertKinds } from "#shared/domains/operations/alert/alertRule.model.js";
import { evaluateRules } from "#shared/domains/operations/worker.js";
import { seedAlertRules } from "#shared/domains/operations/alert/seedAlertRules.js";
import { WebhookEndpointModel } from "#shared/domains/webhook/webhookEndpoint.model.js";
import { mailMessageJob } from "#shared/domains/website/website.jobs.js";
import { clock, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { recordDeadLetter, DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { flushCounts } from "#shared/kernel/mongo/growingRows.js";
import { recordRows, recordTry } from "#shared/kernel/queue/queueTries.js";
import { recordSchedules, ScheduleModel } from "#shared/kernel/queue/scheduleRows.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { startService } from "#test/support/service.js";
import { rules } from "./pager.js";
import { useWaitingVideos } from "./waitingVideos.js";

describe("alerts of the queues", function () {
  let operator: BuiltOperator;
  let key: string;
  before(startService);
  const { create, wait, look, list } = useWaitingVideos((onDuty) => ({ operator, key } = onDuty));

  it("tells of jobs that are late on their way, that nobody knows, that are kept back, and that Redis had lost", async () => {
    const job = mailMessageJob.name;
    const ids: Record<string, number> = {};
    const kinds = { overdue: 60, catchUp: 60, unknown: 0, kept: 300, healed: 0, ranAgain: 1 };
    for (const [kind, threshold] of Object.entries(kinds))
      ids[kind] = await create({ name: kind, kind, queue: "mail", threshold, webhookUrl: "" });
    await evaluateRules();
    expect(await list()).to.deep.equal([]);
    const at = clock.after(-minutes(2));
    const row = {
      job,
      queue: "mail",
      openQueue: "mail",
      v: 1,
      payload: {},
      key: null,
      about: {},
      dueAt: at,
      open: true,
      looks: 0,
      run: 1,
      requestId: key,
      endedAt: null,
      createdAt: at,
      updatedAt: at,
    };
    const [late, strange, kept] = [await nextId("outbox"), await nextId("outbox"), await nextId("outbox")];
    const hold = { operatorId: 1, reason: "a call to the supplier", at: clock.after(-minutes(10)) };
    await OutboxModel.collection.insertMany([
      { ...row, _id: late, state: "waiting", nextLookAt: at },
      { ...row, _id: strange, state: "unknown", parked: `${job}@9`, v: 9 },
      { ...row, _id: kept, state: "held", hold },
    ] as never);
    recordRows("mail", "healed", 3);
    recordRows("mail", "ranAgain", 2);
    await flushCounts();
    await evaluateRules();
    const told = new Map((await list()).map(({ ruleId, queue, value }) => [ruleId, [queue, value]]));
    expect([...told.keys()]).to.have.members(Object.values(ids));
    expect(told.get(ids["unknown"])).to.deep.equal(["mail", 1]);
    expect(told.get(ids["healed"])).to.deep.equal(["mail", 3]);
    expect(told.get(ids["ranAgain"])).to.deep.equal(["mail", 2]);
    expect(told.get(ids["overdue"])![1]).to.be.within(120, 130);
    // The walk has done nothing of this queue: as late as that is.
    expect(told.get(ids["catchUp"])![1]).to.be.within(120, 130);
    expect(told.get(ids["kept"])![1]).to.be.within(600, 610);
    // Fast enough for one row.
    recordRows("mail", "walked", 50);
    await flushCounts();
    await evaluateRules();
    expect((await list()).find(({ ruleId }) => ruleId === ids["catchUp"])!.status).to.equal(20);
    await inTransaction(async () => OutboxModel.deleteMany({ _id: { $in: [late, strange, kept] } }));
    heldClock.advance(minutes(6));
    await evaluateRules();
    expect(new Set((await list()).map(({ status }) => status))).to.deep.equal(new Set([20]));
  });

  it("come with a shop, all on, until somebody made or deleted one", async () => {
    await AlertRuleModel.collection.deleteMany({});
    await seedAlertRules();
    await seedAlertRules();
    const seeded = await AlertRuleModel.find({}).lean();
    expect(seeded.map(({ kind }) => kind)).to.have.members([...alertKinds].filter((kind) => kind !== "depth"));
    expect(seeded.every(({ enabled, queue }) => enabled && queue === null)).to.equal(true);
    for (const { _id, name, kind, threshold, forSeconds } of seeded) {
      const body = { id: _id, name, kind, threshold, forSeconds };
      expect((await operator.client.put(rules("update"), body)).code, name).to.equal(0);
      expect((await operator.client.delete(rules(`delete?id=${_id}`))).code).to.equal(0);
    }
    await seedAlertRules();
    expect(await AlertRuleModel.countDocuments({})).to.equal(0);
  });

  it("each kind looks at its own: age, failures, dead letters, silent workers", async () => {
    await wait(1, Date.now() - 120_000);
    const value = async (kind: string, threshold: number): Promise<number | undefined> => {
      await create({ kind, threshold, webhookUrl: "" });
      await evaluateRules();
      return (await list(`kind=${kind}`))[0]?.value;
    };
    expect(await value("age", 60)).to.be.within(120, 150);
    expect(await value("failures", 3)).to.equal(undefined);
    for (let at = 0; at < 4; at++) recordTry({ queue: "vod", job: "x", outcome: "retried", reason: "Away", runMs: 1 });
    await flushCounts();
    await evaluateRules();
    expect((await list("kind=failures"))[0]).to.include({ value: 4 });
    const before = await DeadLetterModel.countDocuments({ queue: "vod" });
    const letter = {
      job: "x",
      queue: "vod",
      v: 1,
      payload: {},
      about: {},
      requestId: "r",
      attempts: 1,
      reason: "",
      stack: "",
    };
    await recordDeadLetter({ ...letter, bullId: `x-${key}` });
    expect(await value("deadLetters", before)).to.equal(before + 1);
    // No process reports that it takes the queue: nobody does.
    expect(await value("silentWorker", 60)).to.equal(1);
    // Two schedules of the queue, and one that recurs later; of another queue one that is later still.
    const schedule = (name: string, queue: string, lateMs: number) => ({
      _id: `${name}-${key}`,
      queue,
      v: 1,
      payload: {},
      cron: "* * * * *",
      timeZone: "Asia/Shanghai",
      nextAt: new Date(Date.now() - lateMs),
    });
    await recordSchedules([
      schedule("late", "vod", 90_000),
      schedule("later", "vod", 95_000),
      schedule("soon", "vod", -90_000),
      schedule("other", "im", 600_000),
    ]);
    expect(await value("lateSchedule", 60)).to.be.within(95, 110);
    await ScheduleModel.deleteMany({ _id: { $regex: `-${key}$` } });
    // Tried for eleven minutes, and again in one.
    const failing = await nextId("outbox");
    await OutboxModel.collection.insertOne({
      _id: failing,
      job: "x",
      v: 1,
      payload: {},
      openQueue: "vod",
      state: "retrying",
      open: true,
      run: 1,
      requestId: "r",
      dueAt: clock.after(-minutes(11)),
      nextLookAt: clock.after(minutes(5)),
      firstStartedAt: clock.after(-minutes(11)),
      nextTryAt: clock.after(minutes(1)),
    } as never);
    expect(await value("failing", 600)).to.be.within(660, 680);
    await inTransaction(async () => OutboxModel.deleteOne({ _id: failing }));
    const work = () => [{ queue: "vod" as const, concurrency: 1, running: 0, lastTakeAt: new Date() }];
    const stop = await startReporting("worker", ["vod"], { work });
    try {
      await evaluateRules();
      expect((await list("kind=silentWorker"))[0]).to.include({ status: 20 });
    } finally {
      await stop();
    }
  });

  it("tells of an endpoint of a third party that was switched off as it had failed, until it is on again", async () => {
    const _id = await nextId("webhookEndpoints");
    const gone = { name: "gone", url: "https://gone.example/", events: ["order.paid" as const], lowStock: 0 };
    await WebhookEndpointModel.create([
      { _id, ...gone, secretBox: "none", enabled: false, failingSince: clock.now(), givenUpAt: clock.now() },
    ]);
    await create({ kind: "webhookOff", queue: "notify", threshold: 0, webhookUrl: "" });
    await evaluateRules();
    expect((await list("kind=webhookOff"))[0]).to.include({ queue: "notify", value: 1, status: 10 });
    await WebhookEndpointModel.updateOne({ _id }, { $set: { enabled: true, givenUpAt: null } });
    await evaluateRules();
    expect((await list("kind=webhookOff"))[0]).to.include({ status: 20 });
    await inTransaction(async () => WebhookEndpointModel.deleteOne({ _id }));
  });

  it("a rule about all queues has an alert for each that breaks it", async () => {
    await create({ queue: undefined, kind: "depth", threshold: 1 });
    await wait(2);
    await queueNamed("im").pause();
    try {
      await queueNamed("im").addBulk([1, 2].map(() => ({ name: "x", data: {} })));
      await look();
      expect((await list()).map(({ queue }) => queue).sort()).to.include.members(["im", "vod"]);
    } finally {
      await queueNamed("im").drain(true);
      await queueNamed("im").resume();
    }
  });
});
