import { expect } from "chai";
import { ClaimModel } from "#shared/kernel/mongo/claims.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { actOnRow } from "#shared/kernel/outbox/acts.js";
import { asksRecorded, recordAsk } from "#shared/kernel/outbox/asks.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { endRuns, type EndedRun } from "#shared/kernel/outbox/ending.js";
import { enqueue, enqueueEach } from "#shared/kernel/outbox/enqueue.js";
import { bullIdOf, relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { clock, days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { echo, keyedJob, plainJob, wakingJob } from "#test/support/testJobs.js";

const rowsOf = (numbers: number[]) => OutboxModel.find({ "payload.number": { $in: numbers } }).lean<OutboxRow[]>();
const rowOf = async (number: number): Promise<OutboxRow> => (await rowsOf([number]))[0]!;
const keptMs = ({ endedAt, expireAt }: OutboxRow): number => (expireAt?.getTime() ?? NaN) - (endedAt?.getTime() ?? NaN);
const claimsOf = (rows: OutboxRow[]): Promise<number> =>
  ClaimModel.countDocuments({ by: { $in: rows.map(({ _id }) => _id) }, _id: /^outbox\./ });

/** As its worker leaves it that dies before it has told the row. */
async function untold(number: number): Promise<void> {
  const update = { $set: { state: "relayed", open: true, nextLookAt: clock.now() }, $unset: { expireAt: 1 } };
  await OutboxModel.updateOne({ "payload.number": number }, update);
  heldClock.advance(minutes(10));
  await walkOutbox();
}

describe("how long an ended row of the outbox is kept", () => {
  let number: number;
  before(() => startService());
  beforeEach(async () => {
    number = 720_000_000 + (await nextId("test")) * 10_000;
  });
  afterEach(() => heldClock.release());

  const ends: { how: string; state: string; keptMs: number; end: () => Promise<void> }[] = [
    {
      how: "by its worker",
      state: "done",
      keptMs: days(7),
      end: async () => {
        await enqueue(keyedJob, { number });
        await runJobs();
      },
    },
    {
      how: "by its worker, for good",
      state: "dead",
      keptMs: days(90),
      end: async () => {
        await enqueue(keyedJob, { number, fail: "refuse" });
        await runJobs();
      },
    },
    {
      how: "by the walk, which found it completed",
      state: "done",
      keptMs: days(7),
      end: async () => {
        await enqueue(keyedJob, { number });
        await runJobs();
        await untold(number);
      },
    },
    {
      how: "by the walk, which found it failed",
      state: "dead",
      keptMs: days(90),
      end: async () => {
        await enqueue(keyedJob, { number, fail: "refuse" });
        await runJobs();
        await untold(number);
      },
    },
    {
      how: "by what ended its reason",
      state: "cancelled",
      keptMs: days(7),
      end: async () => {
        await enqueue(keyedJob, { number }, { delayMs: hours(1) });
        await inTransaction(() => cancelJob(keyedJob, { number }));
      },
    },
    {
      how: "by an operator",
      state: "cancelled",
      keptMs: days(7),
      end: async () => {
        await enqueue(keyedJob, { number }, { delayMs: hours(1) });
        const row = await rowOf(number);
        await inTransaction(() => actOnRow(row, "hold", { operatorId: 1, reason: "wait" }));
        const held = await rowOf(number);
        await inTransaction(() => actOnRow(held, "cancel", { operatorId: 1, reason: "no" }));
      },
    },
  ];
  for (const { how, state, keptMs: most, end } of ends)
    it(`${state} ${how}: ${most / days(1)} days`, async () => {
      const before = clock.now();
      await end();
      const row = await rowOf(number);
      expect([row.state, row.open, keptMs(row)]).to.deep.equal([state, false, most]);
      expect(row.endedAt!.getTime()).to.be.within(before.getTime(), clock.ms());
      expect(row).not.to.have.any.keys("openKey", "openQueue", "nextLookAt", "nextTryAt", "parked", "hold");
      expect(await claimsOf([row])).to.equal(0);
    });

  it("a dead one is there as long as its letter", async () => {
    await enqueue(keyedJob, { number, fail: "refuse" });
    await runJobs();
    const row = await rowOf(number);
    const letter = await DeadLetterModel.findOne({ bullId: bullIdOf(row) })
      .orFail()
      .lean();
    const index = (await DeadLetterModel.collection.indexes()).find(({ expireAfterSeconds }) => expireAfterSeconds);
    const letterGoesAt = letter.createdAt.getTime() + index!.expireAfterSeconds! * 1_000;
    expect(Math.abs(row.expireAt!.getTime() - letterGoesAt)).to.be.below(minutes(1));
  });

  it("an asked job that asked outside leaves a row that goes after 7 days", async () => {
    const call = { at: clock.now(), to: "pay", method: "POST", path: "/submit", status: "200", ms: 7 };
    const tryRecord = { number: 1, startedAt: clock.now(), notes: { calls: [call], subjects: [`orderId:${number}`] } };
    recordAsk(echo as unknown as JobDefinition, { payload: {}, v: 1, requestId: "ask", about: {} }, tryRecord);
    await asksRecorded();
    const [row, ...more] = await OutboxModel.find({ subjects: `orderId:${number}` }).lean<OutboxRow[]>();
    expect(more).to.deep.equal([]);
    expect([row!.state, row!.open, keptMs(row!)]).to.deep.equal(["done", false, days(7)]);
    expect(row).not.to.have.any.keys("openKey", "openQueue", "nextLookAt");
  });

  it("of many that end together each goes in its time, also beside some that are otherwise", async () => {
    const numbers = Array.from({ length: 600 }, (_, index) => number + index);
    const later = { delayMs: minutes(4) };
    await inTransaction(async () => {
      for (const one of numbers.slice(0, 60)) await enqueue(keyedJob, { number: one }, later);
      for (const one of numbers.slice(60, 90)) await enqueue(wakingJob, { number: one }, later);
      await enqueueEach(
        plainJob,
        numbers.slice(90).map((one) => ({ number: one })),
      );
    });
    await relayIdle();
    await runJobs();
    const rows = await rowsOf(numbers.slice(0, 90));
    // Moved, enqueued again, cancelled since, and from a version that told no key.
    await enqueue(keyedJob, { number: number + 1 }, { ...later, replace: true });
    await enqueue(wakingJob, { number: number + 61 }, later);
    await inTransaction(() => cancelJob(keyedJob, { number: number + 2 }));
    const runs = rows.map(({ _id, run, openKey, payload }): EndedRun => {
      const state = _id % 2 === 0 ? "done" : "dead";
      return { _id, run, state, ...((payload as { number: number }).number === number + 3 ? {} : { openKey }) };
    });
    await endRuns(runs);
    const after = await rowsOf(numbers);
    expect(after).to.have.lengthOf(600);
    const open = after.filter((row) => row.open).map(({ payload }) => (payload as { number: number }).number - number);
    expect(open.sort((a, b) => a - b)).to.deep.equal([1, 61]);
    const ended = after.filter((row) => !row.open);
    const wrong = ended.filter((row) => keptMs(row) !== (row.state === "dead" ? days(90) : days(7)));
    expect(wrong.map(({ _id, state }) => [_id, state])).to.deep.equal([]);
    expect(await claimsOf(ended)).to.equal(0);
    expect(await claimsOf(after)).to.equal(2);
    for (const [job, one] of [[keyedJob, 1] as const, [wakingJob, 61] as const])
      await inTransaction(() => cancelJob(job as typeof wakingJob, { number: number + one }));
  });

  it("goes by an index of its own, which tells the store when; none that has ended lacks the time", async () => {
    const indexes = await OutboxModel.collection.indexes();
    const byTime = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    expect(byTime.map(({ key, expireAfterSeconds }) => [key, expireAfterSeconds])).to.deep.equal([
      [{ expireAt: 1 }, 0],
    ]);
    await enqueue(plainJob, { number });
    await runJobs();
    const timeless = { open: false, endedAt: { $ne: null }, expireAt: { $exists: false } };
    expect(await OutboxModel.countDocuments(timeless)).to.equal(0);
  });
});
