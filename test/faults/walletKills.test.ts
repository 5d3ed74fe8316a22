import { expect } from "chai";
import { byDefaultOne, byKind, expectInvariants, pause, say, soon } from "./experiment.js";
import type { Program } from "#scripts/deployment/program.js";
import type { Deployment } from "./deployment.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import {
  byApp,
  byCode,
  byWallet,
  call,
  currentNo,
  makeShoppers,
  place,
  seeded,
  settle,
  skuWithStock,
  statusOf,
  submit,
  type Answer,
  type Placed,
  type Way,
} from "./shoppers.js";
import { debitsOf, fund, moneyOf } from "./wallets.js";

/** Processes killed over all seeds, an API and the worker in turn; FAULT_KILLS=34 interrupts 100 payments of each way. */
const kills = Number(process.env["FAULT_KILLS"] ?? 4);
/** FAULT_KILLED=worker kills workers alone. */
const workersAlone = process.env["FAULT_KILLED"] === "worker";
/** Payments under way when a process dies, each time, and each begun at a moment of its own. */
const VICTIMS = 6;
const WALLET_PART = 100;

interface Victim extends Placed {
  price: number;
  funds: number;
  way: Way;
  key: string | undefined;
  answer: Answer;
  /** The payer was at the channel at once: where the worker dies, it is over the wallet's part that is to be taken. */
  isSettled: boolean;
}

