import { expect } from "chai";
import { byKind, soon } from "./experiment.js";
import type { Deployment } from "./deployment.js";
import {
  byCode,
  byWallet,
  currentNo,
  makeShoppers,
  place,
  settle,
  skuWithStock,
  statusOf,
  submit,
  toldOf,
  untilTold,
  type Placed,
  type Way,
} from "./shoppers.js";
import { fund, moneyOf, priceOf } from "./wallets.js";

interface PaymentsToCome {
  /** All of them at this moment; how they were answered, for people. */
  come(): Promise<string>;
  /** The wallet's payers ask again, as clients do; in the end each order is paid once, and told of once. */
  allPaidOnce(): Promise<void>;
}

/** Orders whose payers wait at the channel, and others about to be paid from the wallet, wholly or in part. */
export async function paymentsToCome(deployment: Deployment): Promise<PaymentsToCome> {
  const members = await makeShoppers(deployment, 12);
  const skuId = await skuWithStock(deployment, 20);
  const orders = await Promise.all(members.map((who) => place(deployment, who, skuId)));
  const price = await priceOf(deployment, members[0]!, orders[0]!.payOrderId);
  const [plain, inPart, byWallets] = [orders.slice(0, 4), orders.slice(4, 8), orders.slice(8)];
  const part = 100;
  // Who pays in part cannot pay all.
  const fundsOf = (one: Placed): number => (byWallets.includes(one) ? price : part * 2);
  for (const one of orders) await fund(deployment, [one.who], fundsOf(one));
  const submitted = async (one: Placed, way: Way): Promise<void> => {
    const { status, code, msg } = await untilTold(() => submit(deployment, one, way));
    expect([status, code], msg).to.deep.equal([200, 0]);
  };
  for (const one of plain) await submitted(one, byCode);
  for (const one of inPart) await submitted(one, { ...byCode, walletPart: part });
  const atChannel = [...plain, ...inPart];
  const numbers = await Promise.all(atChannel.map((one) => currentNo(deployment, one)));
  const fromWallet = () => Promise.all(byWallets.map((one) => submit(deployment, one, byWallet)));
  return {
    async come() {
      const [settled, answers] = await Promise.all([
        Promise.all(numbers.map((no) => settle(deployment, no, { times: 2 }))),
        fromWallet(),
      ]);
      const copies = settled.flatMap(({ deliveries }) => deliveries);
      const taken = copies.filter(({ status }) => status < 300).length;
      return `callbacks ${copies.length}, kept ${taken}, wallet payments answered ${JSON.stringify(byKind(answers))}`;
    },
    async allPaidOnce() {
      await soon("the wallet's are answered", async () =>
        (await fromWallet()).every(({ code }) => code === 0 || code === 1007002002),
      );
      for (const one of orders) {
        await soon("paid", async () => (await statusOf(deployment, one)) === 10);
        await soon("told", async () => (await toldOf(deployment, one.payOrderId)).succeeded > 0);
        const spent = byWallets.includes(one) ? price : inPart.includes(one) ? part : 0;
        expect(await moneyOf(deployment, one.who)).to.deep.equal([fundsOf(one) - spent, 0]);
        expect((await toldOf(deployment, one.payOrderId)).ids.size).to.equal(1);
      }
    },
  };
}
