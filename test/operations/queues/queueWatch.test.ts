import { expect } from "chai";
import { invalidateReads } from "#shared/domains/operations/queues/cachedReads.js";
import { clock, days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { isSilent, recordLag, startReporting, type WorkerOfQueue } from "#shared/kernel/process/processes.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { flushCounts } from "#shared/kernel/mongo/growingRows.js";
import { QueueMinuteModel } from "#shared/kernel/queue/queueTries.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { commandsDuring, wholeReads } from "#test/support/redisCommands.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { plainJob, testErrors } from "#test/support/testJobs.js";

const list = "/admin-api/infra/queue/list";
const detail = (query: string): string => `/admin-api/infra/queue/detail?${query}`;
const number = async (): Promise<number> => 7_000_000 + (await nextId("testNumbers"));

async function fill(count: number): Promise<void> {
  const jobs = Array.from({ length: count }, () => ({ name: "test.unknown", data: {} }));
  for (let at = 0; at < count; at += 1_000) await queueNamed("vod").addBulk(jobs.slice(at, at + 1_000));
}

describe("watching the queues", () => {
  let reader: BuiltOperator;
  before(async () => {
    await startService();
  });
  let ownMinutes = 0;
  beforeEach(async () => {
    invalidateReads();
    reader = await buildOperator(["infra:queue:read"]);
  });
  afterEach(async () => {
    heldClock.release();
    await queueNamed("vod").resume();
    await queueNamed("vod").drain(true);
  });

  /** Nothing that other tests ran, or left for later, is counted in it: those that look ahead look less far. */
  async function inAMinuteOfItsOwn(): Promise<void> {
    const from = Date.now() + days(700) + minutes(10 * ++ownMinutes);
    heldClock.hold(from);
    await runJobs();
    heldClock.hold(from + minutes(2));
    // A sign-in of now is over by then.
    reader = await buildOperator(["infra:queue:read"]);
  }

  it("list and detail name the live workers, what they do and the lag of the canary", async () => {
    const lastTakeAt = new Date();
    recordLag("mail", 1_234);
    const work = () => [{ queue: "mail" as const, concurrency: 16, running: 2, lastTakeAt }];
    const troubles = ["its event loop stood still for 6 s"];
    const ailing = { loopDelayMs: () => 6_000, troubles: () => troubles };
    const stop = await startReporting("worker", ["mail"], { work, ...ailing });
    try {
      const { data } = await reader.client.get(list);
      const row = data.find(({ name }: { name: string }) => name === "mail");
      expect(row).to.include({ workers: 1, concurrency: 16, lagMs: 1_234, group: "messages" });
      expect(row.workerList).to.have.lengthOf(1);
      expect(row.workerList[0]).to.deep.include({
        pid: process.pid,
        queues: ["mail"],
        running: 2,
        loopDelayMs: 6_000,
        troubles,
        alive: true,
        silent: false,
      });
      // Told by the store's clock.
      expect(row.workerList[0].lastTakeTime).to.be.closeTo(lastTakeAt.getTime(), 1_000);
      const one = (await reader.client.get(detail("name=mail"))).data;
      expect(one.workerList).to.deep.equal(row.workerList);
    } finally {
      await stop();
    }
  });

  it("rates and failures by reason come from what the workers counted", async () => {
    await inAMinuteOfItsOwn();
    for (const fail of ["never", "never", "once", "refuse"] as const)
      await enqueue(plainJob, { number: await number(), fail });
    await runJobs();
    await flushCounts();
    invalidateReads();
    const { data } = await reader.client.get(detail("name=maintenance&minutes=5"));
    expect(data.ratePerMinute).to.be.greaterThan(0);
    expect(data.failedPerMinute).to.be.greaterThan(0);
    expect(data.failures).to.have.deep.members([
      { job: plainJob.name, reason: "Refused", code: testErrors.Refused.code, retried: 0, dead: 1 },
      { job: plainJob.name, reason: "Flaky", code: testErrors.Flaky.code, retried: 1, dead: 0 },
    ]);
    expect(data.deadLetters).to.be.greaterThan(0);
  });

  it("writing the counts twice, or by several processes, counts each try once", async () => {
    await inAMinuteOfItsOwn();
    await enqueue(plainJob, { number: await number() });
    await runJobs();
    await Promise.all([flushCounts(), flushCounts()]);
    await enqueue(plainJob, { number: await number() });
    await runJobs();
    await flushCounts();
    const minute = new Date(clock.ms() - (clock.ms() % minutes(1)));
    const rows = await QueueMinuteModel.find({ queue: "maintenance", minute }).lean();
    expect(rows.reduce((sum, { done }) => sum + done, 0)).to.equal(2);
    const runs = rows.flatMap(({ run }) => Object.values(run));
    expect(runs.reduce((sum, count) => sum + count, 0)).to.equal(2);
  });

  it("what many wait costs no more commands than what few wait, and no command reads them all", async () => {
    await queueNamed("vod").pause();
    const look = async (): Promise<string[]> => {
      invalidateReads();
      return commandsDuring(async () => {
        const { data } = await reader.client.get(list);
        expect(data).to.have.lengthOf(queueNames.length);
        await reader.client.get(detail("name=vod"));
      });
    };
    await fill(1);
    const few = await look();
    await fill(5_000);
    const many = await look();
    expect(many.length).to.equal(few.length);
    expect(few.length).to.be.at.most(queueNames.length * 6);
    expect(wholeReads(many)).to.deep.equal([]);
    const row = (await reader.client.get(list)).data.find(({ name }: { name: string }) => name === "vod");
    expect(row.waiting).to.equal(5_001);
  });

  it("many who watch at once cost one look", async () => {
    invalidateReads();
    const commands = await commandsDuring(() => Promise.all(Array.from({ length: 10 }, () => reader.client.get(list))));
    expect(commands.length).to.be.at.most(queueNames.length * 6);
  });

  it("detail names its wrong fields; strangers and others are refused first", async () => {
    for (const [query, field] of [
      ["name=nothing", "name"],
      ["", "name"],
      ["name=vod&minutes=0", "minutes"],
      ["name=vod&minutes=1441", "minutes"],
      ["name=vod&range=1h", "range"],
    ] as const) {
      const reply = await reader.client.get(detail(query));
      expect(reply).to.include({ status: 400, data: null });
      expect(reply.msg).to.include(field);
    }
    expect(await stranger.get(detail("name=nothing"))).to.include({ status: 401 });
    const other = await buildOperator(["trade:order:query"]);
    expect(await other.client.get(detail("name=nothing"))).to.include({ status: 403 });
  });

  describe("a silent worker", () => {
    const ago = (ms: number): Date => new Date(Date.now() - ms);
    const worker = (overrides: Partial<WorkerOfQueue>): WorkerOfQueue => ({
      _id: "a",
      host: "h",
      pid: 1,
      queues: ["vod"],
      startedAt: ago(600_000),
      reportedAt: ago(1_000),
      live: true,
      loopDelayMs: 0,
      troubles: [],
      concurrency: 16,
      running: 0,
      lastTakeAt: ago(90_000),
      ...overrides,
    });
    const waiting = { paused: false, oldestWaitingMs: 90_000 };

    it("takes nothing while work waits", () => {
      const one = worker({});
      expect(isSilent(one, [one], waiting, 60_000)).to.equal(true);
      expect(isSilent(one, [one], waiting, 120_000)).to.equal(false);
    });
    it("is not one with nothing to take, with a queue that is held, or with its hands full", () => {
      const one = worker({});
      expect(isSilent(one, [one], { ...waiting, oldestWaitingMs: 0 }, 60_000)).to.equal(false);
      expect(isSilent(one, [one], { ...waiting, paused: true }, 60_000)).to.equal(false);
      const busy = worker({ running: 16 });
      expect(isSilent(busy, [busy], waiting, 60_000)).to.equal(false);
    });
    it("is one that went without a word, until another was started in its place", () => {
      const lost = worker({ live: false, reportedAt: ago(90_000) });
      expect(isSilent(lost, [lost], waiting, 60_000)).to.equal(true);
      expect(isSilent(lost, [lost], waiting, 120_000)).to.equal(false);
      expect(isSilent(lost, [lost, worker({ startedAt: ago(80_000) })], waiting, 60_000)).to.equal(false);
      expect(isSilent(lost, [lost, worker({ startedAt: ago(100_000) })], waiting, 60_000)).to.equal(true);
    });
  });
});
