import { deleteEach } from "#scripts/deployment/eachRow.js";
import { expect } from "chai";
import { byDefaultOne, expectInvariants, say, seeds, soon } from "../experiment.js";
import type { Program } from "#scripts/deployment/program.js";
import { program, type Deployment } from "../deployment.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import { fromSources } from "#test/support/fromSources.js";
import { queueOf } from "../queueOf.js";

/** The service's own modules come from dist, as in every other process of the deployment. */
const args = ["--enable-source-maps", ...fromSources("test/faults/poison/poisonWorker.ts")];
const SLOTS = 8;
const FEW_SLOTS = 4;
/**
 * A job is a suspect after two deaths of its workers, and dead after three while it ran alone (poisonWorker.ts). Some may
 * come between.
 */
const MOST_RUNS = 2 + 3 + 4;
/** Beside a run that was abandoned none is alone: each of those may come between once, and has so many tries. */
const TRIES_OF_HANGING = 3;

/** Started again whenever it ends, as every supervisor does. */
interface Supervised {
  /** Exit codes so far. */
  ends: (number | null)[];
  stop(): Promise<void>;
}

function supervise(worker: Program): Supervised {
  const ends: (number | null)[] = [];
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      await worker.start();
      const { code } = await worker.untilEnded();
      if (!stopped) ends.push(code);
    }
  })();
  return {
    ends,
    async stop() {
      stopped = true;
      await worker.kill("SIGKILL");
      await running;
    },
  };
}

/** So many jobs of each kind. */
interface Mix {
  good: number;
  throws: number;
  hangs: number;
  exits: number;
  blocks: number;
  allocates: number;
}
const none: Mix = { good: 0, throws: 0, hangs: 0, exits: 0, blocks: 0, allocates: 0 };

