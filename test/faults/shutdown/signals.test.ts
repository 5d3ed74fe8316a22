import { expect } from "chai";
import { expectInvariants, say, soon } from "../experiment.js";
import type { Ended, Program } from "#scripts/deployment/program.js";
import { program, type Deployment } from "../deployment.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import {
  byApp,
  byCode,
  control,
  makeShoppers,
  place,
  skuWithStock,
  submit,
  type Answer,
  type Placed,
} from "../shoppers.js";
import { lastCall } from "../providers/providerCalls.js";
import { STEPS, type SignalRun } from "./signalJobs.js";
import { stallsOf } from "./stalls.js";
import { fromSources } from "#test/support/fromSources.js";

const script = ["--enable-source-maps", ...fromSources("test/faults/shutdown/signalWorker.ts")];
/** Longer than what never returns is waited for, by five seconds of last steps and some. */
const SHUTDOWN_SECONDS = 13;
/** An ask is waited for at most 5 s; a channel that answers so late answers in time. */
const SLOW_MS = 3_000;
/** Between the word and the next safe point; in the time that the process has it takes several times as many. */
const FEW_STEPS = 15;
/** A machine that is busy needs its time to end a process. */
const BUSY_MS = 30_000;

interface Row {
  state: string;
  tries: number;
  failures?: { reason: string }[];
}

