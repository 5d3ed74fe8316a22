import { expect } from "chai";
import { clock, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { queueCanaryAt } from "#shared/kernel/observability/metrics.js";
import { ClaimModel, claimsOfRow } from "#shared/kernel/mongo/claims.js";
import { enqueue, enqueueAll } from "#shared/kernel/outbox/enqueue.js";
import { bullIdOf, relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { outboxEndingIdle } from "#shared/kernel/outbox/ending.js";
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
import { rowsOf } from "./numberedRows.js";

const canaryHeard = async (): Promise<number | undefined> =>
  (await queueCanaryAt.get()).values.find(({ labels }) => labels.queue === keyedJob.queue)?.value;

describe("the outbox", () => {
  let number: number;
  before(startService);
  beforeEach(async () => {
    number = await nextId("test");
  });
  afterEach(() => heldClock.release());

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
    const claims = { _id: /^outbox\./, by: { $in: ended.map(({ _id }) => _id) } };
    expect(await ClaimModel.countDocuments(claims)).to.equal(0);
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
