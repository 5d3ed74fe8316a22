import { Agent, get } from "node:http";
import { expect } from "chai";
import { eventually } from "#test/support/eventually.js";
import { byDefaultOne, byKind, expectInvariants, pause, say, soon } from "./experiment.js";
import type { House } from "./house.js";
import { useSharedHouse } from "./sharedHouse.js";
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
  let house: House;

  useSharedHouse((one) => (house = one));

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
      const { status, code, data } = await untilAnswered(() => order(house, who, skuId, 1, key));
      if (status !== 200 || code !== 0) return;
      const placed = { who, key, orderId: data.id, payOrderId: data.payOrderId };
      load.placed.push(placed);
      const headers = { "idempotency-key": `${key}-pay` };
      const answer = await untilAnswered(() => submit(house, placed, byWallet, { headers }));
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
    const api = house.apis[0]!;
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
      const members = await makeShoppers(house, MAX_BUYERS);
      await fund(house, members, FUNDS);
      const skus: number[] = [];
      for (let made = 0; made < SKUS; made++) skus.push(await skuWithStock(house, MAX_BUYERS));
      const before = { ...house.balancer };
      const { load, stop } = startLoad(members, skus);
      const restarts: string[] = [];
      const startedAt = Date.now();
      try {
        for (const [name, one] of [
          ["API 1", house.apis[0]!],
          ["API 2", house.apis[1]!],
          ["worker", house.worker],
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
        requests: house.balancer.requests - before.requests,
        refused: house.balancer.refused - before.refused,
        broken: house.balancer.broken - before.broken,
        cut: house.balancer.cut - before.cut,
        failed: house.balancer.failed - before.failed,
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
        await soon("paid", async () => (await statusOf(house, one)) === 10);
        await soon("told", async () => (await toldOf(house, one.payOrderId)).succeeded > 0);
      }
      const orders = house.db.collection<{ payPriceFen: number; memberId: number }>("tradeOrders");
      const mine = await orders.find({ memberId: { $in: members.map(({ memberId }) => memberId) } }).toArray();
      expect(mine.length, "orders of accepted requests").to.equal(load.placed.length);
      for (const one of load.paid) {
        const price = mine.find(({ memberId }) => memberId === one.who.memberId)!.payPriceFen;
        expect([...(await debitsOf(house, one.who))]).to.deep.equal([[one.payOrderId, -price]]);
        expect(await moneyOf(house, one.who)).to.deep.equal([FUNDS - price, 0]);
        expect((await toldOf(house, one.payOrderId)).ids.size).to.equal(1);
      }
      await expectInvariants(house);
      expect((await house.run("scripts/check/index.js")).code).to.equal(0);
    });
});

const refuses = (url: string): Promise<boolean> =>
  fetch(`${url}/health`, { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );
