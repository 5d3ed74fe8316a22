import { expect } from "chai";
import { stub } from "sinon";
import {
  commitStock,
  reserveStock,
  rollUpRecent,
  rollUpWithOthers,
  setStock,
  SkuModel,
  SpuModel,
} from "#shared/domains/catalog/index.js";
import { rollUpRecentJob, rollUpSpuJob } from "#shared/domains/catalog/catalog.jobs.js";
import { heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { withContext } from "#shared/kernel/request/context.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildSpu, readSpu } from "#test/factories/spu.js";
import { commandsDuring } from "#test/support/commands.js";
import { waitingRollUps } from "#test/support/rollUps.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

describe("the roll-up of a product", () => {
  before(() => startService());
  afterEach(() => heldClock.release());

  it("follows its SKUs: stock and sales are their sums, many orders are one job", async () => {
    heldClock.hold();
    const { spuId, skuIds } = await buildSpu({
      virtualSalesCount: 7,
      skus: [
        { priceFen: 100, stock: 5 },
        { priceFen: 200, stock: 6 },
      ],
    });
    const lines = skuIds.map((skuId) => ({ skuId, count: 2 }));
    await reserveStock("roll-1", lines);
    await reserveStock("roll-2", lines);
    await commitStock("roll-1");
    expect(await waitingRollUps(spuId)).to.equal(1);
    heldClock.advance(seconds(2));
    await commitStock("roll-2");
    // The first may be due by now in real time, and is not counted then; the sums below tell whether both ran.
    expect(await waitingRollUps(spuId), "one for the sales that follow").to.be.at.least(1);
    heldClock.advance(seconds(10));
    await runJobs();
    const { spu } = await readSpu(spuId);
    expect([spu.stock, spu.salesCount, spu.salesShown]).to.deep.equal([3, 8, 15]);
  });

  it("run twice it sets the same", async () => {
    const { spuId } = await buildSpu({ stock: 5 });
    await SpuModel.updateOne({ _id: spuId }, { $set: { stock: 77, salesCount: 77, salesShown: 77 } });
    for (let run = 0; run < 2; run++) {
      await enqueue(rollUpSpuJob, { spuId }, { orFail: true });
      await runJobs();
      const { spu } = await readSpu(spuId);
      expect([spu.stock, spu.salesCount, spu.salesShown]).to.deep.equal([5, 0, 0]);
    }
  });

  it("sums that were read before another roll-up wrote are not written after it", async () => {
    const { spuId, skuIds } = await buildSpu({ stock: 50 });
    const aggregate = SpuModel.aggregate.bind(SpuModel);
    const slow = stub(SpuModel, "aggregate").callsFake(((stages: never) => {
      slow.restore();
      return (async () => {
        const sums = await aggregate(stages);
        await setStock(skuIds[0]!, { stock: 30 }, "counted meanwhile");
        return sums;
      })();
    }) as never);
    try {
      await rollUpWithOthers(spuId);
    } finally {
      slow.restore();
    }
    expect((await readSpu(spuId)).spu.stock).to.equal(30);
  });

  it("those of many products at once are one read and one write, whichever of them was deleted", async () => {
    const spus = await Promise.all([1, 2, 3].map((stock) => buildSpu({ stock })));
    const ids = spus.map(({ spuId }) => spuId);
    await SpuModel.updateMany({ _id: { $in: ids } }, { $set: { stock: 77 } });
    await SpuModel.updateOne({ _id: ids[1]! }, { $set: { deletedAt: new Date() } });
    const commands = await commandsDuring(() => Promise.all([...ids, ids[0]!].map(rollUpWithOthers)));
    expect(commands).to.deep.equal(["aggregate spus", "update spus"]);
    expect((await readSpu(ids[0]!)).spu.stock).to.equal(1);
    expect((await readSpu(ids[2]!)).spu.stock).to.equal(3);
    // The number of all products is not told of a row that was written past the shop.
    await SpuModel.updateOne({ _id: ids[1]!, deletedAt: { $ne: null } }, { $unset: { deletedAt: "" } });
  });

  it("a run that lost its lease does not fail those that are rolled up with it", async () => {
    const [first, second] = await Promise.all([buildSpu({ stock: 1 }), buildSpu({ stock: 2 })]);
    const ids = [first.spuId, second.spuId];
    await SpuModel.updateMany({ _id: { $in: ids } }, { $set: { stock: 77 } });
    const lost = (): never => {
      throw new Error("the lease is lost");
    };
    const fence = { check: lost, hold: () => Promise.resolve().then(lost) };
    const begun = withContext({ requestId: "lost", language: "en", fence }, () => rollUpWithOthers(ids[0]!));
    await Promise.allSettled([begun, rollUpWithOthers(ids[1]!)]);
    expect((await readSpu(ids[1]!)).spu.stock).to.equal(2);
  });

  it("the round takes along what was only paid for meanwhile", async () => {
    heldClock.hold();
    const { spuId, skuIds } = await buildSpu({ stock: 5 });
    await reserveStock("paid-later", [{ skuId: skuIds[0]!, count: 2 }]);
    heldClock.advance(minutes(10));
    await commitStock("paid-later");
    await rollUpRecent();
    expect((await readSpu(spuId)).spu).to.include({ stock: 3, salesCount: 2 });
  });

  it("the round takes along what a running roll-up did not see, twice with the same outcome", async () => {
    const { spuId, skuIds } = await buildSpu({ stock: 5 });
    await SkuModel.updateOne({ _id: skuIds[0]! }, { $inc: { stock: -1, sold: 1 } });
    for (let run = 0; run < 2; run++) {
      await enqueue(rollUpRecentJob, {});
      await runJobs();
      expect((await readSpu(spuId)).spu.stock).to.equal(4);
    }
  });

  it("the round leaves what did not move lately alone", async () => {
    const { spuId } = await buildSpu({ stock: 5 });
    await SpuModel.updateOne({ _id: spuId }, { $set: { stock: 77 } });
    heldClock.advance(seconds(600));
    await rollUpRecent();
    expect((await readSpu(spuId)).spu.stock).to.equal(77);
  });
});
