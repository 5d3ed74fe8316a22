import { expect } from "chai";
import { TICK_ID, type JobDefinition } from "#shared/kernel/queue/jobs.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { tick } from "#workers/runtime/ticks.js";
import type { Schedule } from "#workers/schedules.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";
import { held, heldCount, releaseHeld } from "#test/support/testJobs.js";

const schedule: Schedule = {
  job: held as unknown as JobDefinition,
  cron: "* * * * * *",
  timeZone: "Asia/Shanghai",
  payload: {},
};
let second = Math.floor(Date.now() / 1_000) - 100_000;
const nextSecond = (): Date => new Date(++second * 1_000);

describe("ticks of a schedule", () => {
  const queue = () => queueNamed(held.queue);
  const ofSchedule = async (state: "wait" | "active") =>
    (await queue().getJobs([state])).filter(({ name }) => name === held.name);
  before(() => startService());
  afterEach(async () => {
    await queue().resume();
    await eventually("all have ended", async () => {
      releaseHeld();
      return (await ofSchedule("active")).length + (await ofSchedule("wait")).length === 0;
    });
  });

  it("that came while their queue rested are one run", async () => {
    await queue().pause();
    for (let missed = 0; missed < 42; missed++) expect(await tick(schedule, nextSecond())).to.equal(true);
    expect(await ofSchedule("wait")).to.have.length(1);
    await queue().resume();
    await eventually("it runs", async () => heldCount() === 1);
    expect(await ofSchedule("wait")).to.have.length(0);
  });

  it("that come while one runs are one run more, and never two at a time", async () => {
    await tick(schedule, nextSecond());
    await eventually("it runs", async () => heldCount() === 1);
    for (let more = 0; more < 5; more++) await tick(schedule, nextSecond());
    expect([(await ofSchedule("active")).length, heldCount()]).to.deep.equal([1, 1]);
    releaseHeld();
    await eventually("the one more runs", async () => heldCount() === 1);
    releaseHeld();
    await eventually("none is left", async () => (await ofSchedule("active")).length === 0);
    expect([heldCount(), (await ofSchedule("wait")).length]).to.deep.equal([0, 0]);
  });

  it("wait while a run has the schedule that BullMQ takes for ended", async () => {
    await tick(schedule, nextSecond());
    await eventually("it runs", async () => heldCount() === 1);
    // Its lock was lost and its key with it, as when its process stood still; and an operator wants a run of his own.
    const now = { jobId: `${TICK_ID}${held.name}-now`, attempts: 1 };
    await queue().add(held.name, { payload: {}, v: held.v, requestId: "r", about: {} }, now);
    await eventually("it comes back later", async () => (await queue().getDelayedCount()) === 1);
    expect(heldCount()).to.equal(1);
    releaseHeld();
    await eventually("the first has ended", async () => (await ofSchedule("active")).length === 0);
    await (await queue().getJob(now.jobId))!.promote();
    await eventually("the second runs", async () => heldCount() === 1);
  });

  it("of one second by two crons are one run", async () => {
    const due = nextSecond();
    await tick(schedule, due);
    await eventually("it runs", async () => heldCount() === 1);
    await tick(schedule, due);
    releaseHeld();
    await eventually("it has ended", async () => (await ofSchedule("active")).length === 0);
    expect([heldCount(), (await ofSchedule("wait")).length]).to.deep.equal([0, 0]);
  });
});
