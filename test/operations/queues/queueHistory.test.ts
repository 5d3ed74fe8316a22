import { expect } from "chai";
import fc from "fast-check";
import { QueueRollupModel } from "#shared/domains/operations/queues/queueRollup.model.js";
import { rollUpQueues } from "#shared/domains/operations/queues/index.js";
import { rollUpQueuesJob } from "#shared/domains/operations/queues/queue.jobs.js";
import { stepStart } from "#shared/domains/operations/queues/rollUpQueues.js";
import { clock, days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { observe, percentileOf, sumOf, type Histogram } from "#shared/kernel/observability/histogram.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { flushCounts } from "#shared/kernel/mongo/growingRows.js";
import { recordTry, QueueMinuteModel } from "#shared/kernel/queue/queueTries.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const history = (query: string): string => `/admin-api/infra/queue/history?${query}`;
/** Noon in Shanghai, of a day that the store does not take for long gone. */
const NOON = stepStart("day", Date.now()) + days(2) + hours(12);
const done = (ms: number) => recordTry({ queue: "invoice", job: "test.a", outcome: "done", runMs: ms, waitMs: ms / 2 });
const failed = (outcome: "retried" | "dead") =>
  recordTry({ queue: "invoice", job: "test.a", outcome, reason: "Away", runMs: 10 });

describe("the history of the queues", () => {
  let reader: BuiltOperator;
  before(async () => {
    await startService();
    reader = await buildOperator(["infra:queue:read"]);
  });
  beforeEach(async () => {
    await flushCounts();
    await QueueMinuteModel.deleteMany({});
    await QueueRollupModel.deleteMany({});
    heldClock.hold(NOON);
    // A sign-in of now is not valid at another time.
    reader = await buildOperator(["infra:queue:read"]);
  });
  afterEach(async () => {
    await flushCounts();
    heldClock.release();
    await queueNamed("invoice").resume();
    await queueNamed("invoice").drain(true);
  });

  it("counts of every minute end in the rows of its minute, hour and day", async () => {
    for (let at = 0; at < 3; at++) {
      done(100);
      await flushCounts();
      heldClock.advance(minutes(1));
    }
    failed("retried");
    failed("dead");
    await flushCounts();
    await rollUpQueues();
    const { data: hour } = await reader.client.get(history("name=invoice&step=hour"));
    expect(hour).to.have.lengthOf(1);
    expect(hour[0]).to.include({ time: NOON, done: 3, retried: 1, failed: 1 });
    expect(hour[0].runP95Ms).to.be.within(90, 110);
    expect(hour[0].waitP50Ms).to.be.within(45, 55);
    const { data: minute } = await reader.client.get(history("name=invoice&step=minute"));
    expect(minute.map((row: { done: number; retried: number }) => [row.done, row.retried])).to.deep.equal([
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
    const { data: day } = await reader.client.get(history("name=invoice&step=day"));
    expect(day[0]).to.include({ time: NOON - hours(12), done: 3 });
    const { data: byDefault } = await reader.client.get(history("name=invoice"));
    expect(byDefault).to.deep.equal(hour);
  });

  it("rolling up twice, at once or again after more was counted, counts each try once", async () => {
    done(5);
    await flushCounts();
    await Promise.all([rollUpQueues(), rollUpQueues()]);
    await rollUpQueues();
    done(5);
    await flushCounts();
    await rollUpQueues();
    await enqueue(rollUpQueuesJob, {});
    await runJobs();
    for (const step of ["minute", "hour", "day"])
      expect((await reader.client.get(history(`name=invoice&step=${step}`))).data[0], step).to.include({ done: 2 });
    // The job of the end was not there when the counts were carried; nothing else is left over.
    await flushCounts();
    await rollUpQueues();
    expect(await QueueMinuteModel.countDocuments({ pending: true })).to.equal(0);
  });

  it("what a second process counted in the same minute is added, once, however late it comes", async () => {
    done(5);
    await flushCounts();
    await rollUpQueues();
    const [mine] = await QueueMinuteModel.find({ queue: "invoice" }).lean();
    await QueueMinuteModel.create([{ ...mine!, _id: "another process", done: 40, pending: true }]);
    await rollUpQueues();
    await rollUpQueues();
    expect((await reader.client.get(history("name=invoice"))).data[0]).to.include({ done: 41 });
  });

  it("the most that waited, and the longest, are kept of each minute's look", async () => {
    await queueNamed("invoice").pause();
    const old = { timestamp: Date.now() - 50_000 };
    await queueNamed("invoice").addBulk(Array.from({ length: 7 }, () => ({ name: "x", data: {}, opts: old })));
    await rollUpQueues();
    await queueNamed("invoice").drain(true);
    await rollUpQueues();
    const { data } = await reader.client.get(history("name=invoice"));
    expect(data[0]).to.include({ depthMax: 7, done: 0, runP50Ms: null, waitP95Ms: null });
    expect(data[0].oldestWaitMaxMs).to.be.within(50_000, 80_000);
  });

  it("a range cuts, and 90 days by the hour is the most", async () => {
    done(5);
    await flushCounts();
    await rollUpQueues();
    const range = (from: number, to: number): string => `times=${from}&times=${to}`;
    const get = async (query: string) => (await reader.client.get(history(query))).data;
    expect(await get(`name=invoice&step=hour&${range(NOON - days(90), NOON)}`)).to.have.lengthOf(1);
    expect(await get(`name=invoice&step=hour&${range(NOON - days(2), NOON - days(1))}`)).to.deep.equal([]);
    expect(await get(`name=vod&step=hour&${range(NOON - hours(1), NOON)}`)).to.have.lengthOf(1);
    const tooLong = await reader.client.get(history(`name=invoice&step=minute&${range(NOON - days(2), NOON)}`));
    expect(tooLong).to.include({ status: 400 });
    expect(tooLong.msg).to.match(/^times/);
  });

  it("rows go when their time is over", async () => {
    await rollUpQueues();
    const keptDays = async (step: "minute" | "hour" | "day"): Promise<number> => {
      const row = await QueueRollupModel.findOne({ queue: "invoice", step }).lean();
      return Math.floor((row!.dropAt.getTime() - clock.ms()) / days(1));
    };
    expect([await keptDays("minute"), await keptDays("hour"), await keptDays("day")]).to.deep.equal([2, 90, 91]);
  });

  it("wrong fields are 400 and named, strangers 401, others 403", async () => {
    for (const [query, field] of [
      ["step=hour", "name"],
      ["name=vod&step=week", "step"],
      ["name=vod&times=x", "times"],
      ["name=vod&times=2&times=1", "times"],
    ] as const) {
      const reply = await reader.client.get(history(query));
      expect(reply).to.include({ status: 400, data: null });
      expect(reply.msg).to.include(field);
    }
    expect(await stranger.get(history(""))).to.include({ status: 401 });
    expect(await (await buildOperator(["*:none"])).client.get(history(""))).to.include({ status: 403 });
  });

  it("days begin at midnight in Shanghai", () => {
    expect(stepStart("day", Date.UTC(2026, 5, 9, 16))).to.equal(Date.UTC(2026, 5, 9, 16));
    expect(stepStart("day", Date.UTC(2026, 5, 9, 16) - 1)).to.equal(Date.UTC(2026, 5, 8, 16));
    expect(stepStart("hour", Date.UTC(2026, 5, 9, 16, 59))).to.equal(Date.UTC(2026, 5, 9, 16));
  });
});

describe("a histogram of spans", () => {
  const spans = fc.array(fc.double({ min: 1, max: 86_400_000, noNaN: true }), { minLength: 1, maxLength: 200 });
  const filled = (list: number[]): Histogram => {
    const histogram: Histogram = {};
    for (const ms of list) observe(histogram, ms);
    return histogram;
  };

  it("tells percentiles a tenth off at most", () => {
    fc.assert(
      fc.property(spans, fc.constantFrom(0.5, 0.95, 0.99), (list, share) => {
        const exact = list.toSorted((a, b) => a - b)[Math.ceil(list.length * share) - 1]!;
        const told = percentileOf(filled(list), share)!;
        // And half a millisecond, as it is told in whole ones.
        expect(Math.abs(told - exact)).to.be.at.most(exact * 0.1 + 0.5);
      }),
    );
  });

  it("of two parts adds up to that of the whole", () => {
    fc.assert(
      fc.property(spans, spans, (one, other) => {
        expect(sumOf([filled(one), filled(other)])).to.deep.equal(filled([...one, ...other]));
      }),
    );
  });

  it("of nothing has no percentile, and a span that is none counts as the shortest", () => {
    expect(percentileOf({}, 0.5)).to.equal(null);
    expect(percentileOf(filled([0, -5, Number.NaN]), 0.5)).to.equal(1);
  });
});
