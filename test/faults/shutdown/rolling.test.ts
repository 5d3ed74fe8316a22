import { Agent, get } from "node:http";
import { availableParallelism } from "node:os";
import { expect } from "chai";
import { eventually } from "#test/support/eventually.js";
import { byDefaultOne, byKind, expectInvariants, pause, say, soon } from "../experiment.js";
import { fromDist, type Program } from "#scripts/deployment/program.js";
import { program, type Deployment } from "../deployment.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import {
  byCode,
  byWallet,
  control,
  currentNo,
  makeShoppers,
  order,
  seeded,
  settle,
  skuWithStock,
  statusOf,
  submit,
  toldOf,
  type Answer,
  type Placed,
  type Shopper,
} from "../shoppers.js";
import { debitsOf, fund, moneyOf } from "../wallets.js";

/**
 * Buyers at the same time; each orders, pays and leaves, and the next one comes. A machine of one processor, which also
 * starts six processes meanwhile, gets half of them.
 */
const LANES = Math.min(4, 2 * availableParallelism());
/** So many that no variant is hot: what many want at once is another experiment. */
const SKUS = 12;
const FUNDS = 1_000_000;
const MAX_BUYERS = 400;
/** So long a channel and a merchant take, so that there is always somebody who waits for a worker's answer or delivery. */
const OUTSIDE_MS = 400;

interface Load {
  placed: Placed[];
  paid: Placed[];
  /** Every answer, in no order. */
  answers: Answer[];
  /** Answers of the balancer that were asked for again. */
  retried: number;
}

