import { expect } from "chai";
import { invalidateReads } from "#shared/domains/operations/queues/cachedReads.js";
import { forecastDrain, type PaceMinute } from "#shared/domains/operations/queues/drainForecast.js";
import { settledMinute } from "#shared/domains/operations/queues/queueCurves.js";
import { QueueRollupModel, type QueueRollup } from "#shared/domains/operations/queues/queueRollup.model.js";
import { rollUpQueues } from "#shared/domains/operations/queues/index.js";
import { flushCounts } from "#shared/kernel/mongo/growingRows.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { QueueMinuteModel, recordTry } from "#shared/kernel/queue/queueTries.js";
import { clock, days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder } from "#test/factories/order.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { held, heldCount, holdReaders, plainJob, readers, releaseHeld, wakingJob } from "#test/support/testJobs.js";

const QUEUE = "invoice";

describe("the page of one queue", () => {
  let reader: BuiltOperator;
  before(async () => {
    await startService();
  });
  beforeEach(async () => {
    reader = await buildOperator(["infra:queue:read"]);
    await QueueRollupModel.deleteMany({ queue: QUEUE });
    await QueueMinuteModel.deleteMany({ queue: QUEUE });
    invalidateReads();
  });
  afterEach(() => {
    heldClock.release();
    releaseHeld();
  });

  async function detail(query = `name=${QUEUE}`): Promise<any> {
    const reply = await reader.client.get(`/admin-api/infra/queue/detail?${query}`);
    expect(reply.code, reply.msg).to.equal(0);
    return reply.data;
  }
  const record = (step: QueueRollup["step"], at: number, given: Partial<QueueRollup>) =>
    QueueRollupModel.create([
      {
        _id: `${QUEUE} ${step} ${at}`,
        queue: QUEUE,
        step,
        at: new Date(at),
        dropAt: new Date(clock.ms() + days(1)),
        ...given,
      },
    ]);

  describe("its curves", () => {
    it("tell each recorded minute, and have no point for one that was not recorded", async () => {
      const last = settledMinute() - minutes(1);
      await record("minute", last, { depthMax: 0, sampled: 1 });
      await record("minute", last - minutes(2), {
        depthMax: 9,
        oldestMaxMs: 4_000,
        sampled: 1,
        done: 50,
        retried: 3,
        dead: 1,
        run: { 24: 98, 40: 2 },
        wait: { 8: 50 },
      });
      await record("minute", last - minutes(180), { depthMax: 77 });
      await record("minute", last + minutes(1), { depthMax: 88 });
      const { curves } = await detail();
      expect(curves).to.include({ range: "3h", pointMs: minutes(1), untilTime: last + minutes(1) });
      expect(curves.untilTime - curves.fromTime).to.equal(hours(3));
      expect(curves.points.map(({ time }: any) => time)).to.deep.equal([last - minutes(2), last]);
      expect(curves.points[0]).to.include({ depthMax: 9, oldestWaitMaxMs: 4_000, done: 50, retried: 3, failed: 1 });
      expect(curves.points[0].runP50Ms).to.be.within(55, 65);
      expect(curves.points[0].runP99Ms).to.be.within(900, 1_100);
      expect(curves.points[1]).to.include({ depthMax: 0, done: 0, runP50Ms: null, runP99Ms: null, waitP50Ms: null });
    });

    it("say nothing of how many waited in a minute in which nobody looked", async () => {
      heldClock.hold(Date.now() + days(500));
      reader = await buildOperator(["infra:queue:read"]);
      recordTry({ queue: QUEUE, job: "test.a", outcome: "done", runMs: 5 });
      await flushCounts();
      // The roll-up comes a minute late.
      heldClock.advance(minutes(1));
      await rollUpQueues();
      heldClock.advance(minutes(3));
      const [late, looked] = (await detail()).curves.points;
      expect(late).to.include({ depthMax: null, oldestWaitMaxMs: null, done: 1 });
      expect(looked).to.include({ depthMax: 0, oldestWaitMaxMs: 0, done: 0 });
    });

    it("of two days are by ten minutes, of 90 days by six hours, and add up", async () => {
      const until = (await detail(`name=${QUEUE}&range=48h`)).curves.untilTime;
      for (const ago of [1, 2, 3]) {
        await record("minute", until - minutes(ago), { depthMax: ago, sampled: 1, done: 10, run: { 24: 10 } });
        await record("minute", until - hours(48) + minutes(ago), { depthMax: ago, done: 1, sampled: 0 });
      }
      const { untilTime } = (await detail(`name=${QUEUE}&range=90d`)).curves;
      for (const ago of [1, 2])
        await record("hour", untilTime - hours(ago), { depthMax: ago, sampled: 1, done: 100, retried: 2 });
      invalidateReads();
      const [first, last] = (await detail(`name=${QUEUE}&range=48h`)).curves.points;
      expect(first).to.include({ time: until - hours(48), depthMax: null, done: 3 });
      expect(last).to.include({ time: until - minutes(10), depthMax: 3, done: 30 });
      expect(last.runP50Ms).to.be.within(55, 65);
      const { points, pointMs } = (await detail(`name=${QUEUE}&range=90d`)).curves;
      expect(pointMs).to.equal(hours(6));
      expect(points).to.have.lengthOf(1);
      expect(points[0]).to.include({ time: untilTime - hours(6), depthMax: 2, done: 200, retried: 4 });
      // Days begin at midnight in Shanghai, and so do points.
      expect((untilTime + hours(8)) % hours(6)).to.equal(0);
    });
  });

  describe("what runs in it", () => {
    it("is told with whose it is, since when and where, and leads to its row", async () => {
      const stop = await startReporting("worker", [wakingJob.queue]);
      const { order } = await buildPaidOrder();
      holdReaders.add(order._id);
      try {
        await enqueue(wakingJob, { number: order._id });
        await eventually("it runs", async () => readers.has(order._id));
        invalidateReads();
        const { runningJobs } = await detail(`name=${wakingJob.queue}`);
        const mine = runningJobs.find(({ about }: any) => about.orderId?.includes(order._id));
        const row = await OutboxModel.findOne({ job: wakingJob.name, "payload.number": order._id }).orFail().lean();
        expect(mine).to.deep.include({
          id: row._id,
          jobId: `o-${row._id}-1`,
          job: wakingJob.name,
          tries: 1,
          numbers: { [`orderId:${order._id}`]: order.no },
        });
        expect(mine.worker).to.include({ pid: process.pid, alive: true });
        expect(mine.startTime).to.be.closeTo(Date.now(), 60_000);
      } finally {
        holdReaders.delete(order._id);
        readers.get(order._id)?.();
        await stop();
      }
      await runJobs();
    });

    it("may have no row, and a process that does not report", async () => {
      await enqueue(held, {});
      await eventually("it runs", async () => heldCount() === 1);
      invalidateReads();
      const { runningJobs, active } = await detail();
      expect(active).to.equal(1);
      expect(runningJobs).to.have.lengthOf(1);
      expect(runningJobs[0]).to.deep.include({ id: null, job: held.name, about: {}, numbers: {}, worker: null });
      releaseHeld();
      await eventually("it has ended", async () => {
        invalidateReads();
        return (await detail()).runningJobs.length === 0;
      });
    });
  });

  it("each kind of job is told with what it did in the last hour, by all processes together", async () => {
    heldClock.hold(Date.now() + days(600));
    reader = await buildOperator(["infra:queue:read"]);
    // Jobs of other tests that are due by then run before this hour.
    await runJobs();
    heldClock.advance(hours(2));
    const number = async () => 8_000_000 + (await nextId("testNumbers"));
    for (const fail of ["never", "never", "once", "refuse"] as const)
      await enqueue(plainJob, { number: await number(), fail });
    await runJobs();
    await flushCounts();
    const [mine] = await QueueMinuteModel.find({ queue: plainJob.queue, minute: { $gt: clock.after(-minutes(2)) } });
    const other = mine!.toObject();
    await QueueMinuteModel.create([
      {
        ...other,
        _id: "another process",
        kinds: [{ job: "test.other", done: 120, retried: 0, dead: 0, run: { 8: 1 } }],
      },
    ]);
    invalidateReads();
    const { kinds } = await detail(`name=${plainJob.queue}`);
    expect(kinds[0]).to.include({ job: "test.other", runP50Ms: 4, failed: 0 });
    expect(kinds[0].ratePerMinute).to.be.within(2, 2.04);
    const plain = kinds.find(({ job }: any) => job === plainJob.name);
    expect(plain).to.include({ retried: 1, failed: 1 });
    expect(plain.ratePerMinute).to.be.within(0.05, 0.06);
    expect(plain.runP50Ms).to.be.a("number");
    await QueueMinuteModel.deleteOne({ _id: "another process" });
  });

  describe("when it is drained", () => {
    const pace = (depths: (number | null)[], ended = 10): PaceMinute[] =>
      depths.map((depth, at) => ({ at: at * minutes(1), depth, ended }));
    const busy = { waiting: 100, paused: false, workers: 1 };
    const falling = Array.from({ length: 16 }, (_, at) => 260 - 10 * at);
    const inMinutes = (at: number | null): number => ((at ?? NaN) - clock.ms()) / minutes(1);
    beforeEach(() => heldClock.hold(Date.now()));

    it("is told from arrivals and completions, with a range that grows with their unrest", () => {
      const steady = forecastDrain(busy, pace(falling, 25));
      expect(steady).to.include({ state: "drains", arrivedPerMinute: 15, endedPerMinute: 25, minutes: 15 });
      expect([steady.at, steady.earliest, steady.latest].map(inMinutes)).to.deep.equal([10, 10, 10]);
      const uneasy = forecastDrain(busy, pace(falling.map((depth, at) => depth + (at % 2 === 0 ? 8 : 0))));
      expect(uneasy.state).to.equal("drains");
      expect(inMinutes(uneasy.earliest)).to.be.below(inMinutes(uneasy.at) - 2);
      expect(inMinutes(uneasy.latest)).to.be.above(inMinutes(uneasy.at) + 2);
      const wild = forecastDrain(busy, pace(falling.map((depth, at) => depth + (at % 2 === 0 ? 90 : 0))));
      expect(wild).to.include({ state: "drains", latest: null });
    });

    it("is never, said plainly, where as many arrive as end or nothing is taken", () => {
      expect(forecastDrain(busy, pace(falling.toReversed()))).to.include({ state: "grows", arrivedPerMinute: 20 });
      expect(forecastDrain(busy, pace(falling.map(() => 100)))).to.include({ state: "grows", at: null });
      expect(forecastDrain({ ...busy, waiting: 10_000_000 }, pace(falling))).to.include({ state: "grows" });
      expect(forecastDrain({ ...busy, paused: true }, pace(falling))).to.include({ state: "paused", at: null });
      expect(forecastDrain({ ...busy, workers: 0 }, pace(falling))).to.include({ state: "noWorker", at: null });
      expect(forecastDrain({ ...busy, waiting: 0 }, [])).to.include({ state: "empty", endedPerMinute: null });
    });

    it("is not known where too little was recorded, and minutes that nobody saw are left out", () => {
      expect(forecastDrain(busy, pace([50, 40, 30]))).to.include({ state: "unknown", minutes: 2 });
      const seldom = falling.map((depth, at) => (at % 3 === 1 ? null : depth));
      expect(forecastDrain(busy, pace(seldom))).to.include({ state: "drains", minutes: 5 });
      const hourly = pace(falling).map((one) => ({ ...one, at: one.at * 60 }));
      expect(forecastDrain(busy, hourly)).to.include({ state: "unknown", minutes: 0 });
    });

    it("is part of the page", async () => {
      heldClock.release();
      const stop = await startReporting("worker", [QUEUE]);
      try {
        const until = settledMinute();
        for (const ago of falling.keys())
          await record("minute", until - minutes(ago + 1), { depthMax: 4 + 4 * ago, done: 10, retried: 2, sampled: 1 });
        for (let count = 0; count < 20; count++) await enqueue(held, {});
        await eventually("some run, and some wait", async () => heldCount() === 16);
        invalidateReads();
        const { drain, waiting } = await detail();
        expect(waiting).to.equal(4);
        expect(drain).to.include({ state: "drains", arrivalsPerMinute: 8, endsPerMinute: 12, minutes: 15 });
        expect(drain.time).to.be.closeTo(Date.now() + minutes(1), 30_000);
        expect([drain.earliestTime, drain.latestTime]).to.deep.equal([drain.time, drain.time]);
      } finally {
        await stop();
        await eventually("all have ended", async () => {
          releaseHeld();
          invalidateReads();
          return (await detail()).active === 0;
        });
      }
    });
  });
});
