import { expect } from "chai";
import fc from "fast-check";
import { rollUp } from "#shared/domains/webAnalytics/rollUp.js";
import { rollUpDue, RollUpMarkModel, RollUpModel, type Visit } from "#shared/domains/webAnalytics/index.js";
import { storeEvents } from "#shared/domains/webAnalytics/worker.js";
import type { RollUpUnit } from "#shared/domains/webAnalytics/analytics.models.js";
import { countKeys, countVisits, type CountedBatch } from "#shared/domains/webAnalytics/countVisits.js";
import { days, heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { buildOperator } from "#test/factories/operator.js";
import { startService } from "#test/support/service.js";
import { freshVisitor } from "./support.js";

const few = (...names: string[]) => fc.constantFrom(...names);
const anyVisit: fc.Arbitrary<Visit> = fc.record(
  {
    type: few("pv", "event") as fc.Arbitrary<Visit["type"]>,
    visitorId: few("a", "b", "c", "a b"),
    sessionId: few("", "s", "s2", "b s"),
    pagePath: few("/", "/x", "/y"),
    eventType: few("click", "submit") as fc.Arbitrary<NonNullable<Visit["eventType"]>>,
    deviceType: few("mobile", "desktop"),
    source: few("direct", "mail"),
  },
  { requiredKeys: ["type", "visitorId", "pagePath", "source"] },
);
const anyBatches: fc.Arbitrary<CountedBatch[]> = fc.array(
  fc.record({ bot: fc.boolean(), events: fc.array(anyVisit, { maxLength: 8 }) }),
  { maxLength: 10 },
);

/** What the figures mean, said once more in the plainest way. */
function plainly(batches: CountedBatch[]) {
  const people = batches.filter(({ bot }) => !bot).flatMap(({ events }) => events);
  const of = (type: Visit["type"]) => people.filter((event) => event.type === type);
  const different = (texts: string[]): number => new Set(texts).size;
  const tally = (events: Visit[], key: (event: Visit) => string) =>
    [...new Set(events.map(key))]
      .map((one) => {
        const its = events.filter((event) => key(event) === one);
        return { key: one, count: its.length, uv: different(its.map(({ visitorId }) => visitorId)) };
      })
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  return {
    pv: of("pv").length,
    events: of("event").length,
    bots: batches.filter(({ bot }) => bot).flatMap(({ events }) => events).length,
    uv: different(people.map(({ visitorId }) => visitorId)),
    sessions: different(people.map(({ visitorId, sessionId }) => JSON.stringify([visitorId, sessionId ?? null]))),
    pages: tally(of("pv"), ({ pagePath }) => pagePath),
    sources: tally(of("pv"), ({ source }) => source),
    devices: tally(of("pv"), ({ deviceType }) => deviceType ?? ""),
    actions: tally(of("event"), ({ eventType }) => eventType ?? ""),
  };
}

const countOf = (batches: CountedBatch[]) => {
  const count = countVisits();
  for (const batch of batches) count.add(batch);
  return count.figures();
};

describe("the counting of visits", () => {
  it("figures are what a plain count of the same events gives", () => {
    fc.assert(
      fc.property(anyBatches, (batches) => {
        expect(countOf(batches)).to.deep.equal(plainly(batches));
      }),
    );
  });

  it("in whatever order they are read", () => {
    fc.assert(
      fc.property(anyBatches, (batches) => {
        expect(countOf(batches.toReversed())).to.deep.equal(countOf(batches));
      }),
    );
  });

  it("made-up pages without end take no memory without end, and hide none that many look at", () => {
    const pages = countKeys(100);
    for (let made = 0; made < 10_000; made++) {
      pages.add(`/made-up/${made}`, 0);
      if (made % 10 === 0) pages.add("/real", made);
    }
    const [first, ...others] = pages.most();
    expect(first).to.include({ key: "/real", count: 1_000 });
    expect(others.length).to.be.below(100);
  });
});

describe("the rollup of a day", () => {
  const day = Date.parse("2020-06-01T00:00:00+08:00");
  let used = 0;
  before(startService);
  afterEach(() => heldClock.release());
  const freshDay = (): number => day + days((used += 2));
  const store = (at: number, ...events: Visit[]) =>
    storeEvents({ key: freshVisitor(), at, bot: false, memberId: null, events });
  const page = (visitorId: string, pagePath = "/"): Visit => ({ type: "pv", visitorId, pagePath, source: "direct" });
  const fieldsOfTime = { countedAt: 0, countMs: 0, createdAt: 0, updatedAt: 0 };
  const figuresOf = async (unit: RollUpUnit, startMs: number) => {
    const row = await RollUpModel.findById(`${unit} ${startMs}`, fieldsOfTime).lean();
    return row === null ? null : JSON.parse(JSON.stringify(row));
  };

  it("read once for the day and its hours is the same as each counted alone, and as counted again", async () => {
    const start = freshDay();
    heldClock.hold(start + days(1) + hours(2));
    for (let hour = 0; hour < 24; hour++)
      for (let round = 0; round <= hour % 3; round++)
        await store(
          start + hours(hour) + minutes(round * 25),
          page(`v${(hour * round) % 7}`),
          page(`v${hour % 5}`, `/${round}`),
        );
    heldClock.advance(minutes(2));
    await rollUpDue();
    const units: [RollUpUnit, number][] = [
      ["day", start],
      ...Array.from({ length: 24 }, (_, hour): [RollUpUnit, number] => ["hour", start + hours(hour)]),
    ];
    const together = await Promise.all(units.map(([unit, at]) => figuresOf(unit, at)));
    expect(together[0]).to.include({ pv: 96, uv: 7 });
    expect(together.slice(1).reduce((sum, { pv }) => sum + pv, 0)).to.equal(96);
    await RollUpModel.deleteMany({ startAt: { $gte: new Date(start), $lt: new Date(start + days(1)) } });
    for (const [unit, at] of units) await rollUp(unit, at);
    expect(await Promise.all(units.map(([unit, at]) => figuresOf(unit, at)))).to.deep.equal(together);
    expect(await RollUpMarkModel.countDocuments({ _id: { $gte: start, $lt: start + days(1) } })).to.equal(0);
  });

  it("a late event changes its hour and its day alone", async () => {
    const start = freshDay();
    heldClock.hold(start + days(1) + hours(1));
    for (const hour of [3, 9, 20]) await store(start + hours(hour), page("a"));
    heldClock.advance(minutes(2));
    await rollUpDue();
    const others = [3, 20].map((hour) => start + hours(hour));
    const before = await RollUpModel.find({ _id: { $in: others.map((at) => `hour ${at}`) } }).lean();
    heldClock.advance(days(5));
    await store(start + hours(9) + 1, page("late", "/late"));
    heldClock.advance(minutes(2));
    await rollUpDue();
    expect(await figuresOf("hour", start + hours(9))).to.include({ pv: 2, uv: 2 });
    expect(await figuresOf("day", start)).to.include({ pv: 4, uv: 2 });
    expect(await RollUpModel.find({ _id: { $in: others.map((at) => `hour ${at}`) } }).lean()).to.deep.equal(before);
  });

  it("a report counts what is quickly counted; what took its time is left to the job", async () => {
    const start = freshDay();
    heldClock.hold(start + hours(3));
    const { client } = await buildOperator(["website:analytics:query"]);
    const pvOfDay = async (): Promise<number> =>
      (await client.get(`/admin-api/website/analytics/pv?createTime=${start}&createTime=${start + hours(5)}`)).data
        .totals.pv;
    await store(start + hours(2), page("a"));
    expect(await pvOfDay()).to.equal(1);
    await store(start + hours(2), page("b"));
    heldClock.advance(seconds(3));
    expect(await pvOfDay()).to.equal(2);
    await RollUpModel.updateOne({ _id: `day ${start}` }, { $set: { countMs: 15_000 } });
    await store(start + hours(2), page("c"));
    heldClock.advance(seconds(3));
    expect(await pvOfDay()).to.equal(2);
    heldClock.advance(minutes(30));
    await rollUpDue();
    expect(await pvOfDay()).to.equal(3);
  });
});
