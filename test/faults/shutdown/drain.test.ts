import { expect } from "chai";
import { expectInvariants, say, soon } from "../experiment.js";
import type { Program } from "#scripts/deployment/program.js";
import { program, type Deployment } from "../deployment.js";
import { signInOperator } from "../rewards.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import { call, type Answer } from "../shoppers.js";
import { fromSources } from "#test/support/fromSources.js";
import type { SignalRun } from "./signalJobs.js";

const script = ["--enable-source-maps", ...fromSources("test/faults/shutdown/signalWorker.ts")];
const base = "/admin-api/infra/process/";
const LAST_WORKER = 1_001_010_010;
/** The jobs of signalJobs.ts are of this queue. */
const QUEUE = "vod";

interface Shown {
  id: string;
  pid: number;
  kind: string;
  version: string;
  drain: { operatorName: string } | null;
  queues: { name: string; slots: number; slotsTaken: number; configured: number }[];
}

describe("faults of processes that an operator asks to end", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  let operator: { token: string };
  let first: Program;
  let second: Program;

  after(async () => {
    await first?.kill("SIGKILL");
    await second?.kill("SIGKILL");
    await deployment.worker.kill("SIGKILL");
    await deployment.worker.start();
  });
  useSharedDeployment((one) => (deployment = one));
  before("a worker of the test's jobs alone runs", async () => {
    operator = await signInOperator(deployment);
    // It does not know these jobs, and would put them back for a minute.
    await deployment.worker.kill("SIGTERM");
    first = await started(program(script, { ...deployment.env, OPS_PORT: "0" }));
  });

  const act = (verb: string, body: object): Promise<Answer> =>
    call(deployment, operator, base + verb, body, { method: "PUT" });
  async function shown(one: Program): Promise<Shown | undefined> {
    const { data } = await call(deployment, operator, `${base}list`);
    return (data as { processes: Shown[] }).processes.find(({ pid }) => pid === one.pid);
  }
  const idOf = async (one: Program): Promise<string> => (await shown(one))!.id;
  async function started(one: Program): Promise<Program> {
    await one.start();
    await soon("it reports", async () => (await shown(one)) !== undefined);
    return one;
  }
  async function enqueue(...jobs: string[]): Promise<void> {
    const enqueuer = program([...script, "--enqueue", ...jobs], deployment.env);
    await enqueuer.start();
    expect((await enqueuer.untilEnded()).code).to.equal(0);
  }
  const runsOf = (number: number): Promise<SignalRun[]> =>
    deployment.db.collection<SignalRun>("signalRuns").find({ number }).toArray();
  const runs = (number: number): Promise<void> =>
    soon(`${number} runs`, async () => (await runsOf(number)).length === 1);
  const letGo = (number: number) =>
    deployment.db
      .collection<{ _id: number }>("signalMarks")
      .updateOne({ _id: number }, { $set: { isLetGo: true } }, { upsert: true });
  const slotsOf = async (one: Program): Promise<number | undefined> =>
    (await shown(one))?.queues.find(({ name }) => name === QUEUE)?.slots;

  it("slots are changed while it runs, and bound what it takes", async () => {
    await soon("it works with more than one slot", async () => (await slotsOf(first))! > 1);
    expect((await act("set-slots", { name: QUEUE, slots: 1 })).code).to.equal(0);
    const askedAt = Date.now();
    await soon("it works with one slot", async () => (await slotsOf(first)) === 1);
    say(`it worked with one slot within ${Date.now() - askedAt} ms`);
    await enqueue("work:31", "work:32");
    await soon("one of them runs", async () => (await runsOf(31)).length + (await runsOf(32)).length === 1);
    expect((await act("set-slots", { name: QUEUE, slots: 3 })).code).to.equal(0);
    await soon("it works with three", async () => (await slotsOf(first)) === 3);
    for (const number of [31, 32]) await letGo(number);
    for (const number of [31, 32]) await runs(number);
  });

  it("the last worker is named what would wait, and goes on", async () => {
    const { code, msg } = await act("drain", { id: await idOf(first) });
    expect(code).to.equal(LAST_WORKER);
    expect(msg).to.contain("pay-submit").and.contain(QUEUE);
    expect((await shown(first))!.drain).to.equal(null);
  });

  it("a worker ends with code 0 after its running job, which is done there, once; what comes after is another's", async () => {
    await enqueue("work:41");
    await runs(41);
    second = await started(program(script, { ...deployment.env, OPS_PORT: "0" }));
    await soon("it works as was set for all, before it was started", async () => (await slotsOf(second)) === 3);
    expect((await act("drain", { id: await idOf(first) })).code).to.equal(0);
    // Each API process answers with its list of a moment ago: the next answer may be older than the last.
    await soon("it is shown, with who asked", async () => {
      const drain = (await shown(first))!.drain;
      if (drain) expect(drain.operatorName).to.be.a("string");
      return drain !== null;
    });
    await soon("it takes nothing new", async () => {
      await enqueue(`work:${nextNumber()}`);
      await runs(lastNumber);
      const [{ pid }] = (await runsOf(lastNumber)) as [SignalRun];
      await letGo(lastNumber);
      return pid === second.pid;
    });
    expect((await shown(first))!.drain, "it is still shown, and draining").not.to.equal(null);
    expect((await runsOf(41))[0]!.endedAt).to.equal(null);
    const letGoAt = Date.now();
    await letGo(41);
    expect(await first.untilEnded()).to.deep.equal({ code: 0, signal: null });
    say(`ended ${Date.now() - letGoAt} ms after its job`);
    const story = await runsOf(41);
    expect(story.map(({ pid }) => pid)).to.deep.equal([first.pid]);
    expect(story[0]!.endedAt).to.be.a("date");
    await soon("it is shown no more", async () => (await shown(first)) === undefined);
  });
  let lastNumber = 50;
  const nextNumber = (): number => ++lastNumber;

  it("slots go back to what it was configured with", async () => {
    expect((await act("reset-slots", { name: QUEUE })).code).to.equal(0);
    await soon("it works with them", async () => {
      const { slots, configured } = (await shown(second))!.queues.find(({ name }) => name === QUEUE)!;
      return slots === configured;
    });
  });

  it("an API and a cron end with code 0 too", async () => {
    const [api] = deployment.apis;
    expect((await act("drain", { id: await idOf(api!) })).code).to.equal(0);
    expect(await api!.untilEnded()).to.deep.equal({ code: 0, signal: null });
    await api!.start();
    expect((await act("drain", { id: await idOf(deployment.cron), confirm: true })).code).to.equal(0);
    expect(await deployment.cron.untilEnded()).to.deep.equal({ code: 0, signal: null });
    await deployment.cron.start();
    await soon("a cron reports", async () => (await shown(deployment.cron)) !== undefined);
  });

  it("and the invariants hold", async () => expectInvariants(deployment));
});
