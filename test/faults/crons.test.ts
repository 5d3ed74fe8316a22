import { join } from "node:path";
import { Queue } from "bullmq";
import { expect } from "chai";
import { expectInvariants, pause, say, soon } from "./experiment.js";
import { program, type Deployment, type Program } from "./deployment.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import { clockAhead } from "#test/support/clockAhead.js";

/** What the second cron's host believes to be later than it is. */
const AHEAD_MS = 300_000;
/** Every five seconds, in a queue of its own pace. */
const OFTEN = "audit.sealOperations";
const EVERY_S = 5;
const WATCHED_S = 20;
/** Far above what the deployment's own rules are called. */
const RULE_ID = 1_500_000_000;

describe("faults of the crons", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  let fast: Program;
  let queue: Queue;

  // Before the deployment is stopped.
  after(async () => {
    await fast?.kill("SIGKILL");
    await deployment?.db.collection("alertRules").deleteOne({ _id: RULE_ID as never });
    await queue?.close();
    // Whether it runs or not, one does.
    await deployment?.cron.kill("SIGKILL");
    await deployment?.cron.start();
  });

  useSharedDeployment((one) => (deployment = one));
  before(() => {
    const { hostname: host, port } = new URL(deployment.env["REDIS_URL"]!);
    const prefix = deployment.env["BULL_PREFIX"] ?? "{shop}";
    queue = new Queue("maintenance", { connection: { host, port: Number(port) }, prefix });
    fast = program([...clockAhead(AHEAD_MS), join(import.meta.dirname, "../../dist/workers/cron.js")], {
      ...deployment.env,
      OPS_PORT: "0",
    });
  });
  const lateAlert = () =>
    deployment.db.collection("alerts").findOne({ ruleId: RULE_ID, queue: "maintenance" }, { sort: { _id: -1 } });
  const readiness = async () =>
    (await (await fetch(`${deployment.url}/health/ready`)).json()) as {
      ready: boolean;
      status: string;
      reasons: string[];
    };
  /** The ids of what recurs often and ended since; one is one run. */
  const ranSince = async (since: number): Promise<string[]> =>
    (await queue.getJobs(["completed"], 0, 200))
      .filter(({ name, finishedOn = 0 }) => name === OFTEN && finishedOn >= since)
      .map(({ id }) => id!);

  it("all away: the workers tell it, the shop stays open, and its rules are judged all the same", async () => {
    const now = new Date();
    await deployment.db.collection("alertRules").insertOne({
      _id: RULE_ID as never,
      name: "late",
      kind: "lateSchedule",
      queue: "maintenance",
      threshold: 8,
      forSeconds: 0,
      webhookUrl: "",
      secretBox: "",
      enabled: true,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    await soon("it is well", async () => (await readiness()).status === "ok");
    await deployment.cron.kill("SIGKILL");
    const gone = Date.now();
    await soon("the alert fires", async () => (await lateAlert())?.["status"] === 10);
    const firedS = Math.round((Date.now() - gone) / 1_000);
    await soon("readiness says so", async () => (await readiness()).status === "degraded");
    const { ready, reasons } = await readiness();
    say(`told after ${firedS} s: ${reasons.join("; ")}`);
    expect([ready, reasons]).to.deep.equal([true, ["no cron process reports: nothing recurs"]]);
  });

  it("back, one of two five minutes ahead: what recurs runs once a tick, also when that one dies", async () => {
    await Promise.all([deployment.cron.start(), fast.start()]);
    await soon("nothing is late any more", async () => (await lateAlert())?.["status"] === 20);
    const since = Date.now();
    await pause(WATCHED_S * 1_000);
    const both = await ranSince(since);
    say(`two crons: ${both.length} runs of a job of every ${EVERY_S} s in ${WATCHED_S} s`);
    expect(both.length).to.be.within(WATCHED_S / EVERY_S - 1, WATCHED_S / EVERY_S + 1);
    await fast.kill("SIGKILL");
    const alone = Date.now();
    await soon("the other one goes on", async () => (await ranSince(alone)).length >= 2, 30);
    expect((await readiness()).status).to.equal("ok");
  });

  it("and the invariants hold", async () => {
    await expectInvariants(deployment);
  });
});
