import { expect } from "chai";
import { byKind, count, expectInvariants, pause, say, seeds, soon } from "./experiment.js";
import type { Deployment } from "./deployment.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import {
  byApp,
  byWallet,
  control,
  currentNo,
  makeShoppers,
  orderAndSubmit,
  place,
  seeded,
  settle,
  skuWithStock,
  statusOf,
  submit,
  toldOf,
  type Submitted,
} from "./shoppers.js";
import { debitsOf, fund, moneyOf, priceOf } from "./wallets.js";

interface AtChannel {
  state: string;
  refunded: number;
  amount: number;
}
const atChannel = (deployment: Deployment, no: string) => control<AtChannel>(deployment, "GET", `/pay/orders/${no}`);
const rowsOf = (deployment: Deployment, collection: string, payOrderId: number, filter: object = {}) =>
  deployment.db.collection(collection).countDocuments({ payOrderId, ...filter });

describe("faults of money from two sides", function () {
  this.timeout(300_000);
  let deployment: Deployment;

  useSharedDeployment((one) => (deployment = one));
  afterEach("the invariants hold", async () => {
    await control(deployment, "DELETE", "/faults");
    await expectInvariants(deployment);
  });

  /** Both channels wait for the payer: the close of the first is answered by an error, so nobody knows of it. */
  async function openAtTwo(submitted: Submitted): Promise<string> {
    await control(deployment, "PUT", "/faults", { platform: "wechatpay", mode: "error", count: 50, path: "/close" });
    const answer = await submit(deployment, submitted, byApp);
    expect(answer.code, answer.msg).to.equal(0);
    await control(deployment, "DELETE", "/faults");
    const second = await currentNo(deployment, submitted);
    expect([second === submitted.no, (await atChannel(deployment, submitted.no)).state]).to.deep.equal([
      false,
      "waiting",
    ]);
    return second;
  }

  for (const seed of seeds)
    it(`two channels are paid for one order at once (seed ${seed})`, async () => {
      const random = seeded(seed);
      const [who] = await makeShoppers(deployment, 1);
      const first = await orderAndSubmit(deployment, who!, await skuWithStock(deployment, 10));
      const second = await openAtTwo(first);
      const failedBefore = deployment.balancer.failed;
      const lateMs = Math.round(random() * 60);
      const [one, two] = random() < 0.5 ? [first.no, second] : [second, first.no];
      await Promise.all([
        settle(deployment, one, { times: 5, force: true }),
        pause(lateMs).then(() => settle(deployment, two, { times: 5, force: true })),
      ]);
      await soon("paid", async () => (await statusOf(deployment, first)) === 10);
      const states = () => Promise.all([first.no, second].map((no) => atChannel(deployment, no)));
      await soon("one goes back", async () => (await states()).filter(({ refunded }) => refunded > 0).length > 0);
      await soon("told", async () => (await toldOf(deployment, first.payOrderId)).succeeded > 0);
      const ended = await states();
      const paid = {
        orders: await rowsOf(deployment, "payAttempts", first.payOrderId, { status: 10 }),
        refunds: await rowsOf(deployment, "payRefunds", first.payOrderId),
        anomalies: await rowsOf(deployment, "payAnomalies", first.payOrderId, { kind: "secondPayment" }),
        notifications: (await toldOf(deployment, first.payOrderId)).ids.size,
        failed: deployment.balancer.failed - failedBefore,
      };
      say(
        `second payment after ${lateMs} ms; paid ${ended.map(({ state }) => state).join(" and ")}, ${JSON.stringify(paid)}`,
      );
      expect(paid).to.deep.equal({ orders: 1, refunds: 1, anomalies: 1, notifications: 1, failed: 0 });
      const back = ended.map(({ refunded, amount }) => refunded / amount).sort();
      expect(back, "all of one, nothing of the other").to.deep.equal([0, 1]);
    });

  for (const seed of seeds)
    it(`the wallet and a channel pay one order at the same moment (seed ${seed})`, async () => {
      const random = seeded(seed);
      const members = await makeShoppers(deployment, 12);
      const skuId = await skuWithStock(deployment, 20);
      const orders: Submitted[] = [];
      for (const who of members) orders.push(await orderAndSubmit(deployment, who, skuId));
      const price = await priceOf(deployment, members[0]!, orders[0]!.payOrderId);
      await fund(deployment, members, price);
      const failedBefore = deployment.balancer.failed;
      const race = (some: Submitted[]) =>
        Promise.all(
          some.map(async (order) => {
            const payer = pause(random() * 500).then(() => settle(deployment, order.no));
            const answer = await submit(deployment, order, byWallet);
            await payer;
            return answer;
          }),
        );
      const answers = await race(orders.slice(0, 6));
      // For the others the channel does not say whether it has closed: it may be paid after the wallet was.
      await control(deployment, "PUT", "/faults", {
        platform: "wechatpay",
        mode: "error",
        count: 1_000,
        path: "/close",
      });
      answers.push(...(await race(orders.slice(6))));
      await control(deployment, "DELETE", "/faults");
      let [byWalletPaid, byChannelPaid, givenBack] = [0, 0, 0];
      for (const [index, order] of orders.entries()) {
        await soon("paid", async () => (await statusOf(deployment, order)) === 10);
        const fromWallet = answers[index]!.code === 0;
        const { state, amount } = await atChannel(deployment, order.no);
        expect(await moneyOf(deployment, order.who)).to.deep.equal([fromWallet ? 0 : price, 0]);
        if (fromWallet && state === "paid") {
          await soon("given back", async () => (await atChannel(deployment, order.no)).refunded === amount);
          expect(await rowsOf(deployment, "payAnomalies", order.payOrderId)).to.equal(1);
          givenBack++;
        } else expect((await atChannel(deployment, order.no)).refunded).to.equal(0);
        if (fromWallet) byWalletPaid++;
        else byChannelPaid++;
        expect(await rowsOf(deployment, "payAttempts", order.payOrderId, { status: 10 })).to.equal(1);
        await soon("told", async () => (await toldOf(deployment, order.payOrderId)).succeeded > 0);
        expect((await toldOf(deployment, order.payOrderId)).ids.size).to.equal(1);
      }
      say(
        `orders ${orders.length}: by wallet ${byWalletPaid} (of these also at the channel, given back: ${givenBack}), by channel ${byChannelPaid}; answers ${JSON.stringify(byKind(answers))}`,
      );
      // Paid at the channel (1007003002) or paid already (1007002002): both say that nothing was taken.
      expect(answers.filter(({ code }) => ![0, 1007003002, 1007002002].includes(code))).to.deep.equal([]);
      expect(deployment.balancer.failed - failedBefore).to.equal(0);
    });

  for (const seed of seeds)
    it(`a wallet with money for three pays thirty orders at once (seed ${seed})`, async () => {
      const random = seeded(seed);
      const [who] = await makeShoppers(deployment, 1);
      const skuId = await skuWithStock(deployment, 50);
      const orders = [];
      for (let made = 0; made < 30; made++) orders.push(await place(deployment, who!, skuId));
      const price = await priceOf(deployment, who!, orders[0]!.payOrderId);
      const rest = Math.floor(random() * price);
      await fund(deployment, [who!], price * 3 + rest);
      const failedBefore = deployment.balancer.failed;
      const answers = await Promise.all(
        orders.map(async (order) => {
          await pause(random() * 20);
          return submit(deployment, order, byWallet);
        }),
      );
      const paid = count(answers, ({ code }) => code === 0);
      const refused = count(
        answers,
        ({ status, code, msg }) => status === 200 && code === 1007002004 && msg!.includes("[1007007001]"),
      );
      say(`paid ${paid}, refused by name ${refused}, answers ${JSON.stringify(byKind(answers))}`);
      expect({ paid, refused }).to.deep.equal({ paid: 3, refused: 27 });
      expect(deployment.balancer.failed - failedBefore).to.equal(0);
      expect(await moneyOf(deployment, who!)).to.deep.equal([rest, 0]);
      const debits = await debitsOf(deployment, who!);
      const payers = orders.filter((_, index) => answers[index]!.code === 0).map(({ payOrderId }) => payOrderId);
      expect(new Set(debits.keys())).to.deep.equal(new Set(payers));
      expect([...debits.values()]).to.deep.equal([-price, -price, -price]);
      for (const [index, order] of orders.entries())
        if (answers[index]!.code === 0) await soon("paid", async () => (await statusOf(deployment, order)) === 10);
        else expect(await statusOf(deployment, order)).to.equal(0);
    });
});
