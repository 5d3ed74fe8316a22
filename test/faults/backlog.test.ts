import { join } from "node:path";
import { Queue } from "bullmq";
import { expect } from "chai";
import { byDefaultOne, expectInvariants, pause, say, soon } from "./experiment.js";
import { program, startHouse, type House, type Program } from "./house.js";
import { seeded } from "./shoppers.js";

/** The embedded store reads all rows for each write of some: 30,000 take minutes there. */
const isLong = Boolean(process.env["FAULT_LONG"]);
const BACKLOG = isLong ? 30_000 : 6_000;
const STRANGERS = isLong ? 10_000 : 2_000;
/** Far above what the house's own rows are called. */
const FIRST_ID = 2_000_000_000;
const KILLS = 3;
/** A lost job is found so soon, whatever waits beside it (README). */
const PROMISE_S = 120;
const BATCH = 2_000;

/** Nothing of theirs is there: what runs ends at once. */
const PAID = { job: "pay.handleCallback", queue: "pay-event", payload: { callbackId: FIRST_ID } };
const VIDEO = { job: "video.followVideo", queue: "vod" };

describe("faults of a backlog of jobs", function () {
  this.timeout(400_000);
  let house: House;
  let second: Program;
  let vod: Queue;

  // A house of its own: who would tidy up thousands of rows beside workers that walk over them?
  before(async () => {
    house = await startHouse();
    const { hostname: host, port } = new URL(house.env["REDIS_URL"]!);
    vod = new Queue("vod", { connection: { host, port: Number(port) }, prefix: house.env["BULL_PREFIX"] ?? "{shop}" });
    await vod.pause();
    second = program([join(import.meta.dirname, "../../dist/workers/index.js")], {
      ...house.env,
      WORKER_OPS_PORT: "0",
      OPS_PORT: "0",
    });
    await second.start();
  });
  after(async () => {
    await vod?.close();
    await second?.kill("SIGTERM");
    await house?.stop();
  });

  const outbox = () => house.db.collection("outbox");
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
    it(`holds up no payment: a queue that rests, jobs of tomorrow, and workers that are killed (seed ${seed})`, async () => {
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
        const victim = random() < 0.5 ? house.worker : second;
        await victim.kill("SIGKILL");
        await victim.start();
      }
      await healed;
      await soon("all wait where they belong", async () => (await counted({ state: "waiting" })) === 0, 240);
      const waited = Math.round((Date.now() - begun) / 1_000);
      const inQueue = (await vod.getJobs(["wait"], 0, -1)).filter(({ name }) => name === VIDEO.job);
      say(
        `rows ${BACKLOG} relayed and ${STRANGERS} parked by two workers in ${waited} s, killed ${KILLS} times; the lost payment had run after ${healedS} s`,
      );
      expect(await counted({ state: "relayed" })).to.equal(BACKLOG);
      expect(await counted({ state: "unknown", parked: "website.ofTomorrow@1" })).to.equal(STRANGERS);
      // Each once, by whomever and however often it was relayed.
      expect(new Set(inQueue.map(({ id }) => id)).size).to.equal(BACKLOG);
      expect(inQueue.length).to.equal(BACKLOG);
    });

  it("and the invariants hold", async () => {
    await expectInvariants(house);
  });
});
