import { expect } from "chai";
import mongoose from "mongoose";
import sinon from "sinon";
import { clock, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { withContext } from "#shared/kernel/request/context.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { queueCanaryAt } from "#shared/kernel/observability/metrics.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { ClaimModel, claimsOfRow } from "#shared/kernel/mongo/claims.js";
import { enqueue, enqueueAll, enqueueEach } from "#shared/kernel/outbox/enqueue.js";
import { bullIdOf, relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { endOutboxRow, endRuns, outboxEndingIdle } from "#shared/kernel/outbox/ending.js";
import { FRESH_MS } from "#shared/kernel/outbox/times.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { addBestEffort } from "#shared/kernel/queue/bestEffortJobs.js";
import { sendCanary } from "#workers/runtime/canary.js";
import { commandsDuring, tally } from "#test/support/commands.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, plainJob, runs } from "#test/support/testJobs.js";

const rowsOf = (number: number) => OutboxModel.find({ "payload.number": number }).sort({ _id: 1 }).lean();

const canaryHeard = async (): Promise<number | undefined> =>
  (await queueCanaryAt.get()).values.find(({ labels }) => labels.queue === keyedJob.queue)?.value;

describe("the outbox", () => {
  let number: number;
  before(startService);
  beforeEach(async () => {
    number = await nextId("test");
  });
  afterEach(() => heldClock.release());

  it("runs the job after the commit and ends its row", async () => {
    await inTransaction(() => enqueue(plainJob, { number }));
    await runJobs();
    expect(runs.get(number)).to.have.lengthOf(1);
    expect((await rowsOf(number)).map((row) => [row.state, row.open])).to.deep.equal([["done", false]]);
  });

  it("an aborted transaction leaves no row and no job", async () => {
    const aborted = inTransaction(async () => {
      await enqueue(plainJob, { number });
      throw new Error("changed my mind");
    });
    await aborted.catch(() => undefined);
    await runJobs();
    expect(await rowsOf(number)).to.deep.equal([]);
    expect(runs.get(number)).to.equal(undefined);
  });

  it("carries the request's id into the job", async () => {
    await withContext({ requestId: "req-77", language: "en" }, () => enqueue(plainJob, { number }));
    await runJobs();
    expect(runs.get(number)?.[0]?.requestId).to.equal("req-77");
  });

  it("an open job of the same key makes a second one a no-op; a finished one does not", async () => {
    await enqueue(keyedJob, { number }, { delayMs: minutes(5) });
    await inTransaction(() => enqueue(keyedJob, { number }, { delayMs: minutes(1) }));
    expect(await rowsOf(number)).to.have.lengthOf(1);
    heldClock.advance(minutes(6));
    await runJobs();
    await enqueue(keyedJob, { number });
    await runJobs();
    expect(runs.get(number)).to.have.lengthOf(2);
  });

  it("many at once with one key are one row", async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => inTransaction(() => enqueue(keyedJob, { number }, { delayMs: 60_000 }))),
    );
    expect(await rowsOf(number)).to.have.lengthOf(1);
  });

  it("replace moves an open job; the run it had before ends nothing", async () => {
    await enqueue(keyedJob, { number }, { delayMs: minutes(60) });
    await relayIdle();
    await enqueue(keyedJob, { number }, { dueAt: clock.after(minutes(1)), replace: true });
    const [row] = await rowsOf(number);
    expect(row?.run).to.equal(2);
    heldClock.advance(minutes(2));
    await runJobs();
    expect((await rowsOf(number))[0]?.state).to.equal("done");
    expect(runs.get(number)).to.have.lengthOf(1);
  });

  it("a run that moved its row on ends nothing, and tells what it asked outside", async () => {
    await enqueue(keyedJob, { number }, { delayMs: minutes(60) });
    await enqueue(keyedJob, { number }, { delayMs: minutes(90), replace: true });
    const [row] = await rowsOf(number);
    const call = { at: clock.now(), to: "invoice", method: "POST", path: "/issue", status: "200", ms: 7 };
    const story = { number: 1, startedAt: clock.now(), notes: { calls: [call], subjects: ["invoiceId:7"] } };
    await endRuns([{ _id: row!._id, run: 1, state: "done", openKey: row!.openKey, story }]);
    const [after] = await rowsOf(number);
    expect(after).to.include({ state: "held", run: 2, open: true, openKey: row!.openKey });
    expect([after!.calls, after!.subjects]).to.deep.equal([[call], [`orderId:${number}`, "invoiceId:7"]]);
  });

  it("a row that somebody holds does not keep those open that end with it", async function () {
    this.timeout(40_000);
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

  it("a failed job whose worker died before it wrote the dead letter gets one all the same", async () => {
    await enqueue(keyedJob, { number, fail: "refuse" });
    await runJobs();
    const [row] = await rowsOf(number);
    await DeadLetterModel.deleteMany({ "about.orderId": number });
    await OutboxModel.updateOne({ _id: row!._id }, { $set: { state: "relayed", open: true, nextLookAt: clock.now() } });
    heldClock.advance(minutes(10));
    await walkOutbox();
    expect((await rowsOf(number))[0]?.state).to.equal("dead");
    const letters = await DeadLetterModel.find({ "about.orderId": number }).lean();
    expect(letters.map(({ job, attempts }) => ({ job, attempts }))).to.deep.equal([{ job: "test.keyed", attempts: 1 }]);
    expect(letters[0]?.reason).to.have.length.greaterThan(0);
  });

  it("a job that ended with its worker is not run again, whatever else has ended on its queue since", async () => {
    await enqueue(keyedJob, { number });
    await runJobs();
    const [row] = await rowsOf(number);
    await OutboxModel.updateOne({ _id: row!._id }, { $set: { state: "relayed", open: true, nextLookAt: clock.now() } });
    const queue = queueNamed(keyedJob.queue);
    // As if it had ended ten minutes ago.
    await producerRedis().zadd(queue.toKey("completed"), Date.now() - minutes(10), bullIdOf(row!));
    // Beyond what any test counts up to: the runs of all tests stand in one table.
    const others = Array.from({ length: 120 }, (_, index) => number * 1_000_000 + index);
    const data = { v: plainJob.v, requestId: "others", about: {} };
    await Promise.all(
      others.map((other) =>
        addBestEffort(plainJob, { ...data, payload: { number: other } }, { delayMs: 0, key: null }),
      ),
    );
    await eventually("the others end", async () => others.every((other) => runs.has(other)));
    const heard = await canaryHeard();
    sendCanary(keyedJob.queue);
    await eventually("the canary ends", async () => (await canaryHeard()) !== heard);
    heldClock.advance(minutes(10));
    await walkOutbox();
    expect((await rowsOf(number)).map(({ state, run }) => [state, run])).to.deep.equal([["done", 1]]);
    expect(runs.get(number)).to.have.lengthOf(1);
  });

  it("many that ended while MongoDB was away are closed together, the failed among them with a letter", async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => number * 1_000_000 + 500 + index);
    const refused = numbers[7]!;
    await enqueueAll(
      numbers.map((one) => ({
        job: keyedJob as unknown as JobDefinition,
        payload: { number: one, fail: one === refused ? "refuse" : "never" },
      })),
    );
    await runJobs();
    const which = { "payload.number": { $in: numbers } };
    await DeadLetterModel.deleteMany({ "about.orderId": refused });
    const ended = await OutboxModel.find(which).lean<OutboxRow[]>();
    const open = { state: "relayed" as const, open: true, openQueue: keyedJob.queue, nextLookAt: clock.now() };
    await OutboxModel.bulkWrite(
      ended.map(({ _id, key }) => ({ updateOne: { filter: { _id }, update: { $set: { ...open, openKey: key! } } } })),
    );
    await ClaimModel.insertMany(ended.flatMap((row) => claimsOfRow("outbox", { ...row, openKey: row.key! })));
    heldClock.advance(minutes(10));
    const commands = await commandsDuring(() => walkOutbox());
    expect(commands.length, tally(commands)).to.be.below(30);
    const states = (await OutboxModel.find(which).lean()).map(({ state, open, run }) => `${state} ${open} ${run}`);
    expect(new Set(states)).to.deep.equal(new Set(["done false 1", "dead false 1"]));
    expect(await DeadLetterModel.countDocuments({ "about.orderId": refused })).to.equal(1);
    expect(await ClaimModel.countDocuments({ by: { $in: ended.map(({ _id }) => _id) } })).to.equal(0);
  });

  it("workers end no more jobs than their rows follow: beside a slow store they wait", async function () {
    this.timeout(60_000);
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
      await runJobs({ timeoutMs: 50_000 });
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

  it("a row that a crash left unrelayed is relayed by the walk", async () => {
    const _id = await nextId("outbox");
    await OutboxModel.create([
      {
        _id,
        job: plainJob.name,
        v: 1,
        payload: { number, fail: "never" },
        key: null,
        about: {},
        dueAt: clock.now(),
        nextLookAt: clock.after(500),
        state: "waiting",
        open: true,
        run: 1,
        requestId: "lost",
      },
    ]);
    await walkOutbox();
    expect((await rowsOf(number))[0]?.state, "fresh rows are left to their own process").to.equal("waiting");
    await runJobs();
    expect(runs.get(number)).to.have.lengthOf(1);
  });

  it("a job that Redis lost right after its relay is relayed again", async () => {
    await enqueue(keyedJob, { number }, { delayMs: minutes(1) });
    await relayIdle();
    const [row] = await rowsOf(number);
    expect(row?.state, "nothing is written of a relay").to.equal("waiting");
    await (await queueNamed("maintenance").getJob(`o-${row!._id}-1`))!.remove();
    heldClock.advance(minutes(2));
    await walkOutbox();
    await runJobs();
    expect((await rowsOf(number))[0]).to.include({ run: 1, state: "done" });
    expect(runs.get(number)).to.have.lengthOf(1);
  });

  it("a job that Redis lost later gets a new run", async () => {
    await enqueue(keyedJob, { number }, { delayMs: minutes(1) });
    await relayIdle();
    await walkOutbox({ aheadMs: FRESH_MS });
    const [row] = await rowsOf(number);
    expect(row?.state).to.equal("relayed");
    await (await queueNamed("maintenance").getJob(`o-${row!._id}-1`))!.remove();
    heldClock.advance(minutes(10));
    await walkOutbox();
    await runJobs();
    const [healed] = await rowsOf(number);
    expect([healed?.run, healed?.state]).to.deep.equal([2, "done"]);
  });

  it("a job still waiting in a long backlog is not doubled", async () => {
    await enqueue(keyedJob, { number }, { delayMs: minutes(1) });
    await relayIdle();
    heldClock.advance(minutes(10));
    await walkOutbox();
    await outboxEndingIdle();
    expect((await rowsOf(number))[0]?.run).to.equal(1);
    await runJobs();
    expect(runs.get(number)).to.have.lengthOf(1);
  });
});
