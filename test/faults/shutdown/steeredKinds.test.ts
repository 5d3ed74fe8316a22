import { expect } from "chai";
import type { Program } from "#scripts/deployment/program.js";
import { fromSources } from "#test/support/fromSources.js";
import { program, type Deployment } from "../deployment.js";
import { expectInvariants, say, soon } from "../experiment.js";
import { signInOperator } from "../rewards.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import { call } from "../shoppers.js";
import { begotten, type SignalRun } from "./signalJobs.js";

const script = ["--enable-source-maps", ...fromSources("test/faults/shutdown/signalWorker.ts")];
const job = "signals.quick";
/** From the start of a try to what its run writes. */
const LATE_MS = 2_000;
const BURST_MS = 5_000;

describe("faults while a kind of job is held or limited", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  let operator: { token: string };
  let workers: Program[] = [];
  let last = 60_000;

  after(async () => {
    for (const worker of workers) await worker.kill("SIGKILL");
    await deployment.worker.kill("SIGKILL");
    await deployment.worker.start();
  });
  useSharedDeployment((one) => (deployment = one));
  before("two workers of the test's jobs alone run", async () => {
    operator = await signInOperator(deployment);
    await deployment.worker.kill("SIGTERM");
    workers = [0, 1].map(() => program(script, { ...deployment.env, OPS_PORT: "0" }));
    for (const worker of workers) await started(worker);
  });

  async function started(worker: Program): Promise<void> {
    await worker.start();
    await soon("it reports", async () => {
      const { data } = await call(deployment, operator, "/admin-api/infra/process/list");
      return (data as { processes: { pid: number }[] }).processes.some(({ pid }) => pid === worker.pid);
    });
  }
  async function ends(...args: string[]): Promise<void> {
    const one = program([...script, ...args], deployment.env);
    await one.start();
    expect((await one.untilEnded()).code).to.equal(0);
  }
  const steer = (act: string, perMinute = 0): Promise<void> => ends("--steer", act, String(perMinute));
  /** Enqueues so many of a kind, by a process of their own. */
  async function enqueue(kind: string, count: number): Promise<number[]> {
    const numbers = Array.from({ length: count }, () => ++last);
    await ends("--enqueue", ...numbers.map((one) => `${kind}:${one}`));
    return numbers;
  }
  const runsOf = (numbers: number[]): Promise<SignalRun[]> =>
    deployment.db
      .collection<SignalRun>("signalRuns")
      .find({ number: { $in: numbers } })
      .sort({ begunAt: 1 })
      .toArray();
  const countEnded = async (numbers: number[]): Promise<number> =>
    new Set((await runsOf(numbers)).filter(({ endedAt }) => endedAt).map(({ number }) => number)).size;
  const rows = (numbers: number[], which: object): Promise<number> =>
    deployment.db.collection("outbox").countDocuments({ job, "payload.number": { $in: numbers }, ...which });
  /** Each ran to its end; one that ran twice did so as its process was killed. */
  async function expectOnce(numbers: number[], killed: number): Promise<void> {
    expect(await countEnded(numbers)).to.equal(numbers.length);
    const runs = await runsOf(numbers);
    const again = runs.filter(
      ({ number, pid }, at) =>
        pid !== killed && runs.findIndex((one) => one.number === number && one.pid !== killed) !== at,
    );
    expect(again).to.deep.equal([]);
  }

  it("a held kind waits, whoever enqueues it and whatever is killed, and its release runs each once", async () => {
    await steer("hold");
    const told = await enqueue("quick", 4);
    const begetting = await enqueue("begets", 8);
    const numbers = [...told, ...begetting.map(begotten)];
    await soon("all that is to wait was enqueued", async () => (await rows(numbers, {})) === numbers.length);
    await soon("all are held", async () => (await rows(numbers, { "hold.ofKind": true })) === numbers.length);
    const byWhom = new Set((await runsOf(begetting)).map(({ pid }) => pid));
    const [first] = workers as [Program];
    const killed = first.pid!;
    await first.kill("SIGKILL");
    await started(first);
    const more = await enqueue("quick", 2);
    numbers.push(...more);
    const others = await enqueue("begets", 2);
    numbers.push(...others.map(begotten));
    await soon("another kind of the queue goes on", async () => (await countEnded(others)) === 2);
    await soon("these wait as well", async () => (await rows(numbers, { "hold.ofKind": true })) === numbers.length);
    expect(await runsOf(numbers)).to.deep.equal([]);
    const releasedAt = Date.now();
    await steer("release");
    await soon("all have run", async () => (await countEnded(numbers)) === numbers.length);
    say(
      `${numbers.length} that ${byWhom.size + 1} processes enqueued ran within ${Date.now() - releasedAt} ms of the release`,
    );
    await expectOnce(numbers, killed);
  });

  it("a limited kind begins so many a minute over both, while one is killed, Redis restarts, and the rate is raised", async () => {
    await steer("limit", 120);
    const numbers = [...(await enqueue("quick", 30)), ...(await enqueue("quick", 40))];
    await soon("some ran", async () => (await countEnded(numbers)) >= 14);
    const [, second] = workers as [Program, Program];
    const killed = second.pid!;
    await second.kill("SIGKILL");
    const others = await enqueue("begets", 1);
    numbers.push(...others.map(begotten));
    await soon("another kind of the queue goes on", async () => (await countEnded(others)) === 1);
    await started(second);
    await deployment.redis.kill("SIGKILL");
    await deployment.redis.restart();
    const ranBefore = await countEnded(numbers);
    await soon("it goes on after Redis came back", async () => (await countEnded(numbers)) > ranBefore);
    const raisedAt = Date.now();
    await steer("limit", 240);
    await soon("some ran", async () => (await countEnded(numbers)) >= 55);
    const begun = (await runsOf(numbers)).map(({ begunAt }) => begunAt.getTime());
    expectWithin(
      120,
      begun.filter((at) => at < raisedAt),
    );
    expectWithin(240, begun);
    const endedAt = Date.now();
    await steer("unlimit");
    await soon("all have run", async () => (await countEnded(numbers)) === numbers.length);
    say(
      `${begun.length} within ${begun.at(-1)! - begun[0]!} ms; the rest within ${Date.now() - endedAt} ms of the end`,
    );
    await expectOnce(numbers, killed);
  });

  /** In any span of time, and so in any minute. */
  function expectWithin(perMinute: number, at: readonly number[]): void {
    for (const [last, until] of at.entries())
      for (const [first, from] of at.slice(0, last + 1).entries())
        expect(last - first, `${until - from} ms`).to.be.at.most(
          (until - from + BURST_MS + LATE_MS) / (60_000 / perMinute),
        );
  }

  it("and the invariants hold", async () => expectInvariants(deployment));
});
