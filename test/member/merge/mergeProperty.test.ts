import { expect } from "chai";
import fc from "fast-check";
import { mergeMember } from "#shared/domains/accountMerge/worker.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { adjustBalance, walletOf } from "#shared/domains/wallet/index.js";
import { buildCartRow } from "#test/factories/cart.js";
import type { BuiltMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, type BuiltOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { givePoints, pointSum } from "#test/factories/points.js";
import { buildSpu } from "#test/factories/spu.js";
import { buildWallet, ledgerSum } from "#test/factories/wallet.js";
import { byWallet } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { buildPair, expectMerged, reload, signInByMini, type Pair } from "./support.js";

const MONEY_MOVES = 1004001019;
const FUNDS = 60_000;
const acts = ["buy", "pay", "cancel", "refund", "cart", "points", "jobs"] as const;
type Act = (typeof acts)[number];
interface Step {
  act: Act;
  /** Who acts: the old member, or the other. */
  isOld: boolean;
  /** Beside the step before, not after it. */
  atOnce: boolean;
}
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...acts),
  isOld: fc.boolean(),
  atOnce: fc.boolean(),
});

describe("whatever two members do while they are merged", function () {
  this.timeout(400_000);
  let operator: BuiltOperator;
  let skuId: number;
  before(async () => {
    await startService();
    operator = await buildOperator();
    skuId = (await buildSpu({ price: 1_500, stock: 100_000 })).skuIds[0]!;
  });

  it("nothing is lost, doubled or left with the old one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 5 }),
        fc.array(step, { minLength: 1, maxLength: 5 }),
        async (before, meanwhile) => {
          const shop = await begin();
          await play(shop, before);
          await Promise.all([merged(shop), play(shop, meanwhile)]);
          await runJobs();
          if ((await reload(shop.pair.from)).mergedInto !== shop.pair.into.member._id) await merged(shop);
          await runJobs();
          await agrees(shop);
        },
      ),
      { numRuns: 8, seed: 49, endOnFailure: true },
    );
  });

  interface Shop {
    pair: Pair;
    orders: BuiltOrder[];
    given: number;
  }

  async function begin(): Promise<Shop> {
    const pair = await buildPair();
    for (const owner of [pair.from, pair.into]) await buildWallet(FUNDS, owner);
    await runJobs();
    return { pair, orders: [], given: (await reload(pair.from)).point + (await reload(pair.into)).point };
  }

  async function play(shop: Shop, steps: readonly Step[]): Promise<void> {
    let running: Promise<void>[] = [];
    for (const { act, isOld, atOnce } of steps) {
      if (!atOnce) {
        await Promise.all(running);
        running = [];
      }
      running.push(acted(shop, act, isOld ? shop.pair.from : shop.pair.into));
    }
    await Promise.all(running);
  }

  /** A refusal is an answer too: the member is signed out, the order is not theirs any more, the money is spent. */
  async function acted(shop: Shop, act: Act, who: BuiltMember): Promise<void> {
    const { orders } = shop;
    const own = orders.filter(({ member }) => member._id === who.member._id).at(-1);
    switch (act) {
      case "buy": {
        const built = await buildUnpaidOrder({ owner: who, skuId }).catch(() => undefined);
        if (built) orders.push(built);
        return;
      }
      case "pay": {
        if (!own) return;
        const body = submitBody((await findPayOrder(own.payOrderId))!, { ...byWallet, userId: who.member._id });
        await who.client.post("/app-api/pay/order/submit", body);
        return;
      }
      case "cancel":
        if (own) await who.client.post("/app-api/trade/order/cancel", { id: own.order._id });
        return;
      case "refund":
        if (own)
          await operator.client.post("/admin-api/trade/order/refund", {
            id: own.order._id,
            refundPrice: own.order.payPriceFen,
            reason: "a test",
          });
        return;
      case "cart":
        await buildCartRow(who.member._id, { skuId });
        return;
      case "points":
        await givePoints(who.member._id, 7);
        shop.given += 7;
        return;
      case "jobs":
        return runJobs();
    }
  }

  async function merged({ pair }: Shop): Promise<void> {
    for (let tries = 0; tries < 5; tries++) {
      const reply = await signInByMini(pair.person, { phone: true });
      if (reply.code === 0) return;
      expect(reply.code, reply.msg).to.equal(MONEY_MOVES);
      await runJobs();
    }
  }

  async function agrees({ pair, orders }: Shop): Promise<void> {
    const [oldId, newId] = [pair.from.member._id, pair.into.member._id];
    // What a request that was running has left is for the next round.
    await mergeMember({ memberId: oldId, round: 9 });
    await expectMerged(pair);
    const wallet = await walletOf(newId);
    expect(await ledgerSum(newId)).to.equal(wallet.balanceFen + wallet.frozenFen);
    expect(await ledgerSum(oldId)).to.equal(0);
    const kept = await OrderModel.find({ memberId: newId }).lean();
    expect(kept.map(({ _id }) => _id)).to.include.members(orders.map(({ order }) => order._id));
    const spent = kept
      .filter(({ payStatus }) => payStatus)
      .reduce((sum, { payPriceFen, refundPriceFen }) => sum + payPriceFen - refundPriceFen, 0);
    expect(wallet.balanceFen + wallet.frozenFen).to.equal(2 * FUNDS - spent);
    expect(await pointSum(oldId)).to.equal(0);
    expect(await pointSum(newId)).to.equal((await reload(pair.into)).point);
    await adjustBalance({ memberId: newId, changeFen: 1, reason: "it is open" });
  }
});
