import type { Queue } from "bullmq";
import { expect } from "chai";
import { queueGroups } from "#shared/kernel/queue/queueNames.js";
import { byDefaultOne, expectInvariants, pause, say, soon } from "./experiment.js";
import type { Deployment } from "./deployment.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import {
  byCode,
  byWallet,
  currentNo,
  makeShoppers,
  place,
  seeded,
  settle,
  skuWithStock,
  statusOf,
  submit,
  toldOf,
  untilTold,
  type Placed,
} from "./shoppers.js";
import { fund, moneyOf, priceOf } from "./wallets.js";
import { queueOf } from "./queueOf.js";

const isWhole = Boolean(process.env["FAULT_HEAVY"]);
const KILLS = isWhole ? 40 : 6;
const PAYMENTS = isWhole ? { wallet: 60, channel: 40 } : { wallet: 9, channel: 6 };
/** After the last kill, without anybody. */
const ALL_DONE_S = 300;
/** Those that payments are made of. */
const watched = [...queueGroups.money, ...queueGroups.orders, "notify"] as const;
/** Kills come over work where there is some, and else all the same. */
const MOST_IDLE_MS = 10_000;
/** How long the worker is let work, at most: as long as a job that runs alone takes to begin and to end. */
const MOST_WORK_MS = 300;

describe("faults of workers that are killed again and again", function () {
  this.timeout(600_000 + KILLS * 30_000);
  let deployment: Deployment;
  useSharedDeployment((one) => (deployment = one));

  for (const seed of byDefaultOne)
    it(`${KILLS} times amid payments: what dies around a job does not end it (seed ${seed})`, async () => {
      const random = seeded(seed);
      const begun = new Date();
      const { orders, price, fromWallet, atChannel } = await ordersToPay();
      const queues = watched.map((name) => queueOf(deployment, name));
      await deployment.worker.kill("SIGKILL");
      const perKill = Math.ceil(orders.length / Math.ceil(KILLS / 2));
      const left = orders.toSorted(() => random() - 0.5);
      const paying: Promise<unknown>[] = [];
      let overWork = 0;
      try {
        for (let kills = 0; kills < KILLS; kills++) {
          for (const one of left.splice(0, perKill))
            paying.push(fromWallet.includes(one) ? payFromWallet(one) : settle(deployment, atChannel.get(one)!));
          const startedAt = Date.now();
          await deployment.worker.start();
          if (await untilAtWork(queues, startedAt)) overWork++;
          await pause(random() ** 2 * MOST_WORK_MS);
          await deployment.worker.kill("SIGKILL");
        }
      } finally {
        await Promise.all(queues.map((queue) => queue.close()));
        await deployment.worker.start();
      }
      const lastKill = Date.now();
      const stormS = Math.round((lastKill - begun.getTime()) / 1_000);
      await Promise.all(paying);
      const letters = await deployment.db
        .collection("deadLetters")
        .find({ createdAt: { $gte: begun } })
        .toArray();
      expect(
        letters.map(({ job, error }) => `${job} ${error}`),
        "given up",
      ).to.deep.equal([]);
      const leftS = (): number => ALL_DONE_S - (Date.now() - lastKill) / 1_000;
      for (const one of orders) await soon("paid", async () => (await statusOf(deployment, one)) === 10, leftS());
      for (const { payOrderId } of orders)
        await soon("told", async () => (await toldOf(deployment, payOrderId)).succeeded > 0, leftS());
      const open = { open: true, dueAt: { $lte: new Date() }, createdAt: { $gte: begun } };
      await soon(
        "all that was due has ended",
        async () => (await deployment.db.collection("outbox").countDocuments(open)) === 0,
        leftS(),
      );
      await soon("check is clean", async () => (await deployment.check()).length === 0, leftS());
      const doneS = Math.round((Date.now() - lastKill) / 1_000);
      const ended = await deployment.db.collection("deadLetters").countDocuments({ createdAt: { $gte: begun } });
      say(
        `kills ${KILLS} in ${stormS} s, ${overWork} of them over jobs of money; payments ${orders.length}, all done ${doneS} s after the last; dead letters ${ended}`,
      );
      expect(ended).to.equal(0);
      for (const one of fromWallet) expect(await moneyOf(deployment, one.who)).to.deep.equal([50, 0]);
      expect(price).to.be.greaterThan(0);
      for (const { payOrderId } of orders) expect((await toldOf(deployment, payOrderId)).ids.size).to.equal(1);
      await expectInvariants(deployment);
    });

  /** Orders whose payers wait at the channel, and others about to be paid from the wallet. */
  async function ordersToPay() {
    const count = PAYMENTS.wallet + PAYMENTS.channel;
    const skus: number[] = [];
    // Of several products, so that payments do not wait for each other's rows.
    for (let made = 0; made < 10; made++) skus.push(await skuWithStock(deployment, count));
    const members = await makeShoppers(deployment, count);
    const orders: Placed[] = [];
    for (const [index, who] of members.entries()) orders.push(await place(deployment, who, skus[index % skus.length]!));
    const fromWallet = orders.slice(0, PAYMENTS.wallet);
    let price = 0;
    for (const { who, payOrderId } of fromWallet) {
      price = await priceOf(deployment, who, payOrderId);
      await fund(deployment, [who], price + 50);
    }
    const atChannel = new Map<Placed, string>();
    for (const one of orders.slice(PAYMENTS.wallet)) {
      const { status, code, msg } = await untilTold(() => submit(deployment, one, byCode));
      expect([status, code], msg).to.deep.equal([200, 0]);
      atChannel.set(one, await currentNo(deployment, one));
    }
    return { orders, price, fromWallet, atChannel };
  }

  /** Until a job of these is running; false: none came. Those of the last worker count as active until their locks run out. */
  async function untilAtWork(queues: readonly Queue[], startedAt: number): Promise<boolean> {
    const { pid } = deployment.worker;
    const reports = deployment.db.collection("processes");
    await soon("the worker takes jobs", async () => (await reports.countDocuments({ pid })) > 0);
    const latest = Date.now() + MOST_IDLE_MS;
    while (Date.now() < latest) {
      const active = (await Promise.all(queues.map((queue) => queue.getActive()))).flat();
      if (active.some((job) => (job?.processedOn ?? 0) >= startedAt)) return true;
      await pause(2);
    }
    return false;
  }

  /** The client asks again, as often as it takes. */
  const payFromWallet = (one: Placed): Promise<void> =>
    soon(
      "a payment from the wallet is answered",
      async () => {
        const { code } = await submit(deployment, one, byWallet);
        return code === 0 || code === 1007002002;
      },
      600,
    );
});
