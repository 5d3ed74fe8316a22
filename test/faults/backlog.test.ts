import { join } from "node:path";
import { Queue } from "bullmq";
import { expect } from "chai";
import { Redis } from "ioredis";
import { byDefaultOne, expectInvariants, pause, say, soon } from "./experiment.js";
import { program, startDeployment, type Deployment, type Program } from "./deployment.js";
import { seeded } from "./shoppers.js";
import { clockAhead } from "#test/support/clockAhead.js";

/** The embedded store reads all rows for each write of some: 30,000 take minutes there. */
const isLong = Boolean(process.env["FAULT_LONG"]);
const BACKLOG = isLong ? 30_000 : 6_000;
const STRANGERS = isLong ? 10_000 : 2_000;
/** Far above what the deployment's own rows are called. */
const FIRST_ID = 2_000_000_000;
const KILLS = 3;
/** A lost job is found so soon, whatever waits beside it (README). */
const PROMISE_S = 120;
const BATCH = 2_000;
/** What the second worker's host believes to be later than it is. */
const AHEAD_MS = 30_000;

/** Nothing of theirs is there: what runs ends at once. */
const PAID = { job: "pay.handleCallback", queue: "pay-event", payload: { callbackId: FIRST_ID } };
const VIDEO = { job: "video.followVideo", queue: "vod" };
/** What Redis knows, and has to be asked about, before the one that it lost. */
const KNOWN = isLong ? [30_000, 100_000] : [];

describe("faults of a backlog of jobs", function () {
  this.timeout(400_000);
  let deployment: Deployment;
  let second: Program;
  let vod: Queue;
  let redis: Redis;

  // A deployment of its own: who would tidy up thousands of rows beside workers that walk over them?
  before(async () => {
    deployment = await startDeployment();
    const { hostname: host, port } = new URL(deployment.env["REDIS_URL"]!);
    redis = new Redis(deployment.env["REDIS_URL"]!);
    vod = new Queue("vod", {
      connection: { host, port: Number(port) },
      prefix: deployment.env["BULL_PREFIX"] ?? "{shop}",
    });
    await vod.pause();
    second = program([...clockAhead(AHEAD_MS), join(import.meta.dirname, "../../dist/workers/index.js")], {
      ...deployment.env,
      WORKER_OPS_PORT: "0",
      OPS_PORT: "0",
    });
    await second.start();
  });
  after(async () => {
    await vod?.close();
    redis?.disconnect();
    await second?.kill("SIGTERM");
    await deployment?.stop();
  });

  const outbox = () => deployment.db.collection("outbox");
  const counted = (which: object) => outbox().countDocuments({ _id: { $gte: FIRST_ID } as never, ...which });

  async function leave(count: number, firstId: number, row: (id: number) => object): Promise<void> {
    const at = new Date(Date.now() - 90_000);
    const common = { v: 1, key: null, about: {}, dueAt: at, nextLookAt: at, state: "waiting", open: true, looks: 0 };
    for (let done = 0; done < count; done += BATCH)
      await outbox().insertMany(
        Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
          const _id = firstId + done + index;
          const rest = { run: 1, requestId: "backlog", endedAt: null, createdAt: at, updatedAt: at, share: _id % 16 };
          return { _id, ...common, ...rest, ...row(_id) };
        }) as never,
      );
  }

  for (const seed of byDefaultOne)
    it(`holds up no payment: a queue that rests, jobs of tomorrow, workers that are killed and whose clocks differ, a Redis that forgets all (seed ${seed})`, async () => {
      const random = seeded(seed);
      const strangers = FIRST_ID + BACKLOG;
      const lost = strangers + STRANGERS;
      await leave(BACKLOG, FIRST_ID, (id) => ({ ...VIDEO, openQueue: "vod", payload: { videoId: id } }));
      await leave(STRANGERS, strangers, (id) => ({
        job: "website.ofTomorrow",
        queue: "website",
        openQueue: "website",
        payload: { id },
      }));
      // Redis does not know it any more, and all of the others come before it.
      const now = new Date();
      await leave(1, lost, () => ({ ...PAID, openQueue: PAID.queue, state: "relayed", dueAt: now, nextLookAt: now }));
      const begun = Date.now();
      let healedS = 0;
      const healed = soon(
        "the lost payment has run",
        async () => (await outbox().findOne({ _id: lost as never }))?.["state"] === "done",
        PROMISE_S,
      ).then(() => void (healedS = Math.round((Date.now() - begun) / 1_000)));
      for (let kill = 0; kill < KILLS; kill++) {
        await pause(1_000 + random() * 4_000);
        const victim = random() < 0.5 ? deployment.worker : second;
        await victim.kill("SIGKILL");
        await victim.start();
        if (kill === 0) {
          await redis.flushall();
          await vod.pause();
        }
      }
      await healed;
      const atRest = async (): Promise<string[]> =>
        (await vod.getJobs(["wait"], 0, -1)).filter(({ name }) => name === VIDEO.job).map(({ id }) => String(id));
      // What was at rest when Redis forgot it is looked up anew; the few that ran before the queue rested again are done.
      await soon(
        "all wait where they belong",
        async () =>
          (await counted({ state: "waiting" })) === 0 &&
          new Set(await atRest()).size + (await counted({ job: VIDEO.job, state: "done" })) >= BACKLOG,
        240,
      );
      const waited = Math.round((Date.now() - begun) / 1_000);
      const inQueue = await atRest();
      const done = await counted({ job: VIDEO.job, state: "done" });
      say(
        `rows ${BACKLOG} relayed and ${STRANGERS} parked by two workers in ${waited} s, killed ${KILLS} times, Redis emptied once; ${done} had run; the lost payment had run after ${healedS} s`,
      );
      expect(await counted({ state: "relayed" })).to.equal(BACKLOG - done);
      expect(await counted({ state: "unknown", parked: "website.ofTomorrow@1" })).to.equal(STRANGERS);
      // Each once, by whomever and however often it was relayed.
      const rowOf = (id: string): string => id.split("-")[1]!;
      expect(new Set(inQueue.map(rowOf)).size).to.equal(BACKLOG - done);
      expect(inQueue.length).to.equal(BACKLOG - done);
      expect((await fetch(`${deployment.url}/health/ready`)).status).to.equal(200);
    });

  it("and the invariants hold", async () => {
    // What a killed walker had in a transaction is looked at once the embedded store has given that up, after a minute.
    await soon("nothing is late", async () => (await deployment.check()).length === 0);
    await expectInvariants(deployment);
  });

  // Their rows are left as they are: a check would name each.
  for (const [turn, count] of KNOWN.entries())
    it(`a lost payment is found behind ${count} jobs that Redis knows, when their time to be looked at has come`, async () => {
      const firstId = FIRST_ID * (turn + 2);
      for (let done = 0; done < count; done += BATCH)
        await vod.addBulk(
          Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
            const id = firstId + done + index;
            return { name: VIDEO.job, data: {}, opts: { jobId: `o-${id}-1` } };
          }),
        );
      await leave(count, firstId, (id) => ({
        ...VIDEO,
        openQueue: "vod",
        payload: { videoId: id },
        state: "relayed",
      }));
      const now = new Date();
      const lost = firstId + count;
      const begun = Date.now();
      await leave(1, lost, () => ({ ...PAID, openQueue: PAID.queue, state: "relayed", dueAt: now, nextLookAt: now }));
      await soon(
        "the lost payment has run",
        async () => (await outbox().findOne({ _id: lost as never }))?.["state"] === "done",
        PROMISE_S,
      );
      say(`behind ${count} known ones the lost payment had run after ${Math.round((Date.now() - begun) / 1_000)} s`);
    });
});
