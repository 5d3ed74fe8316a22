import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import mongoose from "mongoose";
import type { SinonFakeTimers } from "sinon";
import { seconds, type Timers } from "#shared/kernel/time/clock.js";
import { withContext } from "#shared/kernel/request/context.js";
import { callOutside } from "#shared/kernel/http/client.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { TimedOut, withinRunTime } from "#workers/runtime/runTime.js";
import { lookAtWorkers } from "#workers/runtime/watchdog.js";
import type { QueueWorker } from "#workers/runtime/queueWorker.js";
import { ownTime } from "#test/support/ownTime.js";

const MAY_MS = 1_000;
const job = { name: "test.long", maxRunMs: MAY_MS } as JobDefinition;

describe("how long a run may take", () => {
  let time: SinonFakeTimers;
  let timers: Timers;
  let state: Pick<QueueWorker, "queue" | "abandoned">;
  let controller: AbortController;
  beforeEach(() => {
    ({ time, timers } = ownTime());
    state = { queue: "maintenance", abandoned: 0 };
    controller = new AbortController();
  });

  const outcome = (run: () => Promise<unknown>): Promise<unknown> =>
    withinRunTime(state, job, controller, run, timers).catch((error: unknown) => error);

  it("one that ends in time is nothing special, and leaves no timer behind", async () => {
    expect(await outcome(async () => 7)).to.equal(7);
    const refused = new Error("refused");
    expect(await outcome(() => Promise.reject(refused))).to.equal(refused);
    await time.tickAsync(seconds(60));
    expect([controller.signal.aborted, time.countTimers()]).to.deep.equal([false, 0]);
  });

  it("one that heeds the word has timed out, whatever it says itself, and was not given up", async () => {
    const heeding = outcome(
      () =>
        new Promise((_, fail) =>
          controller.signal.addEventListener("abort", () => fail(new OutboundFailed("x", "aborted"))),
        ),
    );
    await time.tickAsync(MAY_MS);
    expect(await heeding).to.be.instanceOf(TimedOut);
    await time.tickAsync(seconds(10));
    expect(state.abandoned).to.equal(0);
  });

  it("one that waited for a store that is away in vain says so, which costs it no try", async () => {
    const away = new mongoose.mongo.MongoNetworkError("connection closed");
    const waiting = outcome(() => new Promise((_, fail) => timers.setTimeout(() => fail(away), MAY_MS + seconds(1))));
    await time.tickAsync(MAY_MS + seconds(1));
    expect(await waiting).to.equal(away);
  });

  it("one that ends well in its grace has ended well", async () => {
    const late = outcome(() => new Promise((done) => timers.setTimeout(() => done("late"), MAY_MS + 4_000)));
    await time.tickAsync(MAY_MS + 4_000);
    expect(await late).to.equal("late");
  });

  it("one that does not heed it is given up: its try has failed, and it counts until it ends", async () => {
    let end: (() => void) | undefined;
    const deaf = outcome(() => new Promise<void>((done) => (end = done)));
    await time.tickAsync(MAY_MS + seconds(5));
    expect(await deaf).to.be.instanceOf(TimedOut);
    expect(state.abandoned).to.equal(1);
    end!();
    await time.tickAsync(0);
    expect(state.abandoned).to.equal(0);
  });

  it("a process in which as many go on as its queue has slots is replaced", async () => {
    const told: string[] = [];
    const worker = (abandoned: number): QueueWorker =>
      ({
        queue: "invoice",
        concurrency: 2,
        abandoned,
        lastTakeAt: Date.now(),
        running: new Map(),
        ofProcess: { workers: [], pausesAfterDeathsMs: [] },
      }) as never;
    await lookAtWorkers([worker(1)], (queue) => told.push(queue));
    expect(told).to.deep.equal([]);
    await lookAtWorkers([worker(2)], (queue) => told.push(queue));
    expect(told).to.deep.equal(["invoice"]);
    await lookAtWorkers([worker(2)], (queue) => told.push(queue), false);
    expect(told, "no store answers, here or elsewhere").to.deep.equal(["invoice"]);
  });
});

describe("a call of a job whose time is up", () => {
  let silent: Server;
  before(async () => {
    silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  });
  after(() => {
    silent.close();
    silent.closeAllConnections();
  });

  it("is not begun where the time was up before", async () => {
    let calls = 0;
    silent.on("request", () => calls++);
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const slots = { queue: "pay-submit", count: 2, places: new Map<string, () => void>() };
    const error = await withContext({ requestId: "r", language: "en", signal: AbortSignal.abort(), slots }, () =>
      callOutside({ to: "wechatpay", method: "GET", url, timeoutMs: seconds(60), bulkhead: true }),
    ).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(OutboundFailed);
    expect([calls, slots.places.size]).to.deep.equal([0, 0]);
  });

  it("ends at once, and says why", async () => {
    const controller = new AbortController();
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const asked = withContext({ requestId: "r", language: "en", signal: controller.signal }, () =>
      callOutside({ to: "test", method: "GET", url, timeoutMs: seconds(60) }),
    ).catch((error: unknown) => error);
    setImmediate(() => controller.abort(new TimedOut(job)));
    const error = await asked;
    expect(error).to.be.instanceOf(OutboundFailed);
    expect((error as Error).message).to.equal("test: its job took too long");
  });
});
