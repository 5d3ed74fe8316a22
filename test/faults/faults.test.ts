import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { byDefaultOne, count, expectInvariants, pause, say, seeds, soon } from "./experiment.js";
import type { Deployment } from "./deployment.js";
import { paymentsToCome } from "./paymentsToCome.js";
import { signInOperator } from "./rewards.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import {
  byCode,
  byWallet,
  call,
  control,
  currentNo,
  makeShoppers,
  order,
  orderAndSubmit,
  place,
  seeded,
  settle,
  skuWithStock,
  statusOf,
  submit,
  toldOf,
  type Answer,
  type Submitted,
  untilTold,
} from "./shoppers.js";
import { fund, moneyOf } from "./wallets.js";

describe("faults", function () {
  this.timeout(300_000);
  let deployment: Deployment;

  useSharedDeployment((one) => (deployment = one));
  afterEach("the invariants hold", () => expectInvariants(deployment));

  /** Orders that were being settled when a worker died. */
  const unsettled: Submitted[] = [];

  for (const seed of seeds)
    it(`a worker SIGKILLed in the middle of its jobs (seed ${seed})`, async () => {
      const random = seeded(seed);
      const buyers = await makeShoppers(deployment, 12);
      const skuId = await skuWithStock(deployment, 100);
      const orders = [];
      for (const who of buyers) orders.push(await orderAndSubmit(deployment, who, skuId));
      await control(deployment, "PUT", "/merchant/mall/behaviour", { status: 200, delayMs: 150, failFirst: 0 });
      const settling = Promise.all(orders.map(({ no }) => settle(deployment, no)));
      const killAfterMs = Math.round(20 + random() * 400);
      await pause(killAfterMs);
      await deployment.worker.kill("SIGKILL");
      await settling;
      const open = await deployment.db.collection("outbox").countDocuments({ open: true, dueAt: { $lte: new Date() } });
      await deployment.worker.start();
      await control(deployment, "PUT", "/merchant/mall/behaviour", { status: 200, delayMs: 0, failFirst: 0 });
      say(`killed after ${killAfterMs} ms with ${open} jobs open`);
      unsettled.push(...orders);
    });

  // Early: a restarted database gives free at once what the killed workers held, otherwise it takes a minute.
  for (const seed of byDefaultOne)
    it(`MongoDB killed and restarted while orders are placed (seed ${seed})`, async () => {
      const random = seeded(seed);
      // One that is still starting would end for want of a database, and nobody here starts it again.
      await untilWorkerWorks(deployment);
      const buyers = await makeShoppers(deployment, 40);
      const skuId = await skuWithStock(deployment, 100);
      const payments = await paymentsToCome(deployment);
      const attempt = () =>
        Promise.all(buyers.map((who) => order(deployment, who, skuId, 1, `mongo-${seed}-${who.memberId}`)));
      const placing = attempt();
      const killAfterMs = Math.round(10 + random() * 600);
      await pause(killAfterMs);
      const paying = payments.come();
      await deployment.services.mongodb!.kill("SIGKILL");
      const first = await placing;
      const met = await paying;
      const [stranger] = buyers;
      const askedAt = Date.now();
      const down = await call(deployment, stranger!, `/app-api/trade/order/getOrderDetail?id=1`);
      const waitedMs = Date.now() - askedAt;
      await deployment.services.mongodb!.restart();
      let last: Answer[] = [];
      await soon(
        "every buyer has an answer",
        async () => {
          last = await attempt();
          return last.every(({ code }) => code === 0);
        },
        120,
      );
      const orders = await deployment.db
        .collection("tradeOrders")
        .countDocuments({ memberId: { $in: buyers.map((who) => who.memberId) } });
      say(
        `killed after ${killAfterMs} ms: ${count(first, ({ code }) => code === 0)} answered before, ${down.status} in ${waitedMs} ms while away, orders ${orders} of 40; ${met}`,
      );
      await payments.allPaidOnce();
      expect(down.status).to.equal(503);
      expect(waitedMs).to.be.below(10_000);
      expect(orders).to.equal(40);
    });

  for (const seed of seeds)
    it(`fifty copies of one callback over two APIs pay once (seed ${seed})`, async () => {
      const [who] = await makeShoppers(deployment, 1);
      const submitted = await orderAndSubmit(deployment, who!, await skuWithStock(deployment, 10));
      const { deliveries } = await settle(deployment, submitted.no, { times: 50 });
      await soon("paid", async () => (await statusOf(deployment, submitted)) === 10);
      await soon("told", async () => (await toldOf(deployment, submitted.payOrderId)).succeeded > 0);
      const { ids } = await toldOf(deployment, submitted.payOrderId);
      // One stored callback is one job; other tests' callbacks may still be coming.
      const jobs = { job: "pay.handleCallback", subjects: `payOrderId:${submitted.payOrderId}` };
      const jobCount = (): Promise<number> => deployment.db.collection("outbox").countDocuments(jobs);
      // A job's row names the order when its end is written.
      await soon("the job's end is written", async () => (await jobCount()) > 0);
      const rows = await jobCount();
      say(
        `copies ${deliveries.length}, taken ${deliveries.filter(({ status }) => status < 300).length}, notifications ${ids.size}, stored ${rows}`,
      );
      expect(deliveries.filter(({ status }) => status >= 300).length).to.equal(0);
      expect([ids.size, rows]).to.deep.equal([1, 1]);
    });

  it("fifty copies of a recharge's callback over two APIs are one credit", async () => {
    const [who] = await makeShoppers(deployment, 1);
    const created = await call(deployment, who!, "/app-api/pay/wallet-recharge/create", { payPrice: 5_000 });
    expect(created.code, created.msg).to.equal(0);
    const recharge = { who: who!, payOrderId: created.data.payOrderId as number };
    expect((await untilTold(() => submit(deployment, recharge, byCode))).code).to.equal(0);
    const { deliveries } = await settle(deployment, await currentNo(deployment, recharge), { times: 50 });
    await soon("told", async () => (await toldOf(deployment, recharge.payOrderId, "wallet")).succeeded > 0);
    await soon("credited", async () => (await moneyOf(deployment, who!))[0] > 0);
    const rows = await deployment.db.collection("walletTransactions").find({ memberId: who!.memberId }).toArray();
    const { ids } = await toldOf(deployment, recharge.payOrderId, "wallet");
    const taken = deliveries.filter(({ status }) => status < 300).length;
    say(`copies ${deliveries.length}, taken ${taken}, notifications ${ids.size}, credits ${rows.length}`);
    expect(taken).to.equal(50);
    expect([ids.size, rows.map((row) => row["priceFen"])]).to.deep.equal([1, [5_000]]);
    expect(await moneyOf(deployment, who!)).to.deep.equal([5_000, 0]);
  });

  it("forged and wrong-amount callbacks pay nothing", async () => {
    const [who] = await makeShoppers(deployment, 1);
    const skuId = await skuWithStock(deployment, 10);
    const forged = await orderAndSubmit(deployment, who!, skuId);
    const refused = await settle(deployment, forged.no, { badSignature: true });
    const short = await orderAndSubmit(deployment, who!, skuId);
    await settle(deployment, short.no, { amount: 1 });
    await soon("the wrong amount is given back", async () => {
      const paid = await control<{ refunded: number }>(deployment, "GET", `/pay/orders/${short.no}`);
      return paid.refunded === 1;
    });
    const anomalies = await deployment.db.collection("payAnomalies").countDocuments({ payOrderId: short.payOrderId });
    say(`forged answered ${refused.deliveries[0]?.status}, wrong amount: anomalies ${anomalies}, refunded 1 fen`);
    expect(refused.deliveries.every(({ status }) => status >= 400)).to.equal(true);
    expect([await statusOf(deployment, forged), await statusOf(deployment, short)]).to.deep.equal([0, 0]);
    expect(anomalies).to.equal(1);
  });

  for (const seed of seeds)
    it(`two hundred buyers want the last fifty (seed ${seed})`, async () => {
      const buyers = await makeShoppers(deployment, 200);
      const skuId = await skuWithStock(deployment, 50);
      const answers = await Promise.all(buyers.map((who) => order(deployment, who, skuId)));
      const placed = count(answers, ({ code }) => code === 0);
      const refused = count(answers, ({ code }) => code === 1008006004);
      const broken = count(answers, ({ status }) => status >= 500 || status === 0);
      const statuses = answers.filter(({ status }) => status >= 500 || status === 0).map(({ status }) => status);
      say(`orders ${placed}, named refusals ${refused}, 5xx or lost ${broken} ${statuses.join(",")}`);
      expect({ placed, refused, broken }).to.deep.equal({ placed: 50, refused: 150, broken: 0 });
    });

  for (const seed of seeds)
    it(`the API SIGKILLed between commit and relay (seed ${seed})`, async () => {
      const [who] = await makeShoppers(deployment, 1);
      await fund(deployment, [who!], 1_000_000);
      const placed = await place(deployment, who!, await skuWithStock(deployment, 10));
      // A Redis that does not answer holds every relay: what commits now has reached MongoDB alone.
      await deployment.redis.kill("SIGSTOP");
      const paying = submit(deployment, placed, byWallet);
      const rows = deployment.db.collection("outbox");
      const telling = { job: "trade.markOrderPaid", "about.payOrderId": placed.payOrderId };
      await soon("the payment is committed", async () => (await rows.countDocuments(telling)) > 0);
      await Promise.all(deployment.apis.map((api) => api.kill("SIGKILL")));
      const left = await rows.countDocuments({ state: "waiting" });
      await deployment.redis.kill("SIGCONT");
      await paying;
      await Promise.all(deployment.apis.map((api) => api.start()));
      await soon(
        "the worker relays what was left",
        async () => (await rows.countDocuments({ state: "waiting" })) === 0,
      );
      await soon("the order is paid", async () => (await statusOf(deployment, placed)) === 10);
      say(`rows left unrelayed ${left}, paid order of the buyer 1`);
      expect(left).to.be.greaterThan(0);
    });

  it("and what the killed workers left is done, each order paid and told of once", async () => {
    for (const one of unsettled) {
      await soon("paid", async () => (await statusOf(deployment, one)) === 10);
      await soon("told", async () => (await toldOf(deployment, one.payOrderId)).succeeded > 0);
    }
    const ids = await Promise.all(unsettled.map(async (one) => (await toldOf(deployment, one.payOrderId)).ids.size));
    say(`orders ${unsettled.length}, all paid and told, one notification each`);
    expect(new Set(ids)).to.deep.equal(new Set([1]));
  });
});

