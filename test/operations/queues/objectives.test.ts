import { expect } from "chai";
import fc from "fast-check";
import { AlertModel } from "#shared/domains/operations/alert/alert.model.js";
import { AlertRuleModel } from "#shared/domains/operations/alert/alertRule.model.js";
import { evaluateRules } from "#shared/domains/operations/worker.js";
import { clock, days, heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { flushCounts } from "#shared/kernel/mongo/growingRows.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { recordObjective, ObjectiveCountModel } from "#shared/kernel/observability/objectives.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const LIST = "/admin-api/infra/objective/list";
const kept = (count: number, ms = 100) => note(count, ms);
const missed = (count: number) => note(count, seconds(9));
const note = (count: number, ms: number): void => {
  for (let at = 0; at < count; at++) recordObjective("callbackToPaid", "pay-event", ms);
};

/** As operators are told it, after a while that has passed on all clocks. */
async function figures(afterMs = 0): Promise<Record<string, any>> {
  await flushCounts();
  if (afterMs > 0) heldClock.advance(afterMs);
  const { client } = await buildOperator(["infra:queue:read"]);
  const { data } = await client.get(LIST);
  return (data as Record<string, any>[]).find(({ name }) => name === "callbackToPaid")!;
}

describe("objectives, for operators", () => {
  let noon: number;
  before(async () => {
    await startService();
    noon = Math.floor(clock.ms() / days(1)) * days(1) + hours(12);
  });
  beforeEach(async () => {
    // A time of its own: nothing that another test counts is of it.
    heldClock.hold((noon += days(40)));
    await flushCounts();
    await inTransaction(async () => ObjectiveCountModel.deleteMany({ missed: { $gte: 0 } }));
  });
  afterEach(async () => {
    await flushCounts();
    heldClock.release();
  });

  it("the allowance is used up where misses came, and ends at what is left", async () => {
    kept(990);
    missed(5);
    await flushCounts();
    heldClock.advance(days(10));
    kept(1_000);
    missed(5);
    const { allowanceLeft } = await figures(days(1));
    const { client } = await buildOperator(["infra:queue:read"]);
    const { data } = await client.get("/admin-api/infra/objective/burn-down");
    const left = (data as { left: Record<string, number> }[]).map((day) => day.left["callbackToPaid"]);
    expect(left).to.have.lengthOf(30);
    // Twenty misses are allowed of 2,000 events.
    expect([left[18], left[19], left[28], left[29]]).to.deep.equal([1, 0.75, 0.75, 0.5]);
    expect(left[29]).to.equal(allowanceLeft);
    expect((data as { left: object }[])[29]!.left).to.include({ expiry: 1 });
    expect(await stranger.get("/admin-api/infra/objective/burn-down")).to.include({ status: 401 });
  });

  it("nothing promised is nothing missed", async () => {
    expect(await figures()).to.deep.equal({
      name: "callbackToPaid",
      withinMs: 5_000,
      share: 0.99,
      lastHour: { kept: 0, missed: 0 },
      lastDay: { kept: 0, missed: 0 },
      last30Days: { kept: 0, missed: 0 },
      p50Ms: null,
      p99Ms: null,
      allowanceLeft: 1,
      burn: "no",
    });
  });

  it("what was kept and missed leaves the hour, the day and the month", async () => {
    kept(990);
    missed(10);
    const now = await figures();
    expect(now).to.deep.include({ lastHour: { kept: 990, missed: 10 }, lastDay: { kept: 990, missed: 10 } });
    expect(now).to.deep.include({ last30Days: { kept: 990, missed: 10 }, allowanceLeft: 0 });
    expect(now["p50Ms"]).to.be.within(90, 110);
    const inTwoHours = await figures(hours(2));
    expect(inTwoHours).to.deep.include({ lastHour: { kept: 0, missed: 0 }, lastDay: { kept: 990, missed: 10 } });
    kept(1_000);
    const inTwoDays = await figures(days(2));
    expect(inTwoDays).to.deep.include({ lastDay: { kept: 0, missed: 0 }, last30Days: { kept: 1_990, missed: 10 } });
    expect(inTwoDays["allowanceLeft"]).to.equal(0.5);
    expect((await figures(days(30)))["last30Days"]).to.deep.equal({ kept: 0, missed: 0 });
  });

  it("processes add up, and what one wrote twice counts once", async () => {
    kept(3);
    await figures();
    missed(1);
    await figures();
    const rows = await ObjectiveCountModel.find({ objective: "callbackToPaid" }).lean();
    expect(rows.map(({ step }) => step).sort()).to.deep.equal(["hour", "minutes"]);
    for (const row of rows) await ObjectiveCountModel.create([{ ...row, _id: `another ${row._id}`, kept: 5 }]);
    expect(await figures()).to.deep.include({ lastHour: { kept: 8, missed: 2 }, last30Days: { kept: 8, missed: 2 } });
  });

  it("burns only when it is missed too often in the long span and in the short one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ kept: fc.nat(40), missed: fc.nat(8), restMinutes: fc.integer({ min: 5, max: 90 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (steps) => {
          heldClock.hold((noon += days(40)));
          const told: { at: number; kept: number; missed: number }[] = [];
          for (const [index, step] of steps.entries()) {
            if (index > 0) heldClock.advance(minutes(step.restMinutes));
            kept(step.kept);
            missed(step.missed);
            told.push({ ...step, at: clock.ms() });
          }
          const { burn } = await figures();
          const share = (spanMs: number): number => {
            // Its rows are of five minutes: the oldest may begin up to as long before.
            const since = clock.ms() - spanMs - minutes(5);
            const within = told.filter(({ at }) => at - (at % minutes(5)) > since);
            const bad = within.reduce((sum, one) => sum + one.missed, 0);
            const all = within.reduce((sum, one) => sum + one.missed + one.kept, 0);
            return bad >= 3 || spanMs < hours(1) ? (all === 0 ? 0 : bad / all / 0.01) : 0;
          };
          const pages = share(hours(1)) > 14.4 + 1e-9 && share(minutes(5)) > 14.4 + 1e-9;
          const warns = share(hours(6)) > 6 + 1e-9 && share(minutes(30)) > 6 + 1e-9;
          expect(burn).to.equal(pages ? "page" : warns ? "warn" : "no");
        },
      ),
      { numRuns: 12 },
    );
  });

  it("an alert tells of it at the queue whose workers are missed, and not of the others", async () => {
    const { client } = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
    const rule = { name: "Too often", kind: "burn", threshold: 14 };
    const { data: ruleId, msg } = await client.post("/admin-api/infra/alert-rule/create", rule);
    expect(ruleId, msg).to.be.a("number");
    try {
      kept(80);
      missed(20);
      await flushCounts();
      await evaluateRules();
      const fired = await AlertModel.find({ ruleId }).lean();
      expect(fired.map(({ queue, value, status, objective }) => ({ queue, value, status, objective }))).to.deep.equal([
        { queue: "pay-event", value: 20, status: 10, objective: "callbackToPaid" },
      ]);
      const { list } = (await client.get(`/admin-api/infra/alert/page?ruleId=${ruleId}`)).data;
      expect(list[0]).to.include({ objective: "callbackToPaid" });
      expect(list[0].todo.en).to.contain("start workers of money");
      heldClock.advance(minutes(20));
      await evaluateRules();
      expect(await AlertModel.findOne({ ruleId }).lean()).to.include({ status: 20 });
    } finally {
      for (const model of [AlertRuleModel, AlertModel])
        await inTransaction(async () => model.deleteMany({ _id: { $gt: 0 } } as never));
    }
  });

  it("is for those who read queues", async () => {
    expect(await stranger.get(LIST)).to.include({ status: 401 });
    const { client } = await buildOperator(["infra:metrics:read"]);
    expect(await client.get(LIST)).to.include({ status: 403 });
  });
});