describe("faults of a worker that is told to end", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  let first: Program;
  let second: Program;

  after(async () => {
    await first?.kill("SIGKILL");
    await second?.kill("SIGKILL");
    await deployment.worker.kill("SIGKILL");
    await deployment.worker.start();
  });
  useSharedDeployment((one) => (deployment = one));
  // It does not know these jobs, and would put them back for a minute.
  before(async () => deployment.worker.kill("SIGTERM"));
  afterEach(async () => control(deployment, "DELETE", "/faults"));

  const worker = (more: Record<string, string> = {}): Program =>
    program(script, { ...deployment.env, OPS_PORT: "0", ...more });
  const reports = (one: Program) => async (): Promise<boolean> =>
    (await deployment.db.collection("processes").countDocuments({ pid: one.pid!, kind: "worker" })) === 1;
  async function started(one: Program): Promise<Program> {
    await one.start();
    await soon("the worker runs", reports(one));
    return one;
  }
  /** It has heard, and takes nothing new. */
  const hasHeard = (one: Program): Promise<void> => soon("the worker has heard", async () => !(await reports(one)()));
  async function enqueue(...jobs: string[]): Promise<void> {
    const enqueuer = program([...script, "--enqueue", ...jobs], deployment.env);
    await enqueuer.start();
    expect((await enqueuer.untilEnded()).code).to.equal(0);
  }
  const runsOf = (number: number): Promise<SignalRun[]> =>
    deployment.db.collection<SignalRun>("signalRuns").find({ number }).sort({ begunAt: 1 }).toArray();
  const begun = (...numbers: number[]): Promise<void> =>
    soon("they run", async () => (await Promise.all(numbers.map(runsOf))).every(({ length }) => length === 1));
  const marks = () => deployment.db.collection<{ _id: number; steps?: number }>("signalMarks");
  const letGo = (number: number) => marks().updateOne({ _id: number }, { $set: { isLetGo: true } }, { upsert: true });
  const rowOf = async (number: number): Promise<Row | null> =>
    deployment.db.collection<Row>("outbox").findOne({ job: /^signals\./, "payload.number": number } as object);
  const stateIs = (number: number, state: string): Promise<void> =>
    soon(`${number} is ${state}`, async () => (await rowOf(number))?.state === state);
  /** Where its runs were, and whether each came to its end. */
  const story = async (number: number): Promise<string[]> =>
    (await runsOf(number)).map(
      ({ pid, endedAt }) => `${pid === first.pid ? "first" : "second"} ${endedAt ? "ended" : "cut"}`,
    );
  async function stalls(number: number): Promise<number | undefined> {
    const row = await deployment.db.collection("outbox").findOne({ "payload.number": number, job: /^signals\./ });
    return stallsOf(deployment, "vod", row as unknown as { _id: number; run: number });
  }
  async function expectNoTryLost(number: number): Promise<void> {
    const row = await rowOf(number);
    expect([row?.state, row?.tries, row?.failures ?? []]).to.deep.equal(["done", 1, []]);
  }

  describe("while each kind of job runs", () => {
    const [ENDS, LONG, IN_STEPS, FAILS, HANGS, TICK, NEXT_TICK, LATER] = [1, 2, 3, 4, 5, 6, 7, 8] as const;
    let end: Ended;
    let tookMs: number;
    let slow: Answer & { at: number };
    let hanging: Answer;
    let unheard: Answer;
    let toldAt: number;
    let stepsOfFirst: number;
    let stepsWhenHeard: number;
    let orders: Placed[];

    const stepsTaken = async (): Promise<number> => (await marks().findOne({ _id: IN_STEPS }))!.steps!;
    before("it is told, and another one is started", async () => {
      const sku = await skuWithStock(deployment, 10);
      orders = await Promise.all((await makeShoppers(deployment, 3)).map((who) => place(deployment, who, sku)));
      first = await started(worker({ SHUTDOWN_SECONDS: String(SHUTDOWN_SECONDS) }));
      const both = [`tick:${TICK}`, `tick:${NEXT_TICK}`];
      const lasting = [`work:${ENDS}`, `work:${LONG}`, `steps:${IN_STEPS}`, `fails:${FAILS}`, `hangs:${HANGS}`];
      await enqueue(...lasting, ...both);
      await begun(ENDS, LONG, IN_STEPS, FAILS, HANGS, TICK);
      const channels = [
        { platform: "wechatpay", mode: "slow", delayMs: SLOW_MS, count: 1 },
        { platform: "alipay", mode: "timeout", count: 10_000 },
      ];
      for (const fault of channels) await control(deployment, "PUT", "/faults", fault);
      const lastCalls = (): Promise<number[]> =>
        Promise.all(channels.map(({ platform }) => lastCall(deployment, platform)));
      const before = await lastCalls();
      const answers = Promise.all([
        submit(deployment, orders[0]!, byCode).then((answer) => ({ ...answer, at: Date.now() })),
        submit(deployment, orders[1]!, byApp),
      ]);
      await letGo(FAILS);
      await soon("the channels are called", async () => (await lastCalls()).every((id, index) => id > before[index]!));
      await stateIs(FAILS, "retrying");

      toldAt = Date.now();
      const told = first.kill("SIGTERM");
      await hasHeard(first);
      stepsWhenHeard = await stepsTaken();
      for (const one of [ENDS, TICK]) await letGo(one);
      const later = enqueue(`work:${LATER}`);
      unheard = await submit(deployment, orders[2]!, byCode);
      [slow, hanging] = await answers;
      await told;
      end = await first.untilEnded();
      tookMs = Date.now() - toldAt;
      stepsOfFirst = await stepsTaken();
      await later;
      second = await started(worker());
      for (const one of [LONG, LATER, NEXT_TICK]) await letGo(one);
      for (const one of [LONG, IN_STEPS, FAILS, LATER]) await stateIs(one, "done");
      await soon("the next tick has run", async () => (await runsOf(NEXT_TICK)).some(({ endedAt }) => endedAt));
      say(`ended ${tookMs} ms after it was told to, with ${stepsOfFirst} of ${STEPS} steps taken`);
    });
    after(async () => second.kill("SIGTERM"));

    it("it ends well, in the time that it has", () => {
      expect(end).to.deep.equal({ code: 0, signal: null });
      expect(tookMs).to.be.below(SHUTDOWN_SECONDS * 1_000 + BUSY_MS);
    });

    it("a job that ends in time is done there, once", async () => {
      expect(await story(ENDS)).to.deep.equal(["first ended"]);
      await expectNoTryLost(ENDS);
    });

    it("one that takes longer is handed back, and goes on elsewhere without having lost a try", async () => {
      expect(await story(LONG)).to.deep.equal(["first cut", "second ended"]);
      await expectNoTryLost(LONG);
      expect(await stalls(LONG)).to.equal(0);
    });

    it("one with safe points is left at the next, and goes on from there", async () => {
      expect(await story(IN_STEPS)).to.deep.equal(["first cut", "second ended"]);
      await expectNoTryLost(IN_STEPS);
      expect(stepsOfFirst).to.be.within(1, STEPS - 1);
      expect(stepsOfFirst - stepsWhenHeard, "steps after the word").to.be.at.most(FEW_STEPS);
      expect(await stepsTaken()).to.equal(STEPS);
      expect(await stalls(IN_STEPS)).to.equal(0);
    });

    it("a tick ends there, and the one after it runs elsewhere, never beside it", async () => {
      expect(await story(TICK)).to.deep.equal(["first ended"]);
      expect(await story(NEXT_TICK)).to.deep.equal(["second ended"]);
      const [[one], [next]] = [await runsOf(TICK), await runsOf(NEXT_TICK)];
      expect(next!.begunAt).to.be.at.least(one!.endedAt!);
    });

    it("one that waits for its next try has it elsewhere, though it was due before the end", async () => {
      expect(await story(FAILS)).to.deep.equal(["first cut", "second ended"]);
      const row = await rowOf(FAILS);
      expect([row!.tries, row!.failures!.map(({ reason }) => reason)]).to.deep.equal([2, ["Error"]]);
    });

    it("one that never returns is given up and dead, and is not another process's to hang on", async () => {
      expect(await story(HANGS)).to.deep.equal(["first cut"]);
      expect((await rowOf(HANGS))!.state).to.equal("dead");
      const letter = await deployment.db.collection("deadLetters").findOne({ job: "signals.hangs" });
      expect(letter).to.include({ error: "TimedOut" });
    });

    it("what comes after the word is another's", async () => {
      expect(await story(LATER)).to.deep.equal(["second ended"]);
      await expectNoTryLost(LATER);
    });

    it("who asked has the answer that came in time, else hears in time that there is none yet, and asks again", async () => {
      expect([slow.status, slow.code], slow.msg).to.deep.equal([200, 0]);
      expect(slow.at).to.be.above(toldAt);
      for (const answer of [hanging, unheard]) expect([answer.status, answer.code]).to.deep.equal([503, 503]);
      for (const [one, way] of [
        [orders[1]!, byApp],
        [orders[2]!, byCode],
      ] as const)
        await soon("it is asked again", async () => (await submit(deployment, one, way)).code === 0);
    });
  });

  describe("and is told so again", () => {
    it("ends at once, and what it had runs again elsewhere, once", async () => {
      const cut = [11, 12, 13];
      first = await started(worker());
      await enqueue(...cut.map((number) => `work:${number}`));
      await begun(...cut);
      const told = first.kill("SIGTERM");
      await hasHeard(first);
      await first.kill("SIGTERM");
      await told;
      expect(await first.untilEnded()).to.deep.equal({ code: 1, signal: null });
      for (const number of cut) expect(await story(number)).to.deep.equal(["first cut"]);
      for (const number of cut) await letGo(number);
      second = await started(worker());
      for (const number of cut) await stateIs(number, "done");
      for (const number of cut) {
        expect(await story(number)).to.deep.equal(["first cut", "second ended"]);
        await expectNoTryLost(number);
      }
    });

    it("and the invariants hold", async () => {
      await second?.kill("SIGTERM");
      await deployment.worker.start();
      await expectInvariants(deployment);
    });
  });
});
