import { expect } from "chai";
import mongoose from "mongoose";
import sinon from "sinon";
import { clock, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue, enqueueEach } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { endOutboxRow, endRuns, outboxEndingIdle } from "#shared/kernel/outbox/ending.js";
import { withContext } from "#shared/kernel/request/context.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, plainJob, runs } from "#test/support/testJobs.js";
import { rowsOf } from "./numberedRows.js";

describe("the outbox", () => {
  let number: number;
  before(startService);
  beforeEach(async () => {
    number = await nextId("test");
  });
  afterEach(() => heldClock.release());

  it("a run that moved its row on ends nothing, and tells what it asked outside", async () => {
    await enqueue(keyedJob, { number }, { delayMs: minutes(60) });
    await enqueue(keyedJob, { number }, { delayMs: minutes(90), replace: true });
    const [row] = await rowsOf(number);
    const call = { at: clock.now(), to: "invoice", method: "POST", path: "/issue", status: "200", ms: 7 };
    const tryRecord = { number: 1, startedAt: clock.now(), notes: { calls: [call], subjects: ["invoiceId:7"] } };
    await endRuns([{ _id: row!._id, run: 1, state: "done", openKey: row!.openKey, tryRecord }]);
    const [after] = await rowsOf(number);
    expect(after).to.include({ state: "held", run: 2, open: true, openKey: row!.openKey });
    expect([after!.calls, after!.subjects]).to.deep.equal([[call], [`orderId:${number}`, "invoiceId:7"]]);
  });

  it("a row that somebody holds does not keep those open that end with it", async function () {
    const numbers = [number, number + 1_000_000, number + 2_000_000];
    await Promise.all(numbers.map((one) => enqueue(keyedJob, { number: one }, { delayMs: minutes(60) })));
    const rows = (await Promise.all(numbers.map(rowsOf))).flat();
    const session = await mongoose.connection.startSession();
    session.startTransaction();
    await OutboxModel.collection.updateOne({ _id: rows[1]!._id } as never, { $inc: { looks: 1 } }, { session });
    for (const { _id, run, openKey } of rows) endOutboxRow({ outboxId: _id, run, key: openKey! }, "done");
    await eventually(
      "the others end",
      async () =>
        (await OutboxModel.countDocuments({ _id: { $in: [rows[0]!._id, rows[2]!._id] }, state: "done" })) === 2,
      20,
    );
    await session.abortTransaction();
    await session.endSession();
    await outboxEndingIdle();
    await cancelJob(keyedJob, { number: numbers[1]! });
  });

  it("is written in nobody's name: what forbids one run to write keeps no row of others open", async () => {
    const numbers = [number, number + 1_000_000];
    await Promise.all(numbers.map((one) => enqueue(keyedJob, { number: one }, { delayMs: minutes(60) })));
    const rows = (await Promise.all(numbers.map(rowsOf))).flat();
    const lost = (): never => {
      throw new Error("its lease is another's");
    };
    const fence = { check: lost, hold: lost };
    withContext({ requestId: "test", language: "en", fence }, () => {
      for (const { _id, run, openKey } of rows) endOutboxRow({ outboxId: _id, run, key: openKey! }, "done");
    });
    await outboxEndingIdle();
    expect(await OutboxModel.distinct("state", { _id: { $in: rows.map(({ _id }) => _id) } })).to.deep.equal(["done"]);
  });

  it("a job that fails is tried again, and ends done", async () => {
    await enqueue(keyedJob, { number, fail: "once" });
    await runJobs();
    expect(runs.get(number)?.map((run) => run.attempt)).to.deep.equal([1, 2]);
    expect((await rowsOf(number))[0]?.state).to.equal("done");
  });

  it("the last failure ends the row dead and writes one dead letter with its reason and what it is about", async () => {
    await enqueue(keyedJob, { number, fail: "always" });
    await runJobs();
    await runJobs();
    expect(runs.get(number)).to.have.lengthOf(3);
    expect((await rowsOf(number))[0]?.state).to.equal("dead");
    const letters = await DeadLetterModel.find({ "about.orderId": number }).lean();
    expect(letters.map(({ job, queue, attempts }) => ({ job, queue, attempts }))).to.deep.equal([
      { job: "test.keyed", queue: "maintenance", attempts: 3 },
    ]);
    expect(letters[0]?.reason).to.contain("flaky");
  });

  it("workers end no more jobs than their rows follow: beside a slow store they wait", async function () {
    const numbers = Array.from({ length: 1_800 }, (_, index) => number * 1_000_000 + 1_000 + index);
    const bulkWrite = OutboxModel.bulkWrite.bind(OutboxModel);
    let [written, most] = [0, 0];
    const ran = (): number => numbers.filter((one) => runs.has(one)).length;
    await queueNamed(plainJob.queue).pause();
    await enqueueEach(
      plainJob,
      numbers.map((one) => ({ number: one })),
    );
    await relayIdle();
    const slow = sinon.stub(OutboxModel, "bulkWrite").callsFake((async (writes: never[], options: object) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      const result = await bulkWrite(writes, options);
      written += writes.length;
      most = Math.max(most, ran() - written);
      return result;
    }) as never);
    try {
      await queueNamed(plainJob.queue).resume();
      await runJobs();
    } finally {
      slow.restore();
    }
    expect(ran()).to.equal(numbers.length);
    expect(most).to.be.below(1_200);
    const which = { "payload.number": { $in: numbers } };
    expect(await OutboxModel.distinct("run", which)).to.deep.equal([1]);
    expect(await OutboxModel.distinct("state", which)).to.deep.equal(["done"]);
  });

  it("an expected refusal is not tried again", async () => {
    await enqueue(keyedJob, { number, fail: "refuse" });
    await runJobs();
    expect(runs.get(number)).to.have.lengthOf(1);
    expect((await rowsOf(number))[0]?.state).to.equal("dead");
  });
});
