import { Worker, type Job } from "bullmq";
import { expect } from "chai";
import { AlertRuleModel } from "#shared/domains/operations/alert/alertRule.model.js";
import { AlertModel } from "#shared/domains/operations/alert/alert.model.js";
import { evaluateRules } from "#shared/domains/operations/worker.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { TICK_ID, type JobDefinition } from "#shared/kernel/queue/jobs.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { ScheduleModel } from "#shared/kernel/queue/scheduleRows.js";
import { keysOf } from "#shared/kernel/redis/keys.js";
import { blockingRedis, producerRedis } from "#shared/kernel/redis/redis.js";
import { hours, minutes } from "#shared/kernel/time/clock.js";
import { tick } from "#workers/runtime/ticks.js";
import type { Schedule } from "#workers/schedules.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";
import { held, heldCount, keyedJob, orderJob, plainJob, releaseHeld, runs } from "#test/support/testJobs.js";

/** What Redis knows of a job whose process died at its last run: `stc` is BullMQ's count of all deaths. */
interface Known {
  stc: number;
  /** It was alone at the last one. */
  alone?: number;
  aloneDeaths?: number;
  aloneSince?: number;
}
const diedAlone = (aloneDeaths: number, since = Date.now()): Known => ({
  stc: 60,
  alone: 59,
  ...(aloneDeaths > 0 ? { aloneDeaths, aloneSince: since } : {}),
});

