import { expect } from "chai";
import fc from "fast-check";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { ClaimModel } from "#shared/kernel/mongo/claims.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { endRuns } from "#shared/kernel/outbox/ending.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { holdReaders, read, readers, runs, keyedJob, wakingJob, written } from "#test/support/testJobs.js";

const rowsOf = (number: number) =>
  OutboxModel.find({ job: wakingJob.name, "payload.number": number }).sort({ _id: 1 }).lean<OutboxRow[]>();
const claimsOf = ({ _id }: OutboxRow): Promise<number> => ClaimModel.countDocuments({ _id: /^outbox\./, by: _id });
const write = (number: number): void => void written.set(number, (written.get(number) ?? 0) + 1);

/** Something changes, and the job is enqueued for it. */
const change = (number: number): Promise<void> =>
  inTransaction(async () => enqueue(wakingJob, { number })).then(() => undefined);

describe("a job that is enqueued again while it is open", () => {
  let number: number;
  before(() => startService());
  beforeEach(async () => {
    number = 500_000 + (await nextId("test"));
  });
  afterEach(async () => {
    heldClock.release();
    holdReaders.clear();
    for (const go of readers.values()) go();
    readers.clear();
    await runJobs();
  });

  it("runs once more when its run had read before, under the same key and row", async () => {
    holdReaders.add(number);
    write(number);
    await change(number);
    await eventually("it has read", async () => readers.has(number));
    write(number);
    write(number);
    await Promise.all([change(number), change(number)]);
    expect(read.get(number)).to.equal(1);
    holdReaders.clear();
    readers.get(number)!();
    await runJobs();
    expect(read.get(number)).to.equal(3);
    const [row, ...more] = await rowsOf(number);
    expect(more).to.deep.equal([]);
    expect([row!.state, row!.run, row!.open, await claimsOf(row!)]).to.deep.equal(["done", 2, false, 0]);
  });

  it("runs once more at the time that was asked for, not before", async () => {
    heldClock.hold();
    holdReaders.add(number);
    await change(number);
    await eventually("it has read", async () => readers.has(number));
    await enqueue(wakingJob, { number }, { delayMs: minutes(3) });
    await enqueue(wakingJob, { number }, { delayMs: minutes(9) });
    holdReaders.clear();
    read.clear();
    readers.get(number)!();
    await runJobs();
    expect(read.get(number)).to.equal(undefined);
    expect((await rowsOf(number)).map(({ run, open }) => [run, open])).to.deep.equal([[2, true]]);
    heldClock.advance(minutes(3));
    await runJobs();
    expect(read.has(number)).to.equal(true);
    expect((await rowsOf(number)).map(({ run, open }) => [run, open])).to.deep.equal([[2, false]]);
  });

  it("does not, where the job does not ask for it", async () => {
    await enqueue(keyedJob, { number }, { delayMs: minutes(1) });
    await enqueue(keyedJob, { number });
    heldClock.advance(minutes(2));
    await runJobs();
    expect(runs.get(number)).to.have.lengthOf(1);
  });

  it("loses no wake-up, whatever comes between what: a run begins after the last change", async function () {
    const step = fc.constantFrom("change", "changeTwiceAtOnce", "relay", "begin", "end", "endBesideChange");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
        // No worker: rows of a job whose runs are played here.
        const key = 900_000 + (await nextId("test"));
        const openKey = `${wakingJob.name}:${key}`;
        let changes = 0;
        let seen = 0;
        let running: { _id: number; run: number; again: number; openKey: string } | undefined;
        const row = () => OutboxModel.findOne({ openKey }).lean<OutboxRow>();
        const wake = () =>
          inTransaction(() => enqueue(wakingJob, { number: key }, { delayMs: minutes(4) })).then(() => void changes++);
        const begin = async (): Promise<void> => {
          const open = await row();
          if (!open || running) return;
          running = { _id: open._id, run: open.run, again: open.again ?? 0, openKey };
          seen = changes;
        };
        const end = async (): Promise<void> => {
          if (running) await endRuns([{ ...running, state: "done" }]);
          running = undefined;
        };
        for (const one of steps) {
          if (one === "change") await wake();
          if (one === "changeTwiceAtOnce") await Promise.all([wake(), wake()]);
          if (one === "relay") await relayIdle();
          if (one === "begin") await begin();
          if (one === "end") await end();
          if (one === "endBesideChange") await Promise.all([end(), wake()]);
        }
        await end();
        const left = await row();
        expect(left === null ? seen : Infinity, steps.join(" ")).to.be.at.least(changes);
        expect(await OutboxModel.countDocuments({ openKey })).to.be.at.most(1);
        if (left) await endRuns([{ ...left, state: "done" }]);
        expect(await ClaimModel.countDocuments({ _id: `outbox.openKey:${openKey}` })).to.equal(0);
      }),
      { numRuns: 60 },
    );
  });
});
