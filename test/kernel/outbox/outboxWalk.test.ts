import { expect } from "chai";
import { z } from "zod";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { LeaseModel } from "#shared/kernel/mongo/leases.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { lookAtAllRelayed, lookUpGroup } from "#shared/kernel/outbox/lookUp.js";
import { releaseParked } from "#shared/kernel/outbox/parking.js";
import { bullIdOf, relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { releaseShares, shareOf, takeShares } from "#shared/kernel/outbox/shares.js";
import { HORIZON_MS } from "#shared/kernel/outbox/times.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { keysOf } from "#shared/kernel/redis/keys.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { onNewRedis } from "#shared/kernel/redis/redisLives.js";
import { commandsDuring } from "#test/support/commands.js";
import { eventually } from "#test/support/eventually.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, plainJob, runs } from "#test/support/testJobs.js";

const rowOf = async (number: number): Promise<OutboxRow> =>
  (await OutboxModel.findOne({ "payload.number": number }).sort({ _id: -1 }).lean<OutboxRow>())!;
const inRedis = async (row: OutboxRow): Promise<boolean> =>
  (await producerRedis().exists(queueNamed("maintenance").toKey(bullIdOf(row)))) === 1;

/** Numbers that no test has run. */
async function freshNumbers(count: number): Promise<number[]> {
  const first = 900_000_000 + (await nextId("walkNumbers")) * 1_000_000;
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Rows as they lie in the database, due a while ago. */
async function leave(numbers: number[], more: Partial<OutboxRow> = {}): Promise<OutboxRow[]> {
  const at = clock.after(-seconds(90));
  const rows = numbers.map((number) => ({
    _id: number,
    job: plainJob.name,
    queue: plainJob.queue,
    openQueue: plainJob.queue,
    share: shareOf(number),
    v: 1,
    payload: { number, fail: "never" },
    key: null,
    about: {},
    dueAt: at,
    nextLookAt: at,
    state: "waiting" as const,
    open: true,
    looks: 0,
    run: 1,
    requestId: "walk",
    endedAt: null,
    createdAt: at,
    updatedAt: at,
    ...more,
  }));
  await OutboxModel.collection.insertMany(rows as never);
  return rows as OutboxRow[];
}

/** In Redis like a job that waits behind many others. */
async function putInRedis(rows: OutboxRow[]): Promise<void> {
  const pipeline = producerRedis().pipeline();
  for (const row of rows) pipeline.hset(queueNamed("maintenance").toKey(bullIdOf(row)), "timestamp", Date.now());
  await pipeline.exec();
}
async function takeFromRedis(rows: OutboxRow[]): Promise<void> {
  await producerRedis().del(rows.map((row) => queueNamed("maintenance").toKey(bullIdOf(row))));
}

/** Rounds until nothing is to do at once; answers how many. */
async function walk(): Promise<number> {
  for (let rounds = 1; ; rounds++) if (!(await walkOutbox()) || rounds > 60) return rounds;
}

describe("the walk over the outbox", () => {
  before(() => startService());
  beforeEach(() => runJobs());
  afterEach(async () => {
    heldClock.release();
    await loseJobs({ open: true });
  });

  it("finds one lost job behind thousands that Redis knows, and looks at none of them twice", async () => {
    const numbers = await freshNumbers(2_601);
    const lost = numbers.pop()!;
    const known = await leave(numbers, { state: "relayed" });
    await putInRedis(known);
    await leave([lost], { state: "relayed", nextLookAt: clock.after(-1_000) });
    expect(await walk()).to.be.at.most(15);
    expect((await rowOf(lost)).run).to.equal(2);
    await eventually("it runs", async () => runs.has(lost));
    const looked = await OutboxModel.distinct("looks", { _id: { $in: numbers } });
    expect(looked).to.deep.equal([1]);
    await takeFromRedis(known);
  });

  it("looks at what waits long in a backlog less and less often", async () => {
    const rows = await leave(await freshNumbers(1), { state: "relayed" });
    await putInRedis(rows);
    heldClock.hold(Math.ceil(Date.now() / 60_000) * 60_000);
    const waits: number[] = [];
    for (let look = 0; look < 6; look++) {
      await walkOutbox();
      const { nextLookAt } = await rowOf(rows[0]!._id);
      waits.push(Math.round((nextLookAt!.getTime() - clock.ms()) / 1_000));
      heldClock.advance(nextLookAt!.getTime() - clock.ms());
    }
    expect(waits).to.deep.equal([120, 240, 480, 600, 600, 600]);
    await takeFromRedis(rows);
  });

  it("parks what nobody here knows, so that it stands in nobody's way, and takes it back in when somebody does", async () => {
    const strangers = await freshNumbers(1_200);
    const [known] = await freshNumbers(1);
    const job = `test.ofTomorrow${strangers[0]}`;
    await leave(strangers, { job, queue: "vod", openQueue: "vod", nextLookAt: clock.after(-minutes(60)) });
    const newer = await leave(await freshNumbers(1), { v: 2 });
    await leave([known!]);
    await walk();
    await runJobs();
    expect(runs.get(known!)).to.have.lengthOf(1);
    expect(await OutboxModel.countDocuments({ parked: `${job}@1`, state: "unknown" })).to.equal(1_200);
    expect((await rowOf(newer[0]!._id)).parked).to.equal("test.plain@2");
    await releaseParked();
    expect(await OutboxModel.countDocuments({ parked: `${job}@1` })).to.equal(1_200);

    defineJob({ name: job, queue: "vod", v: 1, payload: z.object({ number: z.int() }).loose() });
    await releaseParked();
    expect(await OutboxModel.countDocuments({ parked: `${job}@1` })).to.equal(0);
    await walk();
    // The workers here know the job's name alone: they put it back, and say so.
    expect(await OutboxModel.countDocuments({ job, state: { $in: ["relayed", "retrying"] } })).to.equal(1_200);
    expect((await rowOf(newer[0]!._id)).state).to.equal("unknown");
    const queue = queueNamed("vod");
    await Promise.all((await OutboxModel.find({ job }).lean()).map((row) => queue.remove(bullIdOf(row))));
  });

  it("keeps a timer out of Redis until shortly before its time", async () => {
    const [number] = await freshNumbers(1);
    heldClock.hold();
    await enqueue(keyedJob, { number: number! }, { delayMs: minutes(60 * 24 * 14) });
    await relayIdle();
    const row = await rowOf(number!);
    expect([row.state, await inRedis(row)]).to.deep.equal(["held", false]);
    heldClock.advance(minutes(60 * 24 * 14) - HORIZON_MS - 1_000);
    await walkOutbox();
    expect((await rowOf(number!)).state).to.equal("held");
    heldClock.advance(seconds(2));
    await walkOutbox();
    expect([(await rowOf(number!)).state, await inRedis(row)]).to.deep.equal(["relayed", true]);
    expect(runs.get(number!)).to.equal(undefined);
    heldClock.advance(HORIZON_MS);
    await runJobs();
    expect(runs.get(number!)).to.have.lengthOf(1);
  });

  it("of a Redis that came up anew looks at everything at once", async () => {
    await onNewRedis(lookAtAllRelayed);
    const [lost] = await leave(await freshNumbers(1), {
      state: "relayed",
      looks: 5,
      nextLookAt: clock.after(minutes(9)),
    });
    await onNewRedis(lookAtAllRelayed);
    await walk();
    expect((await rowOf(lost!._id)).run, "the same Redis").to.equal(1);
    await producerRedis().del(`${keysOf()}:life`);
    await onNewRedis(lookAtAllRelayed);
    await walk();
    expect((await rowOf(lost!._id)).run).to.equal(2);
    await runJobs();
    expect(runs.get(lost!._id)).to.have.lengthOf(1);
  });

  it("of a new Redis looks at thousands in small steps, beside workers that go on ending them", async () => {
    const rows = await leave(await freshNumbers(1_300), { state: "relayed", nextLookAt: clock.after(minutes(5)) });
    const timer = await leave(await freshNumbers(1), { state: "held", nextLookAt: clock.after(minutes(5)) });
    let goesOn = true;
    const ending = (async () => {
      for (let at = 0; goesOn; at = (at + 1) % 50)
        await OutboxModel.updateOne({ _id: rows[at * 26]!._id }, { $inc: { tries: 1 } });
    })();
    const commands = await commandsDuring(lookAtAllRelayed);
    goesOn = false;
    await ending;
    expect(commands.filter((command) => command === "find outbox").length).to.be.at.least(3);
    const later = { nextLookAt: { $gt: clock.now() } };
    expect(await OutboxModel.countDocuments({ _id: { $in: rows.map(({ _id }) => _id) }, ...later })).to.equal(0);
    expect(await OutboxModel.countDocuments({ _id: timer[0]!._id, ...later })).to.equal(1);
  });

  it("gives a lost row its new run as the row is then: held, cancelled or moved meanwhile", async () => {
    const [held, cancelled, moved, lost] = await leave(await freshNumbers(4), { state: "relayed" });
    // Between the look in Redis and the mark, as far as the row shows it.
    const afterRun = { run: 2, state: "held" };
    const hold = { operatorId: 1, reason: "wait", at: clock.now() };
    await OutboxModel.updateOne({ _id: held!._id }, { $set: { ...afterRun, hold }, $unset: { nextLookAt: 1 } });
    await OutboxModel.updateOne(
      { _id: cancelled!._id },
      { $set: { state: "cancelled", open: false }, $unset: { nextLookAt: 1 } },
    );
    await OutboxModel.updateOne(
      { _id: moved!._id },
      { $set: { ...afterRun, dueAt: clock.after(minutes(60)), nextLookAt: clock.after(minutes(55)) } },
    );
    await lookUpGroup("maintenance", [held!, cancelled!, moved!, lost!]);
    await runJobs();
    expect(await Promise.all([held, cancelled, moved].map(async (row) => (await rowOf(row!._id)).state))).to.deep.equal(
      ["held", "cancelled", "held"],
    );
    expect([held, cancelled, moved, lost].map((row) => runs.has(row!._id))).to.deep.equal([false, false, false, true]);
  });

  it("goes on with what was parked at once: a process of the version before would park it again", async () => {
    const numbers = await freshNumbers(3);
    const job = `test.ofNow${numbers[0]}`;
    const strangers = await leave(numbers.slice(0, 2), { job, queue: "vod", openQueue: "vod" });
    await OutboxModel.updateOne({ _id: strangers[1]!._id }, { $set: { dueAt: clock.after(minutes(60)) } });
    await walk();
    defineJob({ name: job, queue: "vod", v: 1, payload: z.object({ number: z.int() }).loose() });
    await releaseParked();
    const states = await Promise.all(strangers.map(async ({ _id }) => (await rowOf(_id)).state));
    expect(states[0]).to.be.oneOf(["relayed", "retrying"]);
    expect(states[1]).to.equal("held");
    expect(await queueNamed("vod").getJob(bullIdOf(strangers[0]!))).not.to.equal(undefined);
    await queueNamed("vod").remove(bullIdOf(strangers[0]!));
  });

  it("is divided among those who walk; what one leaves is the others' after seconds", async () => {
    heldClock.hold();
    expect(await takeShares()).to.equal(undefined);
    const other = { _id: "outbox-walk:another", owner: "another", until: clock.after(seconds(10)) };
    await LeaseModel.create([other]);
    const mine = (await takeShares())!;
    expect(mine).to.have.lengthOf(8);
    const numbers = await freshNumbers(32);
    await leave(numbers);
    await walkOutbox({ shares: mine });
    const left = await OutboxModel.find({ _id: { $in: numbers }, state: "waiting" }).lean();
    expect(new Set(left.map(({ share }) => share)).size).to.equal(8);
    expect(left.map(({ share }) => share).filter((share) => mine.includes(share!))).to.deep.equal([]);
    heldClock.advance(seconds(11));
    expect(await takeShares()).to.equal(undefined);
    await walkOutbox();
    expect(await OutboxModel.countDocuments({ _id: { $in: numbers }, state: "waiting" })).to.equal(0);
    heldClock.advance(minutes(2));
    await takeShares();
    expect(await LeaseModel.countDocuments({ _id: "outbox-walk:another" }), "its place is swept").to.equal(0);
    await releaseShares();
  });

  it("finds its rows by an index, however many are open", async () => {
    for (const which of [{}, { openQueue: plainJob.queue }]) {
      const found = OutboxModel.find({ ...which, nextLookAt: { $lte: clock.now() } }).sort({ nextLookAt: 1 });
      expect(JSON.stringify(await found.explain()))
        .to.contain("nextLookAt")
        .and.contain("IXSCAN");
    }
  });
});
