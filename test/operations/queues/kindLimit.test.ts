import { expect } from "chai";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { recordStoreTime } from "#shared/kernel/mongo/storeTime.js";
import { enqueue, enqueueEach } from "#shared/kernel/outbox/enqueue.js";
import { invalidateHeldKinds, KindHoldModel } from "#shared/kernel/outbox/kindHolds.js";
import { BURST_MS, intervalOf, KindLimitModel } from "#shared/kernel/outbox/kindLimits.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { giveTurns } from "#shared/kernel/outbox/turns.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { clock, heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, orderJob, plainJob, runs } from "#test/support/testJobs.js";
import { tick } from "#workers/runtime/ticks.js";

const base = "/admin-api/infra/queue/";
const reason = "the merchant's system is slow";

describe("a kind of job that is limited to a rate", () => {
  let clerk: BuiltOperator;
  before(async () => {
    await startService();
  });
  beforeEach(async () => {
    clerk = await buildOperator(["infra:queue:read", "infra:queue:operate"], { nickname: "Mei Lin" });
    // What other tests have left is nobody's, and would take turns; nor do late answers of the store move the held clock.
    await OutboxModel.deleteMany({ job: { $in: [orderJob.name, plainJob.name] }, open: true });
    for (let sample = 0; sample < 4; sample++) recordStoreTime(new Date());
    heldClock.hold();
  });
  afterEach(async () => {
    heldClock.release();
    await queueNamed("trade").resume();
    for (const { _id } of await KindHoldModel.find().lean()) await put("release-kind", { job: _id, reason });
    for (const { _id } of await KindLimitModel.find().lean()) await unlimit(_id);
    await eventually("none waits its turn", async () => !(await OutboxModel.exists({ "turn.job": { $gt: "" } })));
    await runJobs();
  });

  const number = async (): Promise<number> => 9_200_000 + (await nextId("testNumbers"));
  async function numbers(count: number): Promise<number[]> {
    return Promise.all(Array.from({ length: count }, number));
  }
  const rowOf = (of: number): Promise<OutboxRow> =>
    OutboxModel.findOne({ "payload.number": of }).sort({ _id: -1 }).orFail().lean<OutboxRow>();
  const inTurn = async (of: number): Promise<boolean> => (await rowOf(of)).turn !== undefined;
  async function put(path: string, body: object): Promise<void> {
    const reply = await clerk.client.put(base + path, body);
    expect([reply.code, reply.msg, reply.data]).to.deep.equal([0, reply.msg, true]);
  }
  /** Set, and what was open has been brought in line. */
  async function limit(job: string, perMinute: number): Promise<void> {
    await put("limit-kind", { job, perMinute, reason, confirm: true });
    await runJobs();
  }
  const unlimit = (job: string) => put("unlimit-kind", { job, reason: "all is well" });
  async function round(): Promise<void> {
    await giveTurns();
    await runJobs();
  }
  /** A round each second for so long. */
  async function rounds(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += seconds(1)) {
      await round();
      heldClock.advance(seconds(1));
    }
  }
  /** When those of them that ran began, in the order in which they did. */
  async function starts(of: readonly number[]): Promise<{ number: number; at: number }[]> {
    const rows = await OutboxModel.find({ "payload.number": { $in: of }, firstStartedAt: { $exists: true } })
      .sort({ firstStartedAt: 1, _id: 1 })
      .lean<OutboxRow[]>();
    return rows.map((row) => ({
      number: (row.payload as { number: number }).number,
      at: row.firstStartedAt!.getTime(),
    }));
  }
  /** In any span of time, and so in any minute: what the rate gives, and five seconds' worth and one more. */
  function expectWithin(perMinute: number, at: readonly number[]): void {
    const interval = intervalOf(perMinute);
    for (const [last, until] of at.entries())
      for (const [first, from] of at.slice(0, last + 1).entries())
        expect(last - first, `${until - from} ms`).to.be.at.most((until - from + BURST_MS) / interval);
  }

  it("begins so many a minute and hardly more at once, the oldest first, none twice", async () => {
    await limit(plainJob.name, 60);
    const all = await numbers(80);
    for (const one of all) await enqueue(plainJob, { number: one });
    await rounds(minutes(1));
    const first = await starts(all);
    expect(first.map((one) => one.number)).to.deep.equal(all.slice(0, first.length));
    expect(first.length).to.be.within(60, 66);
    await rounds(seconds(25));
    const begun = await starts(all);
    expect(begun).to.have.lengthOf(80);
    expectWithin(
      60,
      begun.map(({ at }) => at),
    );
    expect(new Set(all.map((one) => runs.get(one)?.length))).to.deep.equal(new Set([1]));
  });

  it("waits whether it was in Redis, is due later or comes new, while others of its queue go on", async () => {
    const [queued, later, fresh] = [await number(), await number(), await number()];
    await queueNamed("trade").pause();
    await enqueue(orderJob, { number: queued });
    await enqueue(orderJob, { number: later }, { delayMs: seconds(30) });
    const inRedis = bullIdOf(await rowOf(queued));
    await eventually("it is in Redis", async () => (await queueNamed("trade").getJob(inRedis)) !== undefined);
    await put("limit-kind", { job: orderJob.name, perMinute: 6, reason, confirm: true });
    await eventually("both wait", async () => (await inTurn(queued)) && (await inTurn(later)));
    expect(await queueNamed("trade").getJob(inRedis)).to.equal(undefined);
    await enqueue(orderJob, { number: fresh });
    await queueNamed("trade").resume();
    const other = await number();
    await enqueue(plainJob, { number: other });
    await runJobs();
    expect([other, queued, later, fresh].map((one) => runs.has(one))).to.deep.equal([true, false, false, false]);
    await round();
    expect([queued, later, fresh].map((one) => runs.has(one))).to.deep.equal([true, false, false]);
    heldClock.advance(seconds(15));
    await round();
    expect([later, fresh].map((one) => runs.has(one))).to.deep.equal([false, true]);
    heldClock.advance(seconds(15));
    await round();
    expect([queued, later, fresh].map((one) => runs.get(one)?.length)).to.deep.equal([1, 1, 1]);
  });

  it("keeps its part of the rate when what Redis still has of it has no right to begin", async () => {
    await limit(orderJob.name, 1);
    const one = await number();
    await enqueue(orderJob, { number: one });
    await eventually("it waits", () => inTurn(one));
    const row = await rowOf(one);
    const before = await KindLimitModel.findById(orderJob.name).orFail().lean();
    // A run that was over before this one, and that Redis did not lose.
    const data = {
      payload: { number: one, fail: "never" },
      v: 1,
      requestId: "left",
      outboxId: row._id,
      run: row.run - 1,
    };
    await queueNamed("trade").add(orderJob.name, data as never, { jobId: bullIdOf({ ...row, run: row.run - 1 }) });
    const counted = () => queueNamed("trade").getJobCounts("wait", "active");
    await eventually("it was taken", async () => Object.values(await counted()).every((count) => count === 0));
    expect(runs.has(one)).to.equal(false);
    const after = await KindLimitModel.findById(orderJob.name).orFail().lean();
    expect(after.nextStartMs).to.be.at.most(Math.max(before.nextStartMs, clock.ms()));
    await round();
    expect(runs.get(one)?.length).to.equal(1);
  });

  it("goes back to the outbox when a worker takes it while the rate is used up", async () => {
    const [first, second] = [await number(), await number()];
    await queueNamed("trade").pause();
    for (const one of [first, second]) await enqueue(orderJob, { number: one });
    const jobId = bullIdOf(await rowOf(second));
    await eventually("it is in Redis", async () => (await queueNamed("trade").getJob(jobId)) !== undefined);
    const now = clock.ms();
    const by = { operatorId: clerk.operator._id, reason, at: clock.now(), nextStartMs: now, nextTurnMs: now };
    await KindLimitModel.create([{ _id: orderJob.name, perMinute: 1, intervalMs: minutes(1), ...by }]);
    invalidateHeldKinds();
    await queueNamed("trade").resume();
    let waiting = 0;
    await eventually("one of them waits its turn", async () => {
      waiting = (await inTurn(first)) ? first : (await inTurn(second)) ? second : 0;
      return waiting !== 0;
    });
    const other = waiting === first ? second : first;
    await eventually("the other one ran", async () => (await rowOf(other)).state === "done");
    const row = await rowOf(waiting);
    expect(row).to.deep.include({ state: "held", run: 2, turn: { job: orderJob.name, dueAt: row.dueAt } });
    expect(runs.has(waiting)).to.equal(false);
    heldClock.advance(minutes(1));
    await round();
    expect([first, second].map((one) => runs.get(one)?.length)).to.deep.equal([1, 1]);
  });

  it("takes its part of the rate at each try, and is given up after as many as ever", async () => {
    await limit(keyedJob.name, 1);
    const one = await number();
    await enqueue(keyedJob, { number: one, fail: "always" });
    for (const tries of [1, 2]) {
      await round();
      expect(runs.get(one)).to.have.lengthOf(tries);
      expect(await rowOf(one)).to.deep.include({ state: "held", tries });
      expect(await inTurn(one)).to.equal(true);
      heldClock.advance(minutes(1));
    }
    await round();
    expect(runs.get(one)?.map(({ attempt }) => attempt)).to.deep.equal([1, 2, 3]);
    const row = await rowOf(one);
    expect(row).to.include({ state: "dead", tries: 3 });
    expect(await DeadLetterModel.findOne({ bullId: bullIdOf(row) }).lean()).to.include({ attempts: 3 });
  });

  it("goes on at once when the rate is raised, and when the limit ends", async () => {
    await limit(plainJob.name, 1);
    const all = await numbers(40);
    await enqueueEach(
      plainJob,
      all.map((one) => ({ number: one })),
    );
    await rounds(seconds(3));
    expect(await starts(all)).to.have.lengthOf(1);
    await limit(plainJob.name, 120);
    await rounds(seconds(10));
    expect((await starts(all)).length - 1).to.be.within(18, 31);
    await unlimit(plainJob.name);
    await eventually("none waits its turn", async () => !(await OutboxModel.exists({ "turn.job": plainJob.name })));
    await runJobs();
    expect(all.map((one) => runs.get(one)?.length)).to.deep.equal(all.map(() => 1));
  });

  it("gives nothing for free when it is set again", async () => {
    await limit(plainJob.name, 6);
    const all = await numbers(10);
    for (const one of all) await enqueue(plainJob, { number: one });
    for (let again = 0; again < 4; again++) {
      await round();
      await limit(plainJob.name, 6);
    }
    expect(await starts(all)).to.have.lengthOf(1);
  });

  it("waits for the release of its kind before its turn, and for its turn afterwards", async () => {
    await limit(plainJob.name, 6);
    const all = await numbers(3);
    await enqueue(plainJob, { number: all[0]! });
    await put("hold-kind", { job: plainJob.name, reason });
    await enqueue(plainJob, { number: all[1]! });
    await eventually("the first is held", async () => (await rowOf(all[0]!)).hold?.ofKind === true);
    await enqueue(plainJob, { number: all[2]! });
    heldClock.advance(minutes(1));
    await round();
    expect(await starts(all)).to.deep.equal([]);
    await put("release-kind", { job: plainJob.name, reason });
    for (const one of all) await eventually("it waits its turn", () => inTurn(one));
    await round();
    expect((await starts(all)).map((one) => one.number)).to.deep.equal([all[0]]);
  });

  it("is moved and cancelled while it waits its turn, as another", async () => {
    await limit(keyedJob.name, 6);
    const one = await number();
    await enqueue(keyedJob, { number: one });
    await enqueue(keyedJob, { number: one }, { delayMs: hours(1), replace: true });
    await round();
    expect(runs.has(one)).to.equal(false);
    const row = await rowOf(one);
    expect(row.turn?.dueAt).to.deep.equal(row.dueAt);
    const { code } = await clerk.client.post("/admin-api/infra/job/act", { act: "retry", id: row._id, reason });
    expect(code).to.equal(1001001011);
    const ended = await clerk.client.post("/admin-api/infra/job/act", { act: "cancel", id: row._id, reason });
    expect([ended.code, ended.msg]).to.deep.equal([0, ended.msg]);
    expect(await rowOf(one))
      .to.include({ state: "cancelled" })
      .and.not.to.have.property("turn");
  });

  it("leaves out a tick for which the rate is used up", async () => {
    await limit(plainJob.name, 1);
    const all = await numbers(2);
    for (const [index, one] of all.entries()) {
      const schedule = {
        job: plainJob as unknown as JobDefinition,
        cron: "* * * * * *",
        timeZone: "Asia/Shanghai",
        payload: { number: one },
      } as const;
      await tick(schedule, new Date(clock.ms() + seconds(index)));
      await eventually("it ended", async () => {
        const { active, waiting } = await queueNamed("maintenance").getJobCounts("active", "waiting");
        return active === 0 && waiting === 0;
      });
    }
    expect(all.map((one) => runs.has(one))).to.deep.equal([true, false]);
  });
});
