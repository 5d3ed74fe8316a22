import type { EventEmitter } from "node:events";
import { expect } from "chai";
import mongoose from "mongoose";
import sinon from "sinon";
import { measureLoopDelay } from "#shared/kernel/process/loopDelay.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { readiness } from "#shared/kernel/process/readiness.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { startService } from "#test/support/service.js";

describe("an event loop that stands still", () => {
  it("is told for half a minute, and ails its process when it was for seconds", () => {
    const time = sinon.useFakeTimers({
      toFake: ["setInterval", "clearInterval", "performance"],
      shouldClearNativeTimers: true,
    });
    const loop = measureLoopDelay();
    try {
      time.tick(10_000);
      expect([loop.longestMs(), loop.reasons()]).to.deep.equal([0, []]);
      time.jump(1_250);
      expect([loop.longestMs(), loop.reasons()]).to.deep.equal([1_000, []]);
      time.tick(2_000);
      time.jump(6_250);
      time.tick(2_000);
      time.jump(750);
      expect([loop.longestMs(), loop.reasons()]).to.deep.equal([6_000, ["its event loop stood still for 6 s"]]);
      time.tick(29_000);
      expect([loop.longestMs(), loop.reasons()]).to.deep.equal([500, []]);
      time.tick(5_000);
      expect(loop.longestMs()).to.equal(0);
    } finally {
      loop.stop();
      time.restore();
    }
  });

  it("and whatever else ails a process is told with readiness", async () => {
    await startService();
    const noCron = "no cron process reports: nothing recurs";
    const stop = await startReporting("worker", [...queueNames]);
    expect(await readiness()).to.deep.include({ ready: true, reasons: [noCron] });
    await stop();
    const troubles = ["Redis answers, but not this process"];
    const stopAiling = await startReporting("worker", [...queueNames], { troubles: () => troubles });
    const { ready, status, reasons } = await readiness();
    await stopAiling();
    expect([ready, status, reasons[0]]).to.deep.equal([true, "degraded", noCron]);
    expect(reasons.slice(1)).to.have.length(1);
    expect(reasons[1]).to.match(/^worker \d+ at .+: Redis answers, but not this process$/);
  });

  it("and connections to MongoDB that were lost lately are", async () => {
    await startService();
    const time = sinon.useFakeTimers({ toFake: ["performance"], now: performance.now() });
    const stop = await startReporting("worker", [...queueNames]);
    try {
      const client = mongoose.connection.getClient() as unknown as EventEmitter;
      client.emit("connectionClosed", { reason: "idle" });
      expect((await readiness()).reasons).to.have.length(1);
      client.emit("connectionClosed", { reason: "error" });
      const { ready, status, reasons } = await readiness();
      const lost = "MongoDB does not answer over every connection: 1 were lost lately";
      expect([ready, status, reasons[0]]).to.deep.equal([true, "degraded", lost]);
      time.tick(15_000);
      expect((await readiness()).reasons).to.have.length(1);
    } finally {
      await stop();
      time.restore();
    }
  });
});