describe("faults of a deploy: each process is ended and started again under load", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  let others: Program[] = [];

  useSharedDeployment((one) => (deployment = one));
  afterEach(async () => {
    await control(deployment, "DELETE", "/faults");
    await control(deployment, "PUT", "/merchant/mall/behaviour", { status: 200, delayMs: 0, failFirst: 0 });
    await Promise.all(others.map((one) => one.kill("SIGKILL")));
    others = [];
  });

  const paysAtChannel = ({ memberId }: Shopper): boolean => memberId % 2 === 0;
  /**
   * Orders, and payments from wallets and at a channel, until it is stopped. Only what the balancer could not hand on is
   * asked for again.
   */
  function startLoad(members: Shopper[], skus: number[]): { load: Load; stop(): Promise<void> } {
    const load: Load = { placed: [], paid: [], answers: [], retried: 0 };
    let stopped = false;
    async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
      for (;;) {
        const answer = await ask();
        load.answers.push(answer);
        if (answer.status !== 502) return answer;
        load.retried++;
        await pause(100);
      }
    }
    async function buy(who: Shopper): Promise<void> {
      const key = `rolling-${who.memberId}`;
      const skuId = skus[who.memberId % skus.length]!;
      const { status, code, data } = await untilAnswered(() => order(deployment, who, skuId, 1, key));
      if (status !== 200 || code !== 0) return;
      const placed = { who, orderId: data.id, payOrderId: data.payOrderId };
      load.placed.push(placed);
      const headers = { "idempotency-key": `${key}-pay` };
      const way = paysAtChannel(who) ? byCode : byWallet;
      const answer = await untilAnswered(() => submit(deployment, placed, way, { headers }));
      if (answer.code !== 0) return;
      if (paysAtChannel(who)) {
        let no = "";
        await soon("the attempt has a number", async () => Boolean((no = await currentNo(deployment, placed))));
        await settle(deployment, no);
      }
      load.paid.push(placed);
    }
    const coming = [...members];
    const lanes = Array.from({ length: LANES }, async () => {
      while (!stopped && coming.length > 0) await buy(coming.pop()!);
    });
    return {
      load,
      async stop() {
        stopped = true;
        await Promise.all(lanes);
      },
    };
  }

  const reports = (one: Program) => async (): Promise<boolean> =>
    (await deployment.db.collection("processes").countDocuments({ pid: one.pid!, kind: "worker" })) === 1;

  it("a balancer that sends on its kept connections while an API is told to end is answered on each", async () => {
    const api = deployment.apis[0]!;
    const agent = new Agent({ keepAlive: true, scheduling: "fifo" });
    const health = () =>
      new Promise<[number | undefined, string | undefined]>((done, fail) => {
        const asked = get(`${api.url}/health`, { agent }, (answer) => {
          answer.resume().once("end", () => done([answer.statusCode, answer.headers.connection]));
        });
        asked.once("error", fail);
      });
    const kept = await Promise.all(Array.from({ length: 4 }, health));
    for (const one of kept) expect(one).to.deep.equal([200, "keep-alive"]);
    const ended = api.kill("SIGTERM");
    await eventually("nobody else is let in", () => refuses(api.url!));
    // Spent one by one, later than an idle balancer's would have been closed.
    for (const _ of kept) {
      expect(await health()).to.deep.equal([200, "close"]);
      await pause(500);
    }
    await ended;
    expect(await api.untilEnded()).to.deep.equal({ code: 0, signal: null });
    await api.start();
    agent.destroy();
  });

  for (const seed of byDefaultOne)
    it(`what was accepted has its effect, once (seed ${seed})`, async () => {
      const random = seeded(seed);
      const members = await makeShoppers(deployment, MAX_BUYERS);
      await fund(deployment, members, FUNDS);
      const skus: number[] = [];
      for (let made = 0; made < SKUS; made++) skus.push(await skuWithStock(deployment, MAX_BUYERS));
      others = [1, 2].map(() =>
        program(fromDist("workers/index.js"), {
          ...deployment.env,
          OPS_PORT: "0",
        }),
      );
      const workers = [deployment.worker, ...others];
      await Promise.all(others.map((one) => one.start()));
      for (const one of workers) await soon("the workers run", reports(one));
      const slow = { platform: "wechatpay", mode: "slow", delayMs: OUTSIDE_MS, count: 100_000 };
      await control(deployment, "PUT", "/faults", slow);
      await control(deployment, "PUT", "/merchant/mall/behaviour", { status: 200, delayMs: OUTSIDE_MS, failFirst: 0 });
      const before = { ...deployment.balancer };
      const { load, stop } = startLoad(members, skus);
      const restarts: string[] = [];
      const startedAt = Date.now();
      try {
        for (const [name, one] of [
          ...deployment.apis.map((api, index) => [`API ${index + 1}`, api] as const),
          ...workers.map((worker, index) => [`worker ${index + 1}`, worker] as const),
        ]) {
          await pause(500 + random() * 1_000);
          const toldAt = Date.now();
          await one.kill("SIGTERM");
          const { code, signal } = await one.untilEnded();
          restarts.push(`${name} ${Date.now() - toldAt} ms (${code ?? signal})`);
          expect(code).to.equal(0);
          await one.start();
          if (workers.includes(one)) await soon("the worker runs again", reports(one));
        }
        await pause(1_000);
      } finally {
        await stop();
      }
      const loadS = Math.round((Date.now() - startedAt) / 1_000);
      const met = {
        requests: deployment.balancer.requests - before.requests,
        refused: deployment.balancer.refused - before.refused,
        broken: deployment.balancer.broken - before.broken,
        cut: deployment.balancer.cut - before.cut,
        failed: deployment.balancer.failed - before.failed,
      };
      say(`ended: ${restarts.join(", ")}`);
      say(
        `in ${loadS} s orders ${load.placed.length}, payments ${load.paid.length}, of them at the channel ${load.paid.filter(({ who }) => paysAtChannel(who)).length}, answers ${JSON.stringify(byKind(load.answers))}, asked again ${load.retried}; the balancer met ${JSON.stringify(met)}`,
      );
      // What the kernel had taken for an API that then stopped listening is lost to it, whatever it does: asked again.
      expect(load.retried).to.equal(met.cut);
      expect(load.answers.filter(({ status, code }) => status !== 502 && (status !== 200 || code !== 0))).to.deep.equal(
        [],
      );
      expect([met.broken, met.failed]).to.deep.equal([0, 0]);
      expect(load.paid.length).to.equal(load.placed.length);
      for (const one of load.paid) {
        await soon("paid", async () => (await statusOf(deployment, one)) === 10);
        await soon("told", async () => (await toldOf(deployment, one.payOrderId)).succeeded > 0);
      }
      const orders = deployment.db.collection<{ payPriceFen: number; memberId: number }>("tradeOrders");
      const mine = await orders.find({ memberId: { $in: members.map(({ memberId }) => memberId) } }).toArray();
      expect(mine.length, "orders of accepted requests").to.equal(load.placed.length);
      for (const one of load.paid) {
        const price = mine.find(({ memberId }) => memberId === one.who.memberId)!.payPriceFen;
        const fromWallet = paysAtChannel(one.who) ? [] : [[one.payOrderId, -price]];
        expect([...(await debitsOf(deployment, one.who))]).to.deep.equal(fromWallet);
        expect(await moneyOf(deployment, one.who)).to.deep.equal([FUNDS - (fromWallet.length > 0 ? price : 0), 0]);
        const { ids, succeeded } = await toldOf(deployment, one.payOrderId);
        expect([ids.size, succeeded], "messages, and deliveries that were taken").to.deep.equal([1, 1]);
      }
      await expectInvariants(deployment);
      expect((await deployment.run("scripts/check/index.js")).code).to.equal(0);
    });
});

const refuses = (url: string): Promise<boolean> =>
  fetch(`${url}/health`, { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );
