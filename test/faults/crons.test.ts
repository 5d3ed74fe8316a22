import { expect } from "chai";
import { expectInvariants, pause, say, soon } from "./experiment.js";
import { fromDist, type Program } from "#scripts/deployment/program.js";
import { program, type Deployment } from "./deployment.js";
import { jumpingClock } from "./jumpingClock.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import { makeShoppers, place, skuWithStock } from "./shoppers.js";
import { tickRunsOf, type TickRuns } from "./ticks.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { clockAhead } from "#test/support/clockAhead.js";

/** What the second cron's host believes to be later than it is. */
const AHEAD_MS = 300_000;
/** Every five seconds, in a queue of its own pace. */
const OFTEN = "audit.sealOperations";
const EVERY_S = 5;
const WATCHED_S = 20;
/** So long both crons stand still: a tick a minute is missed, and more of what recurs more often. */
const AWAY_MS = 1_800_000;
const EACH_MINUTE = "* * * * *";
/** Of what was missed, what is run at most: one waits and one came while it ran, from two crons that do not wake at once. */
const MADE_GOOD = 1 / 5;
/** Far above what the deployment's own rules are called. */
const RULE_ID = 1_500_000_000;

describe("faults of the crons", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  let fast: Program;
  let others: Program[] = [];
  let ticks: TickRuns;

  // Before the deployment is stopped.
  after(async () => {
    await Promise.all([fast, ...others].map((one) => one?.kill("SIGKILL")));
    await deployment?.db.collection("alertRules").deleteOne({ _id: RULE_ID as never });
    await ticks?.close();
    // Whether it runs or not, one does.
    await deployment?.cron.kill("SIGKILL");
    await deployment?.cron.start();
  });

  useSharedDeployment((one) => (deployment = one));
  before(() => {
    ticks = tickRunsOf(deployment, queueNames);
    fast = cron(clockAhead(AHEAD_MS));
  });
  const cron = (clock: string[]): Program =>
    program([...clock, ...fromDist("workers/cron.js")], { ...deployment.env, OPS_PORT: "0" });
  /** What a clock has to be ahead so that what recurs each minute comes in a quarter of one. */
  const untilMinute = (): number => (105_000 - (Date.now() % 60_000)) % 60_000;
  const lateAlert = () =>
    deployment.db.collection("alerts").findOne({ ruleId: RULE_ID, queue: "maintenance" }, { sort: { _id: -1 } });
  const readiness = async () =>
    (await (await fetch(`${deployment.url}/health/ready`)).json()) as {
      ready: boolean;
      status: string;
      reasons: string[];
    };
  const reportedCrons = (pids: number[]): Promise<number> =>
    deployment.db.collection("processes").countDocuments({ kind: "cron", pid: { $in: pids } });
  /** The ids of what recurs often and ended since; one is one run. */
  const ranSince = async (since: number): Promise<string[]> =>
    ((await ticks.since(since)).get(OFTEN) ?? []).map(({ id }) => id);

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
    const told = "no cron process reports: nothing recurs";
    let last = await readiness();
    // A worker that was slow for a moment may be told beside it, or before.
    await soon("readiness says so alone", async () => {
      last = await readiness();
      return last.status === "degraded" && last.reasons.join() === told;
    });
    expect(last.ready, "ready all the same").to.equal(true);
    say(`told after ${firedS} s: ${last.reasons.join("; ")}`);
  });

  it("one alone, whose clock is five minutes ahead: what is due ends once, and nothing before its time", async () => {
    const sku = await skuWithStock(deployment, 10);
    const [due, early] = await Promise.all(
      (await makeShoppers(deployment, 2)).map((who) => place(deployment, who, sku)),
    );
    const now = Date.now();
    for (const [{ orderId, payOrderId }, at] of [
      [due!, new Date(now - 1_000)],
      [early!, new Date(now + AHEAD_MS - 30_000)],
    ] as const) {
      await deployment.db.collection("tradeOrders").updateOne({ _id: orderId as never }, { $set: { payExpireAt: at } });
      await deployment.db.collection("payOrders").updateOne({ _id: payOrderId as never }, { $set: { expireAt: at } });
    }
    const stateOf = async ({ orderId, payOrderId }: typeof due & object): Promise<unknown[]> => {
      const order = await deployment.db.collection("tradeOrders").findOne({ _id: orderId as never });
      const payOrder = await deployment.db.collection("payOrders").findOne({ _id: payOrderId as never });
      return [order!["status"], payOrder!["status"]];
    };
    const hasty = cron(clockAhead(AHEAD_MS + untilMinute()));
    others = [hasty];
    await hasty.start();
    await soon("what is due has ended", async () => (await stateOf(due!))[0] === OrderStatus.cancelled);
    const swept = await ticks.since(now);
    say(`a cron ahead, alone: ${swept.size} schedules had their ticks`);
    for (const name of ["trade.sweepUnpaidOrders", "pay.sweepExpired"])
      await soon(`${name} has run`, async () => (await ticks.since(now)).has(name));
    await hasty.kill("SIGKILL");
    expect(await stateOf(due!)).to.deep.equal([OrderStatus.cancelled, PayStatus.closed]);
    expect(await stateOf(early!)).to.deep.equal([OrderStatus.unpaid, PayStatus.waiting]);
    const { reserved } = (await deployment.db.collection("skus").findOne({ _id: sku as never })) as {
      reserved?: number;
    };
    expect(reserved, "what the other one holds").to.equal(1);
  });

  it("back, one of two five minutes ahead: what recurs runs once a tick, also when that one dies", async () => {
    await Promise.all([deployment.cron.start(), fast.start()]);
    await soon("nothing is late any more", async () => (await lateAlert())?.["status"] === 20);
    const since = Date.now();
    await pause(WATCHED_S * 1_000);
    // A busy machine may take longer for as many; none comes before its time, however long it takes.
    await soon("as many as there are ticks", async () => (await ranSince(since)).length >= WATCHED_S / EVERY_S - 1, 60);
    const both = await ranSince(since);
    const watchedS = (Date.now() - since) / 1_000;
    say(`two crons: ${both.length} runs of a job of every ${EVERY_S} s in ${Math.round(watchedS)} s`);
    expect(both.length).to.be.at.most(Math.floor(watchedS / EVERY_S) + 1);
    await fast.kill("SIGKILL");
    const alone = Date.now();
    await soon("the other one goes on", async () => (await ranSince(alone)).length >= 2, 30);
    expect((await readiness()).status).to.equal("ok");
  });

  it("both stood still for half an hour: a round or two make good all that was missed, and none is beside another", async () => {
    await deployment.cron.kill("SIGKILL");
    const clock = jumpingClock(untilMinute(), AWAY_MS);
    others = [cron(clock), cron(clock)];
    await Promise.all(others.map((one) => one.start()));
    const pids = others.map((one) => one.pid!);
    await soon("both run", async () => (await reportedCrons(pids)) === others.length);
    const begun = Date.now();
    // One may be left of the cron before; what they missed counts only if they knew of a next tick before the jump.
    await soon("they tick", async () => (await ranSince(begun)).length > 1);
    const since = Date.now();
    for (const one of others) process.kill(one.pid!, "SIGUSR2");
    const minutely = (
      await deployment.db.collection<{ _id: string; cron: string }>("schedules").find({ cron: EACH_MINUTE }).toArray()
    ).map(({ _id }) => _id);
    expect(minutely.length).to.be.above(10);
    await soon("each has its ticks again", async () => {
      const runs = await ticks.since(since);
      return [OFTEN, ...minutely].every((name) => runs.has(name));
    });
    // Whatever was enqueued with them is run by then.
    await pause(2 * EVERY_S * 1_000);
    const runs = await ticks.since(since);
    const seconds = Math.ceil((Date.now() - since) / 1_000);
    const most = Math.max(...minutely.map((name) => runs.get(name)!.length));
    say(
      `in ${seconds} s after ${AWAY_MS / 60_000} minutes away: each minute's at most ${most} runs, those of every ${EVERY_S} s ${runs.get(OFTEN)!.length}`,
    );
    const mostOf = (everyS: number): number => (MADE_GOOD * AWAY_MS) / 1_000 / everyS + Math.ceil(seconds / everyS);
    expect(most).to.be.at.most(mostOf(60));
    expect(runs.get(OFTEN)!.length).to.be.at.most(mostOf(EVERY_S));
    for (const [name, of] of runs)
      for (const [index, { begunMs }] of of.entries())
        if (index > 0) expect(begunMs, `${name} beside itself`).to.be.at.least(of[index - 1]!.endedMs);
  });

  it("and the invariants hold", async () => {
    await expectInvariants(deployment);
  });
});
