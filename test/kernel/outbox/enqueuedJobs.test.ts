import { expect } from "chai";
import { clock, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { withContext } from "#shared/kernel/request/context.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
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
});