describe("deaths of the processes that jobs run in", () => {
  before(startService);
  afterEach(releaseHeld);

  const queueOf = ({ queueName }: Job) => queueNamed(queueName as typeof held.queue);
  const fieldsOf = (job: Job) => producerRedis().hgetall(queueOf(job).toKey(job.id!));
  const know = (job: Job, known: Known) => producerRedis().hset(queueOf(job).toKey(job.id!), { ...known });

  /** A job of a row that is about to be taken after that. */
  async function takenAfter(
    definition: typeof plainJob | typeof orderJob,
    known: Known,
  ): Promise<{ number: number; job: Job }> {
    const queue = queueNamed(definition.queue);
    const number = await nextId("test");
    await queue.pause();
    try {
      await enqueue(definition, { number });
      await relayIdle();
      const job = (await queue.getWaiting()).find(({ data }) => data.payload.number === number)!;
      await know(job, known);
      return { number, job };
    } finally {
      await queue.resume();
    }
  }
  const rowOf = (number: number) => OutboxModel.findOne({ "payload.number": number, job: /^test\./ }).lean();
  const letterOf = (number: number) => DeadLetterModel.findOne({ "payload.number": number, job: /^test\./ }).lean();

  /** How long it is put back for, once it is. */
  async function pauseOf({ job, number }: { job: Job; number: number }): Promise<number> {
    await eventually("put back", async () => (await job.getState()) === "delayed");
    expect(runs.get(number), "not run").to.equal(undefined);
    return ((await queueOf(job).getJob(job.id!)) as Job).delay;
  }

  for (const [before, pauseMinutes] of [1, 5, 15, 30].entries())
    it(`the ${before + 1}. one alone: the job comes back after ${pauseMinutes} minutes at most, and then runs`, async () => {
      const one = await takenAfter(plainJob, diedAlone(before));
      expect(await pauseOf(one)).to.be.within(minutes(pauseMinutes) * 0.75, minutes(pauseMinutes));
      await eventually("its row says so", async () => {
        const row = await rowOf(one.number);
        return row?.state === "retrying" && row.reason === "Stalled" && row.nextTryAt! > new Date() && !row.failures;
      });
      expect((await rowOf(one.number))!.message).to.include(`${before + 1} times while it ran alone`);
      await one.job.promote();
      await eventually("done", async () => (await rowOf(one.number))?.state === "done");
      expect(runs.get(one.number)?.map(({ attempt }) => attempt)).to.deep.equal([1]);
    });

  it("the fifth one alone ends a job that is neither of money nor of orders", async () => {
    const { number } = await takenAfter(plainJob, diedAlone(4));
    await eventually("dead", async () => (await letterOf(number)) !== null);
    expect((await letterOf(number))!.error).to.equal("Stalled");
    expect(runs.get(number)).to.equal(undefined);
    await eventually("its row, too", async () => (await rowOf(number))?.state === "dead");
  });

  it("any number beside others ends none", async () => {
    for (const definition of [plainJob, orderJob]) {
      const { number } = await takenAfter(definition, { stc: 60 });
      await eventually("done", async () => (await rowOf(number))?.state === "done");
      expect(await letterOf(number)).to.equal(null);
    }
  });

  it("a job of orders is not ended within a day, an alert tells of it, and it is ended after a day", async () => {
    const one = await takenAfter(orderJob, diedAlone(40, Date.now() - hours(23)));
    expect(await pauseOf(one)).to.be.within(minutes(22.5), minutes(30));
    await eventually("its row says so", async () => (await rowOf(one.number))?.state === "retrying");
    const rule = { name: "A job fails over and over", kind: "failing" as const, queue: orderJob.queue, threshold: 600 };
    const _id = await nextId("alertRules");
    await AlertRuleModel.create([{ _id, ...rule, forSeconds: 0, webhookUrl: "", secretBox: "", enabled: true }]);
    await evaluateRules();
    const alert = await AlertModel.findOne({ ruleId: _id }).lean();
    await AlertRuleModel.updateOne({ _id }, { $set: { enabled: false } });
    await evaluateRules();
    expect([alert?.queue, alert?.firedAt instanceof Date]).to.deep.equal([orderJob.queue, true]);
    expect(alert!.value).to.be.greaterThan(hours(22.9) / 1_000);
    await one.job.promote();
    await eventually("done", async () => (await rowOf(one.number))?.state === "done");

    const old = await takenAfter(orderJob, diedAlone(40, Date.now() - hours(24)));
    await eventually("dead", async () => (await letterOf(old.number))?.error === "Stalled");
  });

  it("a tick is never ended by them, and the next one comes", async () => {
    const queue = queueNamed(held.queue);
    const schedule: Schedule = {
      job: held as unknown as JobDefinition,
      cron: "* * * * * *",
      timeZone: "Asia/Shanghai",
      payload: {},
    };
    const facts = { queue: held.queue, v: held.v, payload: {}, cron: schedule.cron, timeZone: schedule.timeZone };
    await ScheduleModel.create([{ _id: held.name, ...facts }]);
    const due = (second: number): Date => new Date(1_600_000_000_000 + second * 1_000);
    await queue.pause();
    await tick(schedule, due(0));
    const job = (await queue.getWaiting()).find(({ id }) => id?.startsWith(TICK_ID + held.name))!;
    await know(job, diedAlone(400, Date.now() - hours(72)));
    await queue.resume();
    await eventually("put back", async () => (await job.getState()) === "delayed");
    await eventually("operators see why", async () =>
      (await ScheduleModel.findById(held.name).lean())!.lastError.startsWith("Stalled: "),
    );
    await tick(schedule, due(1));
    expect(await queue.getWaitingCount(), "one at a time").to.equal(0);
    await job.promote();
    for (const second of [2, 3]) {
      await eventually("it runs", async () => heldCount() === 1);
      releaseHeld();
      await eventually("it has ended", async () => (await queue.getActiveCount()) === 0);
      if (second === 2) await tick(schedule, due(second));
    }
    await ScheduleModel.deleteOne({ _id: held.name });
  });

  it("a suspect is alone in its whole process, which Redis knows before it runs; others then go on", async () => {
    const queue = queueNamed(held.queue);
    await queue.pause();
    const job = await queue.add(held.name, { payload: {}, v: held.v, requestId: "r", about: {} });
    await know(job, { stc: 2 });
    await queue.resume();
    await eventually("it runs", async () => heldCount() === 1);
    expect((await fieldsOf(job))["alone"]).to.equal("2");
    const number = await nextId("test");
    await enqueue(plainJob, { number });
    await relayIdle();
    const maintenance = queueNamed(plainJob.queue);
    await eventually("the other waits", async () => {
      const waiting = await maintenance.getJobs(["wait", "delayed"]);
      return waiting.some(({ data }) => data.payload.number === number);
    });
    expect(runs.get(number)).to.equal(undefined);
    releaseHeld();
    await eventually("the other runs", async () => runs.get(number)?.length === 1);
  });

  it("a lock that is lost while its process lives is none: nothing waits for the job", async () => {
    const queue = queueNamed(held.queue);
    const job = await queue.add(held.name, { payload: {}, v: held.v, requestId: "r", about: {} });
    for (const count of [1, 2, 3, 4]) {
      await eventually(`run ${count}`, async () => heldCount() === count);
      if (count < 4) await stall(job);
    }
    const { stc, survived, alone } = await fieldsOf(job);
    expect({ stc, survived, alone }).to.deep.equal({ stc: "3", survived: "3", alone: undefined });
    const number = await nextId("test");
    await enqueue(plainJob, { number });
    await eventually("another runs beside it", async () => runs.get(number)?.length === 1);
    expect(heldCount()).to.equal(4);
    releaseHeld();
    await eventually("it has ended", async () => (await queue.getActiveCount()) === 0);
  });

  /** The lock of the running job is gone, and BullMQ finds that. */
  async function stall(job: Job): Promise<void> {
    const queue = queueOf(job);
    const connection = blockingRedis("stalls");
    const options = { connection, prefix: keysOf(held.queue), autorun: false, stalledInterval: 1 };
    const other = new Worker(queue.name, null, { ...options, maxStalledCount: Number.MAX_SAFE_INTEGER });
    try {
      await producerRedis().del(`${queue.toKey(job.id!)}:lock`);
      await eventually("it has stalled", async () => {
        await producerRedis().del(queue.toKey("stalled-check"));
        await (other as unknown as { moveStalledJobsToWait(): Promise<void> }).moveStalledJobsToWait();
        return Number((await fieldsOf(job))["stc"] ?? 0) > job.stalledCounter;
      });
      job.stalledCounter++;
    } finally {
      await other.close();
      connection.disconnect();
    }
  }

  it("a suspect whose run fails by itself is none any more", async () => {
    const queue = queueNamed(keyedJob.queue);
    const number = await nextId("test");
    await queue.pause();
    await enqueue(keyedJob, { number, fail: "once" });
    await relayIdle();
    const job = (await queue.getWaiting()).find(({ data }) => data.payload.number === number)!;
    await know(job, { stc: 7, aloneDeaths: 2, aloneSince: Date.now() });
    await queue.resume();
    await eventually("it failed", async () => runs.get(number)?.length === 1 && (await job.getState()) === "delayed");
    const { alone, aloneDeaths, survived } = await fieldsOf(job);
    expect([alone, aloneDeaths, survived]).to.deep.equal([undefined, undefined, "7"]);
    await job.promote();
    await eventually("done", async () => runs.get(number)?.length === 2);
  });
});
