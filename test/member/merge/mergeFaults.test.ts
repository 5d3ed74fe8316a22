import { expect } from "chai";
import mongoose from "mongoose";
import sinon from "sinon";
import { OrderModel } from "#shared/domains/trade/index.js";
import { walletOf } from "#shared/domains/wallet/index.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { buildAddress } from "#test/factories/address.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildLicense } from "#test/factories/license.js";
import { buildPaidOrder, buildUnpaidOrder } from "#test/factories/order.js";
import { givePoints } from "#test/factories/points.js";
import { buildCoupon } from "#test/factories/promotion.js";
import { ledgerSum } from "#test/factories/wallet.js";
import { buildWallet } from "#test/factories/wallet.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { beginMerging, buildPair, expectMerged, reload } from "./support.js";

const JOB = "account.mergeMember";
type Commit = (this: mongoose.mongo.ClientSession) => Promise<void>;

/** The first run of the job ends at its first commit, the second at its second, and so on: before it or after it. */
function dieAtEachCommit(when: "before" | "after"): { deaths: () => number } {
  const { prototype } = mongoose.mongo.ClientSession;
  const commit = prototype.commitTransaction as unknown as Commit;
  const commits = new Map<object, number>();
  let deaths = 0;
  sinon.stub(prototype, "commitTransaction").callsFake(async function (this: mongoose.mongo.ClientSession) {
    const context = currentContext();
    if (context?.name !== JOB) return commit.call(this);
    const nth = (commits.get(context) ?? 0) + 1;
    commits.set(context, nth);
    const dies = nth > deaths;
    if (dies) deaths++;
    if (dies && when === "before") throw new Error("the worker dies before its commit");
    await commit.call(this);
    if (dies) throw new Error("the worker dies after its commit");
  });
  return { deaths: () => deaths };
}

describe("a merge whose job dies at each step", function () {
  this.timeout(240_000);
  before(startService);
  afterEach(() => sinon.restore());

  for (const when of ["before", "after"] as const)
    it(`${when} its commit: all is moved once in the end`, async () => {
      const pair = await buildPair();
      const [oldId, newId] = [pair.from.member._id, pair.into.member._id];
      await buildWallet(5_000, pair.from);
      await buildWallet(40, pair.into);
      const paid = await buildPaidOrder({ owner: pair.from });
      const unpaid = await buildUnpaidOrder({ owner: pair.from });
      await buildCoupon({ memberId: oldId });
      const { skuId } = await buildCartRow(oldId, { count: 2 });
      await buildCartRow(newId, { skuId });
      await buildAddress(newId, { isDefault: true });
      await buildLicense({ memberId: oldId });
      await givePoints(oldId, 33);
      await runJobs();
      const points = (await reload(pair.from)).point + (await reload(pair.into)).point;
      const killed = dieAtEachCommit(when);
      await beginMerging(pair);
      await runJobs();
      sinon.restore();
      expect(killed.deaths()).to.be.greaterThan(12);
      await runJobs();
      await expectMerged(pair);
      expect(await walletOf(newId)).to.include({ balanceFen: 5_040 });
      expect(await ledgerSum(newId)).to.equal(5_040);
      expect((await reload(pair.into)).point).to.equal(points);
      const orders = await OrderModel.find({ memberId: newId }, { _id: 1 }).lean();
      expect(orders.map(({ _id }) => _id)).to.have.members([paid.order._id, unpaid.order._id]);
    });
});