describe("faults of a wallet payment whose process is killed", function () {
  // What a dead process held is held for up to a minute.
  this.timeout(600_000 + kills * 30_000);
  let deployment: Deployment;

  useSharedDeployment((one) => (deployment = one));

  const victims: Victim[] = [];

  for (const [turn, seed] of byDefaultOne.entries()) {
    const share = Math.floor(kills / byDefaultOne.length) + (turn < kills % byDefaultOne.length ? 1 : 0);
    it(`${share} times: each order is unpaid with its money untouched, or paid once (seed ${seed})`, async () => {
      const startedAt = Date.now();
      const random = seeded(seed);
      const skus: number[] = [];
      for (let made = 0; made < VICTIMS; made++) skus.push(await skuWithStock(deployment, 1_000));
      const mine: Victim[] = [];
      // How long payments take here and now, so that the kills meet any moment of one.
      let typicalMs = 0;
      for (const api of deployment.apis.slice(0, 2)) {
        const ready = await makeVictims(api, skus, mine.length);
        const paidAt = Date.now();
        mine.push(...(await payAll(ready, api)));
        typicalMs = Date.now() - paidAt;
      }
      const restarts: Promise<void>[] = [];
      let workerWorks: Promise<void> | undefined;
      let workers = 0;
      for (let kill = 0; kill < share; kill++) {
        const isWorkers = workersAlone || kill % 2 === 1;
        const chosen = (kill >> 1) % deployment.apis.length;
        const api = deployment.apis[chosen]!;
        await restarts[chosen];
        await workerWorks;
        // At the process that is to die: it has begun to work then, as one has that dies of its work.
        const ready = await makeVictims(api, skus, kill);
        const paying = payAll(ready, api, () => (random() * typicalMs) / 2, isWorkers);
        // What a worker has to do comes after what the API does.
        await pause(((1 + random() * (isWorkers ? 3 : 1)) * typicalMs) / 2);
        if (isWorkers) {
          workers++;
          await deployment.worker.kill("SIGKILL");
          workerWorks = startWorker();
        } else {
          await api.kill("SIGKILL");
          restarts[chosen] = api.start();
        }
        mine.push(...(await paying));
      }
      await Promise.all([...restarts, workerWorks]);
      victims.push(...mine);
      const tookS = Math.round((Date.now() - startedAt) / 1_000);
      const answers = mine.map(({ answer }) => answer);
      say(
        `kills ${share} in ${tookS} s (workers ${workers} of them), within ${typicalMs} ms; payments under way ${mine.length}, of these in part from the wallet ${mine.filter(isCombined).length}, answered ${JSON.stringify(byKind(answers))}`,
      );
      say(`what stands: ${JSON.stringify(await stateOfAll(mine))}`);
      const surprises = answers.filter(({ status, code }) => code !== 0 && ![0, 502, 503].includes(status));
      expect(surprises).to.deep.equal([]);
      await expectInvariants(deployment);
    });
  }

  it("and a repeat of each then pays it, once; what was frozen is spent or given free", async () => {
    // What a killed process held in a transaction is given free after a minute, by a restarted database at once.
    await deployment.services.mongodb!.restart();
    const startedAt = Date.now();
    const repeated = victims.filter(({ answer }) => answer.code !== 0);
    await inTens(repeated, repeat);
    await inTens(victims, finish);
    const repeatedS = Math.round((Date.now() - startedAt) / 1_000);
    say(`repeats ${repeated.length} of ${victims.length}, all orders ended in ${repeatedS} s`);
    await expectInvariants(deployment);
  });

  const payAll = (
    ready: Victim[],
    { url: at }: Program,
    afterMs: () => number = () => 0,
    isPayerFast = false,
  ): Promise<Victim[]> =>
    Promise.all(
      ready.map(async (victim) => {
        await pause(afterMs());
        const answer = await submit(deployment, victim, victim.way, { headers: keyOf(victim), at: at! });
        const isSettled = isPayerFast && isCombined(victim) && answer.code === 0;
        if (isSettled) await settle(deployment, await currentNo(deployment, victim));
        return { ...victim, answer, isSettled };
      }),
    );

  /** Until it has done something: one that is still starting would not be killed over its work. */
  async function startWorker(): Promise<void> {
    const startedAt = new Date();
    await deployment.worker.start();
    const done = { state: "done", endedAt: { $gte: startedAt } };
    await soon("the worker works", async () => (await deployment.db.collection("outbox").countDocuments(done)) > 0);
  }

  /** Members with an unpaid order each: over two turns half pay from the wallet, half in part; half send a key. */
  async function makeVictims(api: Program, skus: number[], turn: number): Promise<Victim[]> {
    const members = await makeShoppers(deployment, VICTIMS);
    const placed = await Promise.all(
      members.map((who, index) => place(deployment, who, skus[index]!, { at: api.url! })),
    );
    const payOrders = await deployment.db
      .collection<{ _id: number; priceFen: number }>("payOrders")
      .find({ _id: { $in: placed.map(({ payOrderId }) => payOrderId) } })
      .toArray();
    const made = placed.map((one, index): Victim => {
      const price = payOrders.find(({ _id }) => _id === one.payOrderId)!.priceFen;
      const inPart = (turn + (index >> 1)) % 2 === 1;
      return {
        ...one,
        price,
        funds: inPart ? WALLET_PART * 2 : price + 50,
        way: inPart ? { ...(turn % 2 === 0 ? byCode : byApp), walletPart: WALLET_PART } : byWallet,
        key: index % 2 === 0 ? `kill-${one.payOrderId}` : undefined,
        answer: { status: 0, code: -1, data: null },
        isSettled: false,
      };
    });
    await Promise.all(made.map(({ who, funds }) => fund(deployment, [who], funds)));
    return made;
  }

  /** What the kills left, before anyone repeats anything. */
  async function stateOfAll(victims: Victim[]): Promise<Record<string, number>> {
    const states: Record<string, number> = {};
    for (const victim of victims) {
      // The worker is at it at this moment.
      if (victim.isSettled) {
        states["paid at the channel"] = (states["paid at the channel"] ?? 0) + 1;
        continue;
      }
      const payOrder = await deployment.db
        .collection<{ _id: number; status: number }>("payOrders")
        .findOne({ _id: victim.payOrderId });
      const debit = (await debitsOf(deployment, victim.who)).get(victim.payOrderId);
      const money = await moneyOf(deployment, victim.who);
      const byOne = !isCombined(victim);
      const answered = victim.answer.code === 0 ? "answered" : "no answer";
      if (payOrder!.status === 10) {
        expect([byOne, debit, money]).to.deep.equal([true, -victim.price, [victim.funds - victim.price, 0]]);
        states[`paid, ${answered}`] = (states[`paid, ${answered}`] ?? 0) + 1;
        continue;
      }
      expect([payOrder!.status, debit]).to.deep.equal([0, undefined]);
      expect(byOne && victim.answer.code === 0, "answered as paid, and is not").to.equal(false);
      expect(money[0] + money[1]).to.equal(victim.funds);
      expect(byOne ? [0] : [0, WALLET_PART]).to.include(money[1]);
      const state = money[1] > 0 ? `part frozen, ${answered}` : `untouched, ${answered}`;
      states[state] = (states[state] ?? 0) + 1;
    }
    return states;
  }

  /** The client asks again, as often as it takes. What is paid already says so. */
  async function repeat(victim: Victim): Promise<void> {
    await soon("a repeat is answered", async () => {
      const { code } = await submit(deployment, victim, victim.way, { headers: keyOf(victim) });
      return code === 0 || (victim.way === byWallet && code === 1007002002);
    });
  }

  /** Combined payments that nobody has paid yet: half are paid at the channel, half cancelled; every order then is what its wallet says. */
  async function finish(victim: Victim, index: number): Promise<void> {
    const { who, orderId, payOrderId, price, funds, way, isSettled } = victim;
    const part = way.walletPart;
    const isCancelled = part !== undefined && !isSettled && index % 2 === 0;
    if (part !== undefined && !isSettled) expect(await moneyOf(deployment, who)).to.deep.equal([funds - part, part]);
    if (isCancelled)
      expect((await call(deployment, who, "/app-api/trade/order/cancel", { id: orderId })).code).to.equal(0);
    else if (part !== undefined && !isSettled) await settle(deployment, await currentNo(deployment, victim));
    await soon("ended", async () => (await statusOf(deployment, victim)) === (isCancelled ? 40 : 10));
    const spent = isCancelled ? 0 : (part ?? price);
    expect(await moneyOf(deployment, who)).to.deep.equal([funds - spent, 0]);
    expect([...(await debitsOf(deployment, who))]).to.deep.equal(spent === 0 ? [] : [[payOrderId, -spent]]);
  }
});

const isCombined = ({ way }: Victim): boolean => way.walletPart !== undefined;
const keyOf = ({ key }: Victim): Record<string, string> => (key === undefined ? {} : { "idempotency-key": key });

async function inTens<T>(list: T[], work: (one: T, index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < list.length; from += 10)
    await Promise.all(list.slice(from, from + 10).map((one, index) => work(one, from + index)));
}
