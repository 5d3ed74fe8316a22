import { expect } from "chai";
import fc from "fast-check";
import { dropOld, storePath, storeStay } from "#shared/domains/webAnalytics/worker.js";
import { dropOldJob, rollUpDueJob } from "#shared/domains/webAnalytics/analytics.jobs.js";
import { retainedSince, rollUp } from "#shared/domains/webAnalytics/rollUp.js";
import { rollUpDue, RollUpMarkModel, RollUpModel, VisitBatchModel } from "#shared/domains/webAnalytics/index.js";
import { StayModel, VisitPathModel, type RollUpUnit } from "#shared/domains/webAnalytics/analytics.models.js";
import { days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { freshDay, passDays, store, visit } from "./storedVisits.js";
import { freshVisitor } from "./support.js";

const counted = async (unit: RollUpUnit, startMs: number) => {
  const row = await RollUpModel.findById(`${unit} ${startMs}`).lean();
  if (!row) return null;
  const { pv, uv, sessions, events, bots } = row;
  return { pv, uv, sessions, events, bots };
};

describe("visits are counted", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("by hour and by day, the same figures however often", async () => {
    const day = freshDay();
    heldClock.hold(day + hours(30));
    await store(day + minutes(1), [visit("a"), visit("a", "/2"), visit("b", "/2", { source: "x.example" })]);
    await store(day + hours(1) - 1, [visit("a", "/2", { sessionId: "another" })]);
    await store(day + hours(1), [visit("c"), visit("a", "/", { type: "event", eventType: "click" })]);
    await store(day + hours(1), [visit("robot"), visit("robot")], { bot: true });
    const hour = { pv: 4, uv: 2, sessions: 3, events: 0, bots: 0 };
    const next = { pv: 1, uv: 2, sessions: 2, events: 1, bots: 2 };
    const whole = { pv: 5, uv: 3, sessions: 4, events: 1, bots: 2 };
    for (let run = 0; run < 2; run++) {
      await enqueue(rollUpDueJob, {});
      await runJobs();
      await rollUp("hour", day);
      await rollUp("day", day);
      expect(await counted("hour", day)).to.deep.equal(hour);
      expect(await counted("hour", day + hours(1))).to.deep.equal(next);
      expect(await counted("day", day)).to.deep.equal(whole);
    }
    const row = await RollUpModel.findById(`day ${day}`).lean();
    expect(row?.pages).to.deep.equal([
      { key: "/2", count: 3, uv: 2 },
      { key: "/", count: 2, uv: 2 },
    ]);
    expect(row?.sources).to.deep.equal([
      { key: "direct", count: 4, uv: 2 },
      { key: "x.example", count: 1, uv: 1 },
    ]);
    expect(row?.actions).to.deep.equal([{ key: "click", count: 1, uv: 1 }]);
  });

  it("days begin at midnight in Asia/Shanghai", async () => {
    const day = freshDay();
    heldClock.hold(day + days(2));
    await store(day - 1, [visit("late")]);
    await store(day, [visit("early")]);
    await rollUpDue();
    expect(await counted("day", day)).to.include({ pv: 1 });
    expect(await counted("day", day - days(1))).to.include({ pv: 1 });
  });

  it("what comes late is counted, on any day that is kept", async () => {
    const day = freshDay();
    heldClock.hold(day + minutes(5));
    await store(day + minutes(4), [visit("a")]);
    heldClock.advance(days(40));
    await rollUpDue();
    expect(await RollUpMarkModel.exists({ _id: day })).to.equal(null);
    expect(await counted("day", day)).to.include({ pv: 1 });
    await store(day + minutes(4), [visit("late")]);
    heldClock.advance(minutes(2));
    await rollUpDue();
    expect(await counted("hour", day)).to.include({ pv: 2, uv: 2 });
    expect(await counted("day", day)).to.include({ pv: 2, uv: 2 });
    passDays(45);
  });

  it("an hour that still fills keeps its mark, and one that was stored for a moment ago", async () => {
    const day = freshDay();
    heldClock.hold(day + minutes(30));
    await store(day + minutes(30), [visit("a")]);
    await rollUpDue();
    expect(await RollUpMarkModel.exists({ _id: day })).not.to.equal(null);
    heldClock.advance(minutes(30));
    await store(day + minutes(59), [visit("b")]);
    await rollUpDue();
    expect(await RollUpMarkModel.exists({ _id: day })).not.to.equal(null);
    heldClock.advance(minutes(2));
    await rollUpDue();
    expect(await RollUpMarkModel.exists({ _id: day })).to.equal(null);
    expect(await counted("hour", day)).to.include({ pv: 2 });
  });

  it("raw events go after 90 days, whole days at a time; their figures stay and are never counted anew", async () => {
    const day = freshDay();
    heldClock.hold(day + hours(12));
    await store(day + hours(1), [visit("old")]);
    const told = {
      key: "k",
      at: day + hours(1),
      bot: false,
      memberId: null,
      visitorId: "old",
      sessionId: freshVisitor(),
    };
    await storeStay({ ...told, pagePath: "/", durationSeconds: 1 });
    const way = { pathSequence: ["/"], entryPage: "/", exitPage: "/", totalPages: 1, totalDurationSeconds: 1 };
    await storePath({ ...told, ...way, claimedUserId: null, converted: false, conversionType: "" });
    heldClock.advance(days(90));
    await rollUpDue();
    await dropOld();
    expect(await VisitBatchModel.countDocuments({ at: new Date(day + hours(1)) })).to.equal(1);
    heldClock.advance(days(1));
    expect(retainedSince()).to.equal(day + days(1));
    for (let run = 0; run < 2; run++) {
      await enqueue(dropOldJob, {});
      await runJobs();
    }
    expect(await VisitBatchModel.countDocuments({ at: new Date(day + hours(1)) })).to.equal(0);
    expect(await StayModel.countDocuments({ sessionId: told.sessionId })).to.equal(0);
    expect(await VisitPathModel.countDocuments({ sessionId: told.sessionId })).to.equal(0);
    await rollUp("day", day);
    expect(await counted("day", day)).to.include({ pv: 1 });
    passDays(100);
  });

  it("hours add up to their day, whatever comes when", async () => {
    const moments = fc.array(fc.tuple(fc.nat(days(1) - 1), fc.nat(4), fc.boolean()), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(moments, async (told) => {
        const day = freshDay();
        heldClock.hold(day + days(2));
        for (const [offset, who, bot] of told) await store(day + offset, [visit(`v${who}`)], { bot });
        await rollUpDue();
        const its = await RollUpModel.find({
          unit: "hour",
          startAt: { $gte: new Date(day), $lt: new Date(day + days(1)) },
        });
        const whole = await counted("day", day);
        const people = told.filter(([, , bot]) => !bot);
        expect(its.reduce((sum, { pv }) => sum + pv, 0)).to.equal(people.length);
        expect(whole).to.include({ pv: people.length, bots: told.length - people.length });
        expect(whole?.uv).to.equal(new Set(people.map(([, who]) => who)).size);
      }),
      { numRuns: 8 },
    );
  });
});
