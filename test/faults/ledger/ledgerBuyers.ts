import { expect } from "chai";
import { pause, soon } from "../experiment.js";
import type { Deployment } from "../deployment.js";
import {
  byCode,
  byWallet,
  currentNo,
  makeShoppers,
  order,
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

/** Few, so that they have room beside a backlog. */
const LANES = 2;
const BETWEEN_MS = 800;
const FUNDS = 1_000_000;
const MOST_BUYERS = 300;
const SKUS = 6;
/** A connection that broke, an API that is away, a store or a queue that was, and a request whose process died with it. */
const AGAIN = [0, 409, 502, 503];
/** What a dead process held, or had begun, is another's after some seconds. */
const PATIENCE = 120;
const PAID_ALREADY = 1007002002;

interface Bought extends Placed {
  priceFen: number;
  fromWallet: boolean;
}

export interface Buyers {
  /** How many have asked for an order so far, and how many have paid. */
  counts: { came: number; paid: number; again: number };
  stop(): Promise<void>;
  /** Of all that came: one order each, paid once, its shop told once. */
  allPaidOnce(): Promise<void>;
}

/** They order and pay, half from the wallet and half at the channel, and ask again as clients do, until they are stopped. */
export async function startBuyers(deployment: Deployment): Promise<Buyers> {
  const members = await makeShoppers(deployment, MOST_BUYERS);
  await fund(deployment, members, FUNDS);
  const skus: number[] = [];
  for (let made = 0; made < SKUS; made++) skus.push(await skuWithStock(deployment, MOST_BUYERS));
  const bought: Bought[] = [];
  const came: Shopper[] = [];
  const counts = { came: 0, paid: 0, again: 0 };
  let stopped = false;

  async function untilAnswered(what: string, ask: () => Promise<Answer>): Promise<Answer> {
    let answer = await ask();
    await soon(
      what,
      async () => {
        if (!AGAIN.includes(answer.status)) return true;
        counts.again++;
        await pause(300);
        answer = await ask();
        return false;
      },
      PATIENCE,
    );
    return answer;
  }

  async function buy(who: Shopper): Promise<void> {
    counts.came = came.push(who);
    const key = `ledger-${who.memberId}`;
    const placing = await untilAnswered("an order is answered", () =>
      order(deployment, who, skus[who.memberId % SKUS]!, 1, key),
    );
    expect([placing.status, placing.code], placing.msg).to.deep.equal([200, 0]);
    const placed = { who, orderId: placing.data.id, payOrderId: placing.data.payOrderId };
    const fromWallet = who.memberId % 2 === 0;
    const headers = { "idempotency-key": `${key}-pay` };
    const paying = await untilAnswered("a payment is answered", () =>
      submit(deployment, placed, fromWallet ? byWallet : byCode, { headers }),
    );
    expect([0, ...(fromWallet ? [PAID_ALREADY] : [])], `${paying.status} ${paying.msg}`).to.include(paying.code);
    if (!fromWallet) {
      let no = "";
      await soon("the attempt has a number", async () => Boolean((no = await currentNo(deployment, placed))));
      await settle(deployment, no);
    }
    const payOrders = deployment.db.collection<{ _id: number; priceFen: number }>("payOrders");
    bought.push({ ...placed, fromWallet, priceFen: (await payOrders.findOne({ _id: placed.payOrderId }))!.priceFen });
    counts.paid = bought.length;
  }

  const coming = [...members];
  const lanes = Array.from({ length: LANES }, async () => {
    while (!stopped && coming.length > 0) {
      await buy(coming.pop()!);
      await pause(BETWEEN_MS);
    }
  });
  // Told where they are awaited, and not before.
  const over = Promise.allSettled(lanes);
  return {
    counts,
    async stop() {
      stopped = true;
      for (const lane of await over) if (lane.status === "rejected") throw lane.reason;
    },
    async allPaidOnce() {
      const orders = deployment.db.collection("tradeOrders");
      const theirs = { memberId: { $in: came.map(({ memberId }) => memberId) } };
      expect(await orders.countDocuments(theirs), "orders of those who came").to.equal(came.length);
      expect(bought.length).to.equal(came.length);
      for (const one of bought) {
        await soon("paid", async () => (await statusOf(deployment, one)) === 10);
        await soon("told", async () => (await toldOf(deployment, one.payOrderId)).succeeded > 0);
        expect((await toldOf(deployment, one.payOrderId)).ids.size, "messages to its shop").to.equal(1);
        const spent = one.fromWallet ? one.priceFen : 0;
        expect(await moneyOf(deployment, one.who)).to.deep.equal([FUNDS - spent, 0]);
        expect((await debitsOf(deployment, one.who)).size).to.equal(one.fromWallet ? 1 : 0);
      }
    },
  };
}
