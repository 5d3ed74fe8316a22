import { expect } from "chai";
import sinon from "sinon";
import { clock, heldClock, seconds } from "#shared/kernel/time/clock.js";
import { LeaseModel, releaseLease, takeLease } from "#shared/kernel/mongo/leases.js";
import { startReporting, workersByQueue } from "#shared/kernel/process/processes.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { recordStoreTime, storeAheadMs } from "#shared/kernel/mongo/storeTime.js";
import { takeSlot } from "#shared/kernel/webhooks/notifyHost.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import type { Program } from "#scripts/deployment/program.js";
import { secondApi } from "#test/support/secondApi.js";
import { startService } from "#test/support/service.js";

const APART_MS = 60_000;

/** What MongoDB's heartbeats tell a host whose clock is so much behind. */
function hearStore(aheadMs: number): void {
  for (let heard = 0; heard < 8; heard++) recordStoreTime(new Date(Date.now() + aheadMs));
}

describe("hosts whose clocks differ by a minute", function () {
  before(() => startService());
  afterEach(() => {
    heldClock.release();
    hearStore(0);
  });

  it("the time of the store is known to within a second", () => {
    expect(Math.abs(storeAheadMs())).to.be.below(1_000);
  });

  it("a heartbeat that was heard late does not make the store's clock slow", () => {
    hearStore(5_000);
    recordStoreTime(new Date(Date.now() - 40_000));
    // Each of both clocks tells whole milliseconds.
    expect(storeAheadMs()).to.be.within(4_990, 5_001);
  });

  it("a host whose clock is put right knows the time of the store as before", () => {
    hearStore(0);
    const put = sinon.useFakeTimers({ now: Date.now() + APART_MS, toFake: ["Date"] });
    try {
      expect(storeAheadMs()).to.be.within(-APART_MS - 1_000, -APART_MS + 1_000);
    } finally {
      put.restore();
    }
  });

  it("a merchant's host that is full stays so for a worker whose clock is ahead", async () => {
    const host = "full.example:443";
    const slots = Array.from({ length: 4 }, (_, slot) => ({ token: `t${slot}`, until: clock.after(seconds(20)) }));
    await NotifyHostModel.create([{ _id: host, failures: 0, pausedUntil: null, slots }]);
    hearStore(-APART_MS);
    heldClock.advance(APART_MS);
    expect(await takeSlot(host)).to.have.property("waitMs");
    heldClock.advance(seconds(25));
    expect(await takeSlot(host)).to.have.property("token");
    await NotifyHostModel.deleteOne({ _id: host });
  });

  for (const behindMs of [-APART_MS, APART_MS]) {
    const which = behindMs > 0 ? "slow" : "fast";

    it(`a lease is not taken from who holds it, by a host that is ${which}`, async () => {
      const name = `apart-${which}`;
      await LeaseModel.create([{ _id: name, owner: "another", until: clock.after(seconds(20)) }]);
      hearStore(behindMs);
      heldClock.advance(-behindMs);
      expect(await takeLease(name, 1_000)).to.equal(false);
      heldClock.advance(seconds(25));
      expect(await takeLease(name, 1_000)).to.equal(true);
      await releaseLease(name);
    });

    it(`asks of an API that is ${which} are answered in time`, async () => {
      const { token, order } = await buildPayOrder();
      const other: Program = await secondApi({ clockAheadMs: -behindMs });
      try {
        const answer = await fetch(`${other.url}/app-api/pay/order/submit`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", terminal: "20" },
          body: JSON.stringify(submitBody(order)),
        });
        const { code, msg } = (await answer.json()) as { code: number; msg: string };
        expect([answer.status, code, msg]).to.deep.equal([200, 0, ""]);
      } finally {
        await other.kill("SIGKILL");
      }
    });
  }

  it("a worker is not silent because its host is slow", async () => {
    const host = sinon.useFakeTimers({ now: Date.now() - APART_MS, toFake: ["Date"] });
    hearStore(APART_MS);
    const stop = await startReporting("worker", [...queueNames]);
    host.restore();
    hearStore(0);
    const served = await workersByQueue();
    await stop();
    expect(served.size).to.equal(queueNames.length);
  });
});
