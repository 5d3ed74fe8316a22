import { Agent, get } from "node:http";
import { expect } from "chai";
import { eventually } from "#test/support/eventually.js";
import { byDefaultOne, byKind, expectInvariants, pause, say, soon } from "./experiment.js";
import type { Deployment } from "./deployment.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import {
  byWallet,
  makeShoppers,
  order,
  seeded,
  skuWithStock,
  statusOf,
  submit,
  toldOf,
  type Answer,
  type Placed,
  type Shopper,
} from "./shoppers.js";
import { debitsOf, fund, moneyOf } from "./wallets.js";

/** Buyers at the same time; each orders, pays and leaves, and the next one comes. */
const LANES = 4;
/** So many that no variant is hot: what many want at once is another experiment. */
const SKUS = 12;
const FUNDS = 1_000_000;
const MAX_BUYERS = 400;

interface Load {
  placed: (Placed & { key: string })[];
  paid: Placed[];
  /** Every answer, in no order. */
  answers: Answer[];
  /** Answers of the balancer that were asked for again. */
  retried: number;
}

describe("faults of a deploy: each process is ended and started again under load", function () {
  this.timeout(300_000);
  let deployment: Deployment;

  useSharedDeployment((one) => (deployment = one));

  /** Orders and wallet payments until it is stopped. Only what the balancer could not hand on is asked for again. */
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
      const placed = { who, key, orderId: data.id, payOrderId: data.payOrderId };
      load.placed.push(placed);
      const headers = { "idempotency-key": `${key}-pay` };
      const answer = await untilAnswered(() => submit(deployment, placed, byWallet, { headers }));
      if (answer.code === 0) load.paid.push(placed);
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
      const before = { ...deployment.balancer };
      const { load, stop } = startLoad(members, skus);
      const restarts: string[] = [];
      const startedAt = Date.now();
      try {
        for (const [name, one] of [
          ["API 1", deployment.apis[0]!],
          ["API 2", deployment.apis[1]!],
          ["worker", deployment.worker],
        ] as const) {
          await pause(500 + random() * 1_000);
          const toldAt = Date.now();
          await one.kill("SIGTERM");
          const { code, signal } = await one.untilEnded();
          restarts.push(`${name} ${Date.now() - toldAt} ms (${code ?? signal})`);
          expect(code).to.equal(0);
          await one.start();
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
        `in ${loadS} s orders ${load.placed.length}, payments ${load.paid.length}, answers ${JSON.stringify(byKind(load.answers))}, asked again ${load.retried}; the balancer met ${JSON.stringify(met)}`,
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
        expect([...(await debitsOf(deployment, one.who))]).to.deep.equal([[one.payOrderId, -price]]);
        expect(await moneyOf(deployment, one.who)).to.deep.equal([FUNDS - price, 0]);
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