describe("faults of jobs that are poison", function () {
  this.timeout(1_200_000);
  let deployment: Deployment;
  let env: Record<string, string>;
  let supervised: Supervised | undefined;

  after(async () => {
    await supervised?.stop();
    // The other experiments count on it, also when one of these failed.
    await deployment.worker.kill("SIGKILL");
    await deployment.worker.start();
  });
  useSharedDeployment((one) => (deployment = one));
  before(async () => {
    env = { ...deployment.env, WORKER_LOCK_MS: "1000", WORKER_STUCK_SECONDS: "5" };
    // It does not know these jobs, and would put them back for a minute.
    await deployment.worker.kill("SIGTERM");
  });
  afterEach(async () => {
    await supervised?.stop();
    await dropWhatIsLeft();
  });

  const rows = (name: string) => deployment.db.collection(name);
  const numbersOf = (round: number) => ({ $gte: round * 10_000, $lt: (round + 1) * 10_000 });
  const inOutbox = (round: number, kind: keyof Mix, which: object) =>
    rows("outbox").countDocuments({ job: `poison.${kind}`, "payload.number": numbersOf(round), ...which });
  const lettersOf = (round: number, kind: keyof Mix) =>
    rows("deadLetters").countDocuments({ job: `poison.${kind}`, "payload.number": numbersOf(round) });
  const runsOf = async (round: number, kind: keyof Mix) =>
    (
      await rows("poisonRuns")
        .find({ kind, number: numbersOf(round) })
        .toArray()
    ).map((row) => row["runs"] as number);

  /** Enqueues them, mixed. */
  async function enqueueMix(round: number, mix: Partial<Mix>): Promise<void> {
    const { good, throws, hangs, exits, blocks, allocates } = { ...none, ...mix };
    const counts = [round, good, throws, hangs, exits, blocks, allocates].map(String);
    const mixer = program([...args, "--enqueue", ...counts], env);
    await mixer.start();
    expect((await mixer.untilEnded()).code).to.equal(0);
  }

  /** The next experiment has all slots. */
  async function dropWhatIsLeft(): Promise<void> {
    await deleteEach(rows("outbox"), { job: { $regex: "^poison\\." }, open: true });
    await deleteEach(rows("claims"), { _id: /^outbox\.openKey:poison\./ } as object);
    const queue = queueOf({ env }, "website");
    await queue.obliterate({ force: true });
    await queue.close();
  }

  for (const [turn, seed] of byDefaultOne.entries())
    it(`a thousand good ones among them are all done (seed ${seed})`, async () => {
      const startedAt = Date.now();
      const sinceStart = (): number => Math.round((Date.now() - startedAt) / 1_000);
      // Each of those that end the process does it five times, which takes its while: two of them once, where it may.
      const mix = { good: 1_000, throws: 3, hangs: 3, exits: turn === 0 && seeds.length > 1 ? 2 : 1 };
      await enqueueMix(seed, mix);
      supervised = supervise(program(args, { ...env, WORKER_CONCURRENCY_WEBSITE: String(SLOTS) }));
      const ended = async (): Promise<number> =>
        (await inOutbox(seed, "good", { state: "done" })) + (await lettersOf(seed, "good"));
      await soon("the good ones have ended", async () => (await ended()) === mix.good, 240);
      expect(await lettersOf(seed, "good"), "good ones that are dead").to.equal(0);
      const goodS = sinceStart();
      await soon("what throws is dead", async () => (await lettersOf(seed, "throws")) === mix.throws);
      await soon(
        "what hangs was given up, and is dead",
        async () => (await lettersOf(seed, "hangs")) === mix.hangs,
        240,
      );
      await soon("what ends the process is dead", async () => (await lettersOf(seed, "exits")) === mix.exits, 240);
      const goodRuns = await runsOf(seed, "good");
      const again = goodRuns.filter((runs) => runs > 1).length;
      const ends = supervised.ends.length;
      say(
        `good ${goodRuns.length} done after ${goodS} s, ${again} of them ran again after a crash; dead letters: throws ${mix.throws}, exits ${mix.exits} after ${String(await runsOf(seed, "exits"))} runs, hangs ${mix.hangs}; the worker ended ${ends} times, all over after ${sinceStart()} s`,
      );
      expect(goodRuns.length).to.equal(mix.good);
      expect(again).to.be.at.most(ends * (SLOTS - 1));
      expect(await lettersOf(seed, "good")).to.equal(0);
      // Of its own accord; a crash beside it may have cut short one more, or come before it did anything.
      expect((await runsOf(seed, "throws")).filter((runs) => runs < 3)).to.deep.equal([]);
      const mostRuns = 2 + 3 + TRIES_OF_HANGING * mix.hangs;
      expect((await runsOf(seed, "exits")).filter((runs) => runs > mostRuns)).to.deep.equal([]);
      // By what a job did, or because as many runs go on as it has slots.
      expect(supervised.ends.filter((code) => code !== 3 && code !== 1)).to.deep.equal([]);
    });

  for (const seed of byDefaultOne)
    it(`a queue whose every slot hangs comes back (seed ${seed})`, async () => {
      const [round, later] = [seed + 1_000, seed + 2_000];
      await enqueueMix(round, { hangs: FEW_SLOTS });
      supervised = supervise(program(args, { ...env, WORKER_CONCURRENCY_WEBSITE: String(FEW_SLOTS) }));
      await soon("all slots hang", async () => (await runsOf(round, "hangs")).length === FEW_SLOTS);
      await enqueueMix(later, { good: 50 });
      const waitingSince = Date.now();
      expect(await inOutbox(later, "good", { state: "done" })).to.equal(0);
      await soon("the good ones are done", async () => (await inOutbox(later, "good", { state: "done" })) === 50);
      const waitedS = Math.round((Date.now() - waitingSince) / 1_000);
      const letters = await lettersOf(round, "hangs");
      const hanging = await inOutbox(round, "hangs", { open: true });
      say(
        `good ones that waited behind ${FEW_SLOTS} that hang 50, done after ${waitedS} s; the worker ended itself ${supervised.ends.length} times; dead letters ${letters}, still hanging ${hanging}`,
      );
      await soon("a process in which every slot was given up is replaced", async () => supervised!.ends.includes(1));
      expect(letters + hanging).to.equal(FEW_SLOTS);
    });

  for (const [at, { kind, what, nodeArgs }] of (
    [
      { kind: "blocks", what: "stops the event loop", nodeArgs: [] },
      { kind: "allocates", what: "allocates until there is no memory", nodeArgs: ["--max-old-space-size=128"] },
    ] as const
  ).entries())
    for (const seed of byDefaultOne)
      it(`one that ${what} takes its process along, and not the others (seed ${seed})`, async () => {
        const round = seed + 3_000 + at * 1_000;
        const startedAt = Date.now();
        await enqueueMix(round, { good: 200, [kind]: 1 });
        const patient = { WORKER_CONCURRENCY_WEBSITE: String(SLOTS), EVENT_LOOP_STUCK_SECONDS: "3" };
        supervised = supervise(program([...nodeArgs, ...args], { ...env, ...patient }));
        // Each of its ends may leave a transaction behind that holds rows of the embedded store for a minute.
        let dead = 0;
        const ended = async (): Promise<boolean> => {
          dead = await lettersOf(round, "good");
          return dead > 0 || (await inOutbox(round, "good", { state: "done" })) === 200;
        };
        await soon("the good ones are done", ended, 420);
        expect(dead, "died of what they stood beside").to.equal(0);
        const goodS = Math.round((Date.now() - startedAt) / 1_000);
        await soon("the poison is dead", async () => (await lettersOf(round, kind)) === 1, 300);
        const runs = (await runsOf(round, kind))[0]!;
        say(
          `good 200 done after ${goodS} s, beside one that ${what} ${runs} times; processes ended ${supervised.ends.length}`,
        );
        expect(runs).to.be.within(1, MOST_RUNS);
        // By a signal: nothing in it could end it.
        expect(supervised.ends.filter((code) => code !== null)).to.deep.equal([]);
        expect(supervised.ends.length).to.be.at.least(runs);
      });

  if (process.env["FAULT_LONG"])
    it("a thousand good ones are all done beside a thousand that are poison", async () => {
      const [round] = seeds.map((seed) => seed + 6_000);
      const startedAt = Date.now();
      await enqueueMix(round!, { good: 1_000, throws: 900, hangs: 92, exits: 4, blocks: 2, allocates: 2 });
      supervised = supervise(
        program(["--max-old-space-size=256", ...args], {
          ...env,
          WORKER_CONCURRENCY_WEBSITE: String(SLOTS),
          EVENT_LOOP_STUCK_SECONDS: "3",
        }),
      );
      await soon(
        "the good ones are done",
        async () => (await inOutbox(round!, "good", { state: "done" })) === 1_000,
        900,
      );
      say(
        `good 1000 beside 1000 poisonous ones done after ${Math.round((Date.now() - startedAt) / 1_000)} s; processes ended ${supervised.ends.length}`,
      );
      expect(await lettersOf(round!, "good")).to.equal(0);
    });

  it("and the invariants hold", async () => {
    await deployment.worker.start();
    const waiting = { state: "waiting" };
    await soon("what waited is relayed", async () => (await rows("outbox").countDocuments(waiting)) === 0);
    const unsealed = { unsealed: true };
    await soon("audit rows are sealed", async () => (await rows("operationLogs").countDocuments(unsealed)) === 0);
    await expectInvariants(deployment);
  });
});
