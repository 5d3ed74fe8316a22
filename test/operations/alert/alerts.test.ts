import { createHmac } from "node:crypto";
import { expect } from "chai";
import { AlertDeliveryModel, AlertModel } from "#shared/domains/operations/alert/alert.model.js";
import { AlertRuleModel, alertKinds } from "#shared/domains/operations/alert/alertRule.model.js";
import { evaluateRules } from "#shared/domains/operations/worker.js";
import { evaluateRulesJob } from "#shared/domains/operations/alert/alert.jobs.js";
import { seedAlertRules } from "#shared/domains/operations/alert/seedAlertRules.js";
import { mailMessageJob } from "#shared/domains/website/website.jobs.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { recordDeadLetter, DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { flushCounts } from "#shared/kernel/mongo/growingRows.js";
import { recordRows, recordTry } from "#shared/kernel/queue/queueTries.js";
import { recordSchedules, ScheduleModel } from "#shared/kernel/queue/scheduleRows.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { alerts, behave, deliveriesTo, rules, SECRET } from "./pager.js";

describe("alerts of the queues", function () {
  this.timeout(40_000);
  let operator: BuiltOperator;
  let reader: BuiltOperator;
  let key: string;
  before(startService);
  beforeEach(async () => {
    operator = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
    reader = await buildOperator(["infra:queue:read"]);
    key = `alert-${await nextId("testNumbers")}`;
    await queueNamed("vod").pause();
  });
  afterEach(async () => {
    heldClock.release();
    for (const model of [AlertRuleModel, AlertModel, AlertDeliveryModel])
      await inTransaction(async () => model.deleteMany({} as never));
    await queueNamed("vod").drain(true);
    await queueNamed("vod").resume();
  });

  const create = async (fields: object = {}): Promise<number> => {
    const body = {
      name: "Videos wait",
      kind: "depth",
      queue: "vod",
      threshold: 2,
      webhookUrl: `${sandbox.url}/sandbox/merchant/${key}`,
      ...fields,
    };
    const { data, msg } = await operator.client.post(rules("create"), body);
    expect(data, msg).to.be.a("number");
    return data;
  };
  const wait = (count: number, timestamp = Date.now()) =>
    queueNamed("vod").addBulk(Array.from({ length: count }, () => ({ name: "x", data: {}, opts: { timestamp } })));
  const look = async (): Promise<void> => {
    await evaluateRules();
    // All tries of one delivery take their time on a busy machine.
    await runJobs({ timeoutMs: 30_000 });
  };
  const list = async (query = ""): Promise<any[]> => (await reader.client.get(alerts(`page?${query}`))).data.list;

  it("a broken rule fires once and is over once, each told to the webhook once, signed", async () => {
    const ruleId = await create({ secret: SECRET });
    await wait(3);
    await Promise.all([evaluateRules(), evaluateRules()]);
    await look();
    await enqueue(evaluateRulesJob, {});
    await runJobs();
    const [fired, ...more] = await list();
    expect(more).to.deep.equal([]);
    expect(fired).to.include({ ruleId, kind: "depth", queue: "vod", value: 3, peak: 3, status: 10, resolveTime: null });
    await queueNamed("vod").drain();
    await Promise.all([evaluateRules(), evaluateRules()]);
    await look();
    const [over] = await list("status=20");
    expect(over).to.include({ id: fired.id, value: 0, peak: 3 });
    expect(over.deliveries.map((one: any) => [one.event, one.status, one.tries, one.httpStatus])).to.deep.equal([
      ["firing", 10, 1, 200],
      ["resolved", 10, 1, 200],
    ]);
    const told = (await deliveriesTo(key)).toReversed();
    expect(told.map(({ body }) => JSON.parse(body).type)).to.deep.equal(["queue.alert.firing", "queue.alert.resolved"]);
    expect(JSON.parse(told[0]!.body).data).to.include({
      alertId: fired.id,
      ruleId,
      queue: "vod",
      value: 3,
      threshold: 2,
      objective: null,
      todo: fired.todo.en,
    });
    expect(fired.todo.en).to.contain("more workers");
    for (const { body, headers } of told) {
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const hmac = createHmac("sha256", Buffer.from(SECRET.slice(6), "base64"))
        .update(signed)
        .digest("base64");
      expect(headers["webhook-signature"]).to.equal(`v1,${hmac}`);
      expect(JSON.parse(body).id).to.equal(headers["webhook-id"]);
    }
    expect((await reader.client.get(rules(`get?id=${ruleId}`))).data).to.include({ webhookState: "works" });
  });

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

  it("waits as long as the rule says, both ways; what passes before is never told", async () => {
    await create({ forSeconds: 60 });
    await wait(3);
    await look();
    expect(await list()).to.deep.equal([]);
    await queueNamed("vod").drain();
    await look();
    expect(await AlertModel.countDocuments({})).to.equal(0);
    await wait(3);
    await look();
    heldClock.advance(seconds(61));
    await look();
    expect((await list())[0]).to.include({ status: 10 });
    await queueNamed("vod").drain();
    await look();
    await wait(3);
    await look();
    heldClock.advance(seconds(61));
    await look();
    expect((await list())[0], "broken again meanwhile").to.include({ status: 10 });
    await queueNamed("vod").drain();
    await look();
    heldClock.advance(seconds(61));
    await look();
    expect((await list())[0]).to.include({ status: 20 });
    expect(await deliveriesTo(key)).to.have.lengthOf(2);
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

  it("a webhook that fails is tried again, and the same message is told by its id", async () => {
    const ruleId = await create();
    await behave(key, { failFirst: 2 });
    await wait(3);
    await look();
    const told = await deliveriesTo(key);
    expect(told.map(({ status }) => status)).to.deep.equal([200, 500, 500]);
    expect(new Set(told.map(({ headers }) => headers["webhook-id"])).size).to.equal(1);
    expect((await list())[0].deliveries[0]).to.include({ status: 10, tries: 3 });
    expect((await reader.client.get(rules(`get?id=${ruleId}`))).data.webhookState).to.equal("works");
  });

  it("one that is dead is given up after its last try and shown, without a dead letter", async () => {
    const ruleId = await create();
    await behave(key, { status: 503 });
    const before = await DeadLetterModel.countDocuments({ queue: "control" });
    await wait(3);
    await look();
    expect((await list())[0].deliveries[0]).to.include({ status: 20, tries: 36, httpStatus: 503, error: "HTTP 503" });
    const { data } = await reader.client.get(rules(`get?id=${ruleId}`));
    expect(data).to.include({ webhookState: "dead", webhookStatus: 503, webhookError: "HTTP 503" });
    expect(await DeadLetterModel.countDocuments({ queue: "control" })).to.equal(before);
  });

  it("a receiver that is gone is not asked again", async () => {
    await create();
    await behave(key, { status: 410 });
    await wait(3);
    await look();
    expect((await list())[0].deliveries[0]).to.include({ status: 20, tries: 1, httpStatus: 410 });
  });

  it("of a rule that is disabled the open alert ends and is told; of a deleted one it ends untold", async () => {
    const id = await create();
    await wait(3);
    await look();
    const body = { id, name: "Videos wait", kind: "depth", queue: "vod", threshold: 2, enabled: false };
    await operator.client.put(rules("update"), { ...body, webhookUrl: `${sandbox.url}/sandbox/merchant/${key}` });
    await look();
    expect((await list())[0]).to.include({ status: 20 });
    expect(await deliveriesTo(key)).to.have.lengthOf(2);
    const other = await create();
    await look();
    await operator.client.delete(rules(`delete?id=${other}`));
    await look();
    expect((await list()).map(({ status }) => status)).to.deep.equal([20, 20]);
    expect(await deliveriesTo(key)).to.have.lengthOf(3);
  });

  it("an alert is acknowledged by the first who does, with an audit row", async () => {
    await create();
    await wait(3);
    await look();
    const [{ id }] = await list("acknowledged=false");
    const other = await buildOperator(["*"]);
    expect(await operator.client.put(alerts("acknowledge"), { id, remark: "on it" })).to.include({ data: true });
    expect(await other.client.put(alerts("acknowledge"), { id })).to.include({ data: true });
    const [row] = await list("acknowledged=true");
    expect(row).to.include({
      acknowledgeOperatorId: operator.operator._id,
      acknowledgeOperatorName: operator.operator.nickname,
      remark: "on it",
    });
    expect(await OperationLogModel.countDocuments({ action: "alert.acknowledge", bizId: String(id) })).to.equal(1);
    expect(await operator.client.put(alerts("acknowledge"), { id: 999_999_999 })).to.include({ code: 1001008012 });
  });
});
