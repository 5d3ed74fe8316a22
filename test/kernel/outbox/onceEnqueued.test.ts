import { expect } from "chai";
import fc from "fast-check";
import { ClaimModel } from "#shared/kernel/mongo/claims.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, runs, wakingJob } from "#test/support/testJobs.js";

const rowsOf = (number: number) =>
  OutboxModel.find({ job: keyedJob.name, "payload.number": number }).sort({ _id: 1 }).lean<OutboxRow[]>();
const claimsOf = async (rows: readonly OutboxRow[]): Promise<number> =>
  ClaimModel.countDocuments({ _id: /^outbox\./, by: { $in: rows.map(({ _id }) => _id) } });

describe("a job that follows from a state that is moved once", () => {
  let number: number;
  before(() => startService());
  beforeEach(async () => {
    number = 700_000 + (await nextId("test"));
  });
  afterEach(async () => {
    heldClock.release();
    await runJobs();
  });

  it("claims no key, and ends like any other", async () => {
    await inTransaction(() => enqueue(keyedJob, { number }, { once: true }));
    await runJobs();
    const rows = await rowsOf(number);
    expect(rows.map(({ state, open, openKey }) => [state, open, openKey])).to.deep.equal([["done", false, undefined]]);
    expect([rows[0]!.key, await claimsOf(rows)]).to.deep.equal([`test.keyed:${number}`, 0]);
  });

  it("is found by its key: moved, and cancelled with what it was for", async () => {
    heldClock.hold();
    await enqueue(keyedJob, { number }, { delayMs: minutes(60), once: true });
    await enqueue(keyedJob, { number }, { delayMs: minutes(90), replace: true });
    const [moved, ...more] = await rowsOf(number);
    expect([moved!.state, moved!.dueAt.getTime() - moved!.createdAt.getTime(), more]).to.deep.equal([
      "held",
      minutes(90),
      [],
    ]);
    await inTransaction(() => cancelJob(keyedJob, { number }));
    heldClock.advance(minutes(120));
    await runJobs();
    expect((await rowsOf(number)).map(({ state }) => state)).to.deep.equal(["cancelled"]);
    expect(runs.has(number)).to.equal(false);
  });

  it("does not keep a round out that enqueues the same: both run, each row ends once", async () => {
    heldClock.hold();
    await Promise.all([
      enqueue(keyedJob, { number }, { delayMs: minutes(1), once: true }),
      enqueue(keyedJob, { number }, { delayMs: minutes(1) }),
      enqueue(keyedJob, { number }, { delayMs: minutes(1) }),
    ]);
    heldClock.advance(minutes(2));
    await runJobs();
    const rows = await rowsOf(number);
    expect(rows.map(({ state, run }) => [state, run])).to.deep.equal([
      ["done", 1],
      ["done", 1],
    ]);
    expect([runs.get(number)!.length, await claimsOf(rows)]).to.deep.equal([2, 0]);
  });

  it("dies with its letter when it fails for good", async () => {
    await enqueue(keyedJob, { number, fail: "always" }, { once: true });
    await runJobs();
    const [row] = await rowsOf(number);
    expect([row!.state, row!.tries, row!.openKey, await claimsOf([row!])]).to.deep.equal(["dead", 3, undefined, 0]);
  });

  it("runs again where its kind does: then a key is claimed all the same", async () => {
    heldClock.hold();
    await enqueue(wakingJob, { number }, { delayMs: minutes(1), once: true });
    const row = await OutboxModel.findOne({ job: wakingJob.name, "payload.number": number }).orFail().lean<OutboxRow>();
    expect([row.unclaimed, await claimsOf([row])]).to.deep.equal([undefined, 1]);
  });

  it("in whatever order rows are made, moved and cancelled: the claims are those of open rows that claim", async function () {
    heldClock.hold();
    const steps = {
      once: (key: number) => enqueue(keyedJob, { number: key }, { delayMs: minutes(60), once: true }),
      claimed: (key: number) => enqueue(keyedJob, { number: key }, { delayMs: minutes(60) }),
      moved: (key: number) => enqueue(keyedJob, { number: key }, { delayMs: minutes(30), replace: true }),
      cancelled: (key: number) => inTransaction(() => cancelJob(keyedJob, { number: key })),
      time: async () => {
        heldClock.advance(minutes(31));
        await runJobs();
      },
    };
    const names = Object.keys(steps) as (keyof typeof steps)[];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(1)), { minLength: 1, maxLength: 12 }),
        async (walk) => {
          const [first = 0, second = 0] = [700_000 + (await nextId("test")), 700_000 + (await nextId("test"))];
          const keys = [first, second];
          for (const [step, which] of walk) await steps[step](keys[which]!);
          const rows = (await Promise.all(keys.map(rowsOf))).flat();
          for (const row of rows) {
            const claims = row.open && !row.unclaimed;
            expect([row._id, await claimsOf([row])]).to.deep.equal([row._id, claims ? 1 : 0]);
            expect(row.openKey !== undefined, `row ${row._id} is ${row.state}`).to.equal(row.open);
          }
          heldClock.advance(minutes(120));
          await runJobs();
          const left = (await Promise.all(keys.map(rowsOf))).flat();
          expect(left.filter(({ open }) => open)).to.deep.equal([]);
          expect(await claimsOf(left)).to.equal(0);
        },
      ),
      { numRuns: 25 },
    );
  });
});
