import { expect } from "chai";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, LostRace, outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { enqueue, enqueueEach } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { commandsDuring } from "#test/support/commands.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, plainJob, runs, wakingJob } from "#test/support/testJobs.js";

const rowsOf = (number: number) => OutboxModel.find({ "payload.number": number }).sort({ _id: 1 }).lean<OutboxRow[]>();

describe("jobs that a transaction asks for", () => {
  let number: number;
  before(() => startService());
  beforeEach(async () => {
    number = 800_000 + 10 * (await nextId("test"));
  });
  afterEach(async () => {
    heldClock.release();
    await runJobs();
  });

  it("are written in one command at its end, in their order, whoever asks, and each runs", async () => {
    const commands = await commandsDuring(() =>
      inTransaction(async () => {
        await enqueue(plainJob, { number });
        await inTransaction(() => enqueue(keyedJob, { number }, { once: true }));
        await enqueueEach(plainJob, [{ number }, { number }]);
      }),
    );
    expect(commands.filter((command) => command === "insert outbox")).to.have.lengthOf(1);
    expect((await rowsOf(number)).map(({ job }) => job)).to.deep.equal([
      plainJob.name,
      keyedJob.name,
      plainJob.name,
      plainJob.name,
    ]);
    await runJobs();
    expect(runs.get(number)).to.have.lengthOf(4);
  });

  it("vanish with it, also with a run of it that lost a race", async () => {
    const failing = inTransaction(async () => {
      await enqueue(plainJob, { number });
      throw new Error("not this time");
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal("not this time");
    let tries = 0;
    await inTransaction(async () => {
      await enqueue(keyedJob, { number }, { once: true });
      if (++tries === 1) throw new LostRace("once more");
    });
    expect((await rowsOf(number)).map(({ job }) => job)).to.deep.equal([keyedJob.name]);
  });

  it("are found by what comes later in it: a cancel, another moment, one of the same key", async () => {
    heldClock.hold();
    await inTransaction(async () => {
      await enqueue(keyedJob, { number }, { delayMs: minutes(60), once: true });
      await cancelJob(keyedJob, { number });
    });
    expect((await rowsOf(number)).map(({ state }) => state)).to.deep.equal(["cancelled"]);
    const moved = number + 1;
    await inTransaction(async () => {
      await enqueue(keyedJob, { number: moved }, { delayMs: minutes(60), once: true });
      await enqueue(keyedJob, { number: moved }, { delayMs: minutes(90), replace: true });
    });
    const [row, ...more] = await rowsOf(moved);
    expect([row!.dueAt.getTime() - row!.createdAt.getTime(), more]).to.deep.equal([minutes(90), []]);
    await cancelJob(keyedJob, { number: moved });
    const woken = number + 2;
    await inTransaction(async () => {
      await enqueue(wakingJob, { number: woken }, { delayMs: minutes(1) });
      await enqueue(wakingJob, { number: woken });
    });
    expect((await rowsOf(woken)).map(({ again }) => again)).to.deep.equal([1]);
    heldClock.advance(minutes(2));
  });

  it("that are asked for outside it stay, whatever becomes of it", async () => {
    const failing = inTransaction(async () => {
      await outsideTransaction(() => enqueue(plainJob, { number }));
      throw new Error("not this time");
    });
    await failing.catch(() => undefined);
    expect(await rowsOf(number)).to.have.lengthOf(1);
  });
});