/** What is kept meanwhile waits in MongoDB, for seconds or for minutes alike; FAULT_AWAY_SECONDS makes it long. */
const awaySeconds = Number(process.env["FAULT_AWAY_SECONDS"] ?? 0);

describe("orders that wait to expire, and payments under way", function () {
  this.timeout(120_000);
  let deployment: Deployment;
  let operator: { token: string };
  useSharedDeployment((one) => (deployment = one));
  before(async () => {
    operator = await signInOperator(deployment);
  });

  for (const seed of byDefaultOne)
    it(`survive a Redis that is flushed and restarted (seed ${seed})`, async () => {
      const buyers = await makeShoppers(deployment, 20);
      const skuId = await skuWithStock(deployment, 60);
      const answers = await Promise.all(buyers.map((who) => order(deployment, who, skuId, 2)));
      const refused = answers.filter(({ code }) => code !== 0).map(({ status, code }) => `${status}/${code}`);
      expect(refused).to.deep.equal([]);
      const payments = await paymentsToCome(deployment);
      const payExpireTime = Date.now() + 6_000;
      for (const { data } of answers) await expireAt(deployment, operator, data.id, payExpireTime);
      await deployment.redis.flush();
      await deployment.redis.kill("SIGKILL");
      const awayAt = Date.now();
      const met = await payments.come();
      await setTimeout(awayAt + awaySeconds * 1_000 - Date.now());
      await deployment.redis.restart();
      const awayS = Math.round((Date.now() - awayAt) / 1_000);
      const mine = { memberId: { $in: buyers.map((who) => who.memberId) } };
      await soon(
        "all are closed",
        async () => (await deployment.db.collection("tradeOrders").countDocuments({ ...mine, status: 40 })) === 20,
        90,
      );
      const sku = await deployment.db.collection<{ _id: number; stock: number }>("skus").findOne({ _id: skuId });
      await payments.allPaidOnce();
      say(`orders 20, closed 20, stock back ${sku?.stock} of 60; away for ${awayS} s: ${met}`);
      expect(sku?.stock).to.equal(60);
      await expectInvariants(deployment);
    });
});

/** What is paid is told to its order. */
async function untilWorkerWorks(deployment: Deployment): Promise<void> {
  const [who] = await makeShoppers(deployment, 1);
  await fund(deployment, [who!], 1_000_000);
  const placed = await place(deployment, who!, await skuWithStock(deployment, 1));
  expect((await untilTold(() => submit(deployment, placed, byWallet))).code).to.equal(0);
  await soon("paid", async () => (await statusOf(deployment, placed)) === 10);
}

async function expireAt(
  deployment: Deployment,
  operator: { token: string },
  id: number,
  payExpireTime: number,
): Promise<void> {
  const moved = await call(
    deployment,
    operator,
    "/admin-api/trade/order/update-expire",
    { id, payExpireTime },
    { method: "PUT" },
  );
  expect(moved.code, moved.msg).to.equal(0);
}
