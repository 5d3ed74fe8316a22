import type { Queue } from "bullmq";
import { expect } from "chai";
import { byDefaultOne, expectInvariants, pause, say, seeds, soon } from "../experiment.js";
import type { Program } from "#scripts/deployment/program.js";
import { startDeployment, type Deployment } from "../deployment.js";
import { startBuyers, type Buyers } from "./ledgerBuyers.js";
import { queueOf } from "../queueOf.js";
import { leaveRows, ledgerOf, type Ledger } from "./ledgerRows.js";
import { seeded } from "../shoppers.js";
import { clockAhead } from "#test/support/clockAhead.js";
import { endAbandonedTransactions } from "#scripts/services/abandonedTransactions.mjs";

const isLong = Boolean(process.env["FAULT_LONG"]);
/** Fewer than Redis keeps of those that have ended: none is taken for lost whose end is late to be written (jobs.ts). */
const BACKLOG = isLong ? 30_000 : 4_500;
const STRANGERS = isLong ? 10_000 : 2_000;
/** Far above what the deployment's own rows are called, and so far apart. */
const FIRST_ID = 2_000_000_000;
/** Of what wants to end, half before the backlog moves. */
const KILLS = 4;
/** A lost job is found so soon, whatever waits beside it (queues.md, Redis lost or emptied). */
const PROMISE_S = 120;
const BATCH = 2_000;
/** What the second worker's host believes to be later than it is. */
const AHEAD_MS = 30_000;
/** Looks at what waits take their share of the store: rarer than elsewhere, and oftener than in production. */
const HEAL_S = 10;
/** How long a transaction whose process is gone holds its rows at most. */
const FREED_MS = 20_000;
/** What a worker runs at a time of one queue: so many of those that it had taken run again when it is killed. */
const SLOTS = 16;

/** Nothing of theirs is there: what runs ends at once. */
const PAID = { job: "pay.handleCallback", queue: "pay-event", payload: { callbackId: FIRST_ID } };
const COUNTED = { job: "ledger.count", queue: "vod", openQueue: "vod" };
const STRANGER = { job: "website.ofTomorrow", queue: "website", openQueue: "website" };
/** What Redis knows, and has to be asked about, before the one that it lost. */
const KNOWN = isLong ? [30_000, 100_000] : seeds.length > 1 ? [30_000] : [];

describe("faults of a backlog of jobs", function () {
  this.timeout(isLong ? 3_600_000 : 600_000);
  let deployment: Deployment;
  let ledger: Ledger;
  let workers: Program[] = [];
  let buyers: Buyers | undefined;
  let vod: Queue;
  let freeing: NodeJS.Timeout;

  // A deployment of its own: who would tidy up thousands of rows beside workers that walk over them?
  before(async () => {
    deployment = await startDeployment();
    // As a mongod does: what a killed one sent last may begin a transaction after it was freed once.
    freeing = setInterval(
      () => void endAbandonedTransactions(deployment.env["MONGODB_URI"]!).catch(() => {}),
      FREED_MS,
    );
    vod = queueOf(deployment, "vod");
    // It does not know the jobs whose runs are counted.
    await deployment.worker.kill("SIGTERM");
    ledger = ledgerOf(deployment);
    const env = { OUTBOX_HEAL_SECONDS: String(HEAL_S) };
    workers = [ledger.worker({ env }), ledger.worker({ env, nodeArgs: clockAhead(AHEAD_MS) })];
    await Promise.all(workers.map((worker) => worker.start()));
  });
  // A test that has come to its end has heard of what went wrong with them.
  afterEach(() => buyers?.stop().catch(() => {}));
  after(async () => {
    clearInterval(freeing);
    await vod?.close();
    await Promise.all(workers.map((worker) => worker.kill("SIGKILL")));
    await deployment?.stop();
  });

  const outbox = () => deployment.db.collection("outbox");
  const isDone = async (id: number): Promise<boolean> =>
    (await outbox().findOne({ _id: id as never }))?.["state"] === "done";
  const secondsSince = (at: number): number => Math.round((Date.now() - at) / 1_000);

  /** To count thousands of rows is work for the store: seldom. */
  const seldom = (what: string, look: () => Promise<boolean>): Promise<void> =>
    soon(
      what,
      async () => {
        await pause(1_000);
        return look();
      },
      isLong ? 1_500 : 240,
    );

  /** How many of these rows are in each state. */
  async function statesOf(firstId: number, count: number): Promise<Record<string, number>> {
    const rows = outbox().aggregate<{ _id: string; count: number }>([
      { $match: { _id: { $gte: firstId, $lt: firstId + count } } },
      { $group: { _id: "$state", count: { $sum: 1 } } },
    ]);
    return Object.fromEntries((await rows.toArray()).map(({ _id, count: found }) => [_id, found]));
  }

  /** How many runs they were given, lost ones among them. */
  async function runsGiven(firstId: number): Promise<number> {
    const [sum] = await outbox()
      .aggregate<{ runs: number }>([
        { $match: { _id: { $gte: firstId, $lt: firstId + BACKLOG } } },
        { $group: { _id: null, runs: { $sum: "$run" } } },
      ])
      .toArray();
    return sum!.runs;
  }

  /** The rows whose jobs wait in the queue that rests, each as often as it does. */
  async function atRest(firstId: number): Promise<number[]> {
    const ids = (await vod.getRanges(["wait"], 0, -1)).filter((id) => id.startsWith("o-"));
    return ids.map((id) => Number(id.split("-")[1])).filter((id) => id >= firstId && id < firstId + BACKLOG);
  }

  /** Redis has lost it, and all of the others come before it. */
  async function leaveLost(id: number): Promise<void> {
    const now = new Date();
    const asRelayed = { state: "relayed", dueAt: now, nextLookAt: now };
    await leaveRows(deployment, 1, id, () => ({ ...PAID, openQueue: PAID.queue, ...asRelayed }));
  }

  for (const [turn, seed] of byDefaultOne.entries())
    it(`each job ends, and each runs once: a queue that rests, jobs of tomorrow, workers and APIs that are killed, clocks that differ, a Redis that forgets all (seed ${seed})`, async () => {
      const random = seeded(seed);
      const firstId = FIRST_ID + turn * 1_000_000;
      const strangers = firstId + BACKLOG;
      const lost = strangers + STRANGERS;
      await vod.pause();
      const begun = Date.now();
      buyers = await startBuyers(deployment);
      await leaveRows(deployment, BACKLOG, firstId, (id) => ({ ...COUNTED, payload: { videoId: id } }));
      await leaveRows(deployment, STRANGERS, strangers, (id) => ({ ...STRANGER, payload: { id } }));
      await leaveLost(lost);
      const lostAt = Date.now();
      let healedS = 0;
      const healed = soon("the lost payment has run", () => isDone(lost), PROMISE_S).then(
        () => void (healedS = secondsSince(lostAt)),
      );
      const killed = { workers: 0, apis: 0 };
      const kill = async (kind: keyof typeof killed): Promise<void> => {
        await pause(1_000 + random() * 3_000);
        const kin = kind === "apis" ? deployment.apis : workers;
        const victim = kin[Math.floor(random() * kin.length)]!;
        killed[kind]++;
        await victim.kill("SIGKILL");
        await victim.start();
      };
      const kinds = Array.from(
        { length: KILLS },
        (_, at) => ({ at: random(), kind: at % 2 === 0 ? "workers" : "apis" }) as const,
      );
      for (const [at, { kind }] of kinds.toSorted((a, b) => a.at - b.at).entries()) {
        await kill(kind);
        if (at + 1 !== KILLS / 2) continue;
        await deployment.redis.flush();
        await vod.pause();
      }
      await healed;
      // What was at rest when Redis forgot it is looked up anew; the few that ran before the queue rested again are done.
      await seldom("all wait where they belong", async () => {
        const { relayed = 0, done = 0 } = await statesOf(firstId, BACKLOG);
        return relayed + done === BACKLOG && new Set(await atRest(firstId)).size >= relayed;
      });
      const waitedS = secondsSince(begun);
      const { relayed = 0, done: early = 0 } = await statesOf(firstId, BACKLOG);
      // Each once, by whomever and however often it was relayed.
      const inQueue = await atRest(firstId);
      expect([inQueue.length, new Set(inQueue).size]).to.deep.equal([relayed, relayed]);
      expect(await statesOf(strangers, STRANGERS)).to.deep.equal({ unknown: STRANGERS });
      expect((await fetch(`${deployment.url}/health/ready`)).status).to.equal(200);

      const given = await runsGiven(firstId);
      const resumedAt = Date.now();
      await vod.resume();
      await kill("workers");
      await buyers.stop();
      const runsOfSeed = () => [...ledger.runs()].filter(([one]) => Number(one.split(" ")[1]) >= firstId);
      await seldom("each has run", async () => runsOfSeed().length === BACKLOG);
      const ranS = secondsSince(resumedAt);
      await seldom("each has ended", async () => (await statesOf(firstId, BACKLOG))["done"] === BACKLOG);
      const runs = runsOfSeed();
      const again = runs.reduce((sum, [, count]) => sum + count - 1, 0);
      const { came, again: asked } = buyers.counts;
      say(
        `rows ${BACKLOG} relayed and ${STRANGERS} parked in ${waitedS} s, ${early} had run; all run ${ranS} s later and done after ${secondsSince(resumedAt)} s, ${again} ran again; killed workers ${killed.workers} times, APIs ${killed.apis} times; orders ${came}, asked again ${asked} times; the lost payment had run after ${healedS} s`,
      );
      expect(runs.length, "jobs that have run").to.equal(BACKLOG);
      // Of so many that have ended Redis forgets some before their rows are ended: they are given one more run, and no more.
      const givenLater = (await runsGiven(firstId)) - given;
      if (!isLong) expect(givenLater, "taken for lost while Redis forgot nothing").to.equal(0);
      // At least once: what a killed one had taken is taken again.
      expect(again).to.be.at.most(givenLater + killed.workers * SLOTS);
      expect(await statesOf(firstId, BACKLOG + STRANGERS + 1)).to.deep.equal({
        done: BACKLOG + 1,
        unknown: STRANGERS,
      });
      const letters = { job: { $in: [COUNTED.job, STRANGER.job, PAID.job] } };
      expect(await deployment.db.collection("deadLetters").countDocuments(letters)).to.equal(0);
      expect(came).to.be.greaterThan(KILLS);
      await buyers.allPaidOnce();
      // What a killed walker had in a transaction is looked at once the embedded store has given that up, after a minute.
      await soon("nothing is late", async () => (await deployment.check()).length === 0);
      await expectInvariants(deployment);
      say(`all of it took ${secondsSince(begun)} s`);
    });

  // Their rows are left as they are: a check would name each.
  for (const [turn, count] of KNOWN.entries())
    it(`a lost payment is found behind ${count} jobs that Redis knows, when their time to be looked at has come`, async () => {
      const firstId = FIRST_ID * (turn + 2);
      await vod.pause();
      for (let done = 0; done < count; done += BATCH)
        await vod.addBulk(
          Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
            const id = firstId + done + index;
            return { name: COUNTED.job, data: {}, opts: { jobId: `o-${id}-1` } };
          }),
        );
      await leaveRows(deployment, count, firstId, (id) => ({
        ...COUNTED,
        payload: { videoId: id },
        state: "relayed",
      }));
      const lost = firstId + count;
      const begun = Date.now();
      await leaveLost(lost);
      await soon("the lost payment has run", () => isDone(lost), PROMISE_S);
      say(`behind ${count} known ones the lost payment had run after ${secondsSince(begun)} s`);
    });
});
