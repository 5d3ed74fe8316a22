import type { Job } from "bullmq";
import { expect } from "chai";
import { config } from "#shared/kernel/config/config.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { readQueueFigures } from "#shared/kernel/queue/queueFigures.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { lookAtWorkers } from "#workers/runtime/watchdog.js";
import type { QueueWorker, RunningJob } from "#workers/runtime/queueWorker.js";
import { startService } from "#test/support/service.js";
import { held, heldCount, plainJob, ranked, rankedJob, releaseHeld, runs } from "#test/support/testJobs.js";
import { eventually } from "#test/support/eventually.js";

/** A worker as the watchdog sees one that has not taken anything for a minute. */
const idleWorker = (overrides: Partial<QueueWorker> = {}): QueueWorker =>
  ({
    queue: "invoice",
    concurrency: 1,
    lastTakeAt: Date.now() - 60_000,
    workWaitsSince: Date.now() - 50_000,
    running: new Map(),
    ofProcess: { workers: [], pausesAfterDeathsMs: [] },
    ...overrides,
  }) as QueueWorker;
/** A job that has run this long. */
const runningFor = (ms: number): QueueWorker["running"] =>
  new Map([
    [
      "1",
      {
        job: held as unknown as JobDefinition,
        startedAt: Date.now() - ms,
        data: { payload: {}, v: held.v, requestId: "r", about: {} },
        bull: {} as RunningJob["bull"],
        token: "t",
        tryRecord: { number: 1, startedAt: new Date() },
      },
    ],
  ]);
const stuckOnes = async (worker: QueueWorker): Promise<string[]> => {
  const told: string[] = [];
  await lookAtWorkers([worker], (queue) => told.push(queue));
  return told;
};

describe("the worker runtime", () => {
  before(startService);

  it("a newer payload is put back for a minute, for a worker that knows it", async () => {
    const queue = queueNamed("maintenance");
    const number = await nextId("test");
    const data = { payload: { number }, v: plainJob.v + 1, requestId: "r", about: {} };
    const job = await queue.add(plainJob.name, data);
    await eventually("put back", async () => (await job.getState()) === "delayed");
    expect(runs.get(number)).to.equal(undefined);
    await job.remove();
  });

  it("so is a job that this version does not know", async () => {
    const job = await queueNamed("maintenance").add("test.unheardOf", { payload: {}, v: 1, requestId: "r", about: {} });
    await eventually("put back", async () => (await job.getState()) === "delayed");
    await job.remove();
  });

  for (const fail of ["storeAway", "raceLost"] as const)
    it(`a job whose store is the trouble (${fail}) comes back later and has lost none of its tries`, async () => {
      const queue = queueNamed("maintenance");
      const number = await nextId("test");
      await enqueue(plainJob, { number, fail });
      const waiting = async (): Promise<Job | undefined> =>
        (await queue.getDelayed()).find((job) => job.data.payload.number === number);
      for (const ran of [1, 2]) {
        await eventually("put back", async () => runs.get(number)?.length === ran && (await waiting()) !== undefined);
        await eventually("its row says why", async () => {
          const row = await OutboxModel.findOne({ "payload.number": number }).lean();
          return row?.state === "retrying" && row.nextTryAt! > new Date() && row.reason !== null && !row.failures;
        });
        await (await waiting())!.promote();
      }
      await eventually("run", async () => runs.get(number)?.length === 3);
      expect(runs.get(number)?.map(({ attempt }) => attempt)).to.deep.equal([1, 1, 1]);
    });

  it("of jobs that were there when workers died, twice, each runs alone; the others come back later", async () => {
    const queue = queueNamed("invoice");
    await queue.pause();
    const data = { payload: {}, v: held.v, requestId: "r", about: {} };
    const suspects = await Promise.all(Array.from({ length: 3 }, () => queue.add(held.name, data)));
    const others = await Promise.all(Array.from({ length: 3 }, () => queue.add(held.name, data)));
    for (const [jobs, stalls] of [
      [suspects, 2],
      [others, 1],
    ] as const)
      for (const { id } of jobs) await producerRedis().hset(queue.toKey(id!), "stc", stalls);
    try {
      await queue.resume();
      await eventually("one suspect runs", async () => heldCount() === 1);
      await eventually("all others wait", async () => (await queue.getJobCountByTypes("delayed", "waiting")) === 5);
      expect(heldCount()).to.equal(1);
    } finally {
      await eventually("all have run", async () => {
        releaseHeld();
        return (await queue.getJobCountByTypes("active", "waiting", "delayed")) === 0;
      });
    }
    const states = await Promise.all([...suspects, ...others].map((job) => job.getState()));
    expect(new Set(states)).to.deep.equal(new Set(["completed"]));
  });

  it("takes what is routine when nothing else waits, and counts it among what waits", async () => {
    const queue = queueNamed("maintenance");
    await queue.pause();
    try {
      const figuresNow = async () => (await readQueueFigures()).find(({ name }) => name === "maintenance")!;
      const { waiting: before } = await figuresNow();
      for (const number of [1, 3, 5, 2, 4]) await enqueue(rankedJob, { number });
      await relayIdle();
      const figures = await figuresNow();
      expect(figures.waiting - before).to.equal(5);
      expect(figures.oldestWaitingMs).to.be.greaterThan(0);
    } finally {
      await queue.resume();
    }
    await eventually("all are taken", async () => ranked.length === 5);
    // The slots take their jobs in order; among the routine ones, which begin side by side, another may be first.
    expect([ranked.slice(0, 2), ranked.slice(2).sort()]).to.deep.equal([
      [2, 4],
      [1, 3, 5],
    ]);
  });

  describe("its watchdog", () => {
    it("is silent while nothing waits", async () => {
      expect(await stuckOnes(idleWorker())).to.deep.equal([]);
    });

    it("tells when work waits, a slot is free and nothing was taken for long; not when the queue is paused or all slots run in time", async () => {
      const queue = queueNamed("invoice");
      const room = 16;
      for (let count = 0; count < room + 2; count++) await enqueue(held, {});
      await eventually(
        "the real worker is full",
        async () => heldCount() === room && (await queue.getWaitingCount()) === 2,
      );
      try {
        expect(await stuckOnes(idleWorker())).to.deep.equal(["invoice"]);
        expect(await stuckOnes(idleWorker({ lastTakeAt: Date.now() })), "just took one").to.deep.equal([]);
        expect(await stuckOnes(idleWorker({ running: runningFor(0) })), "no slot").to.deep.equal([]);
        expect(
          await stuckOnes(idleWorker({ running: runningFor(held.maxRunMs + 1) })),
          "a slot lost to a job that hangs",
        ).to.deep.equal(["invoice"]);
        await queue.pause();
        expect(await stuckOnes(idleWorker()), "paused").to.deep.equal([]);
        await queue.resume();
        const fresh = idleWorker();
        delete fresh.workWaitsSince;
        expect(await stuckOnes(fresh), "it may have come just now").to.deep.equal([]);
        expect(await stuckOnes(idleWorker({ workWaitsSince: Date.now() - 24_000 })), "not long yet").to.deep.equal([]);
        const taken = idleWorker({ lastTakeAt: Date.now() - 10_000, workWaitsSince: Date.now() - 40_000 });
        expect(await stuckOnes(taken), "one was taken since").to.deep.equal([]);
      } finally {
        await queue.resume();
        await eventually("all are let go", async () => {
          releaseHeld();
          return (await queue.getJobCountByTypes("active", "waiting")) === 0;
        });
      }
      expect(config.WORKER_STUCK_SECONDS).to.equal(25);
    });
  });
});
