import { expect } from "chai";
import {
  ActivityGoodsModel,
  closeActivity,
  createSeckillConfig,
  deleteSeckillConfig,
  releaseActivity,
  SeckillConfigModel,
  switchSeckillConfig,
  refuseSoldOut,
} from "#shared/domains/promotion/activity/index.js";
import { ActivityTakeModel } from "#shared/domains/promotion/activity/take/activityTake.model.js";
import { days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { cacheRedis } from "#shared/kernel/redis/redis.js";
import { buildSeckill, codeOf, goodsNow, offerFor, order, take, wholeDaySlot } from "#test/factories/activity.js";
import { buildMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

const release = (orderId: number): Promise<void> => inTransaction(() => releaseActivity(orderId));
/** Members that need no account. */
const members = (count: number): number[] => Array.from({ length: count }, (_, index) => 900_000 + index);

describe("flash sales", () => {
  let memberId: number;
  before(async () => {
    await startService();
    memberId = (await buildMember()).member._id;
  });
  afterEach(() => heldClock.release());

  it("fifty at once for ten units: ten get one, nobody gets an eleventh", async () => {
    const sale = await buildSeckill();
    const outcomes = await Promise.allSettled(members(50).map((id) => order(id, sale)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(10);
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(new Set(refused)).to.deep.equal(new Set([1013008006]));
    const { stock, taken } = await goodsNow(1, sale.activityId);
    expect([stock, taken]).to.deep.equal([0, 10]);
    expect(await ActivityTakeModel.countDocuments({ activityId: sale.activityId })).to.equal(10);
  });

  it("the price and the count of the sale are offered, and nothing is taken by looking", async () => {
    const sale = await buildSeckill();
    const offer = await offerFor(memberId, sale, { count: 2 });
    expect(offer).to.deep.equal({
      type: 1,
      activityId: sale.activityId,
      skuId: sale.skuId,
      count: 2,
      unitFen: 1_000,
      pointPerPiece: 0,
      headId: null,
      recordId: null,
    });
    expect((await goodsNow(1, sale.activityId)).stock).to.equal(10);
  });

  it("a member's limit holds for orders at once, and comes back with a cancelled one", async () => {
    const sale = await buildSeckill({ rules: { totalLimitCount: 2 } });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => order(memberId, sale)));
    const taken = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(taken).to.have.length(2);
    expect(await codeOf(order(memberId, sale))).to.equal(1011003003);
    await release(taken[0]!);
    await release(taken[0]!);
    expect((await goodsNow(1, sale.activityId)).stock).to.equal(9);
    await order(memberId, sale);
    expect(await codeOf(order(memberId, sale))).to.equal(1011003003);
  });

  it("more at once than one order may have is refused", async () => {
    const sale = await buildSeckill({ rules: { singleLimitCount: 2 } });
    expect(await codeOf(offerFor(memberId, sale, { count: 3 }))).to.equal(1013008009);
  });

  it("sells inside its dates and its daily slot alone", async () => {
    await wholeDaySlot();
    const at = Date.parse("2027-03-01T10:30:00+08:00");
    heldClock.hold(at);
    const morning = (
      await SeckillConfigModel.create([
        { _id: 900_001, name: "Morning", startTime: "10:00:00", endTime: "12:00:00", sliderPicUrls: [], status: 0 },
      ])
    )[0]!._id;
    await switchSeckillConfig(morning, 0);
    const sale = await buildSeckill({
      rules: { configIds: [morning] },
      startAt: new Date(at - hours(24)),
      endAt: new Date(at + days(2)),
    });
    await offerFor(memberId, sale);
    for (const outside of [at - hours(1), at + hours(2), at + days(3), at - days(2)]) {
      heldClock.hold(outside);
      expect(await codeOf(offerFor(memberId, sale)), new Date(outside).toISOString()).to.equal(1013008007);
    }
    heldClock.hold(at + days(1));
    await offerFor(memberId, sale);
    await SeckillConfigModel.deleteOne({ _id: morning });
  });

  it("a closed one sells nothing, not even to who was offered before", async () => {
    const sale = await buildSeckill();
    const offer = await offerFor(memberId, sale);
    await closeActivity(1, sale.activityId);
    expect(await codeOf(offerFor(memberId, sale))).to.equal(1013008008);
    expect(await codeOf(take(memberId, offer))).to.equal(1013008008);
    expect((await goodsNow(1, sale.activityId)).stock).to.equal(10);
  });

  it("an unknown one, and another product, are refused by name", async () => {
    const sale = await buildSeckill();
    const other = await buildSeckill();
    const unknown = { skuId: sale.skuId, input: { seckillActivityId: 987_654_321 } };
    expect(await codeOf(offerFor(memberId, unknown))).to.equal(1013008000);
    expect(await codeOf(offerFor(memberId, { skuId: other.skuId, input: sale.input }))).to.equal(1013008010);
  });

  describe("sold out", () => {
    const looks = async (run: () => Promise<unknown>): Promise<number> => {
      let count = 0;
      const found = ActivityGoodsModel.findOne;
      const spy = (...given: Parameters<typeof found>) => (count++, found.apply(ActivityGoodsModel, given));
      ActivityGoodsModel.findOne = spy as typeof found;
      try {
        await run();
      } finally {
        ActivityGoodsModel.findOne = found;
      }
      return count;
    };

    it("is told by Redis from the second loser on", async () => {
      const sale = await buildSeckill({ goods: { stock: 1 } });
      const offer = await offerFor(memberId, sale);
      await take(memberId, offer);
      expect(await codeOf(refuseSoldOut(offer))).to.equal(1013008006);
      expect(await looks(async () => expect(await codeOf(refuseSoldOut(offer))).to.equal(1013008006))).to.equal(0);
    });

    it("a unit that came back is for sale at once", async () => {
      const sale = await buildSeckill({ goods: { stock: 1 } });
      const orderId = await order(memberId, sale);
      expect(await codeOf(offerFor(memberId, sale))).to.equal(1013008006);
      await release(orderId);
      await eventually("on sale again", async () => (await offerFor(memberId, sale)).count === 1);
      await order(memberId, sale);
    });

    it("goods that are in no sale are not sold out: the offer refuses them by name", async () => {
      await refuseSoldOut({ type: 1, activityId: 987_654_321, skuId: 1, count: 1 });
    });

    it("a flushed Redis neither oversells nor blocks", async () => {
      const sale = await buildSeckill({ goods: { stock: 1 } });
      const offer = await offerFor(memberId, sale);
      await forget(sale.activityId);
      await refuseSoldOut(offer);
      await take(memberId, offer);
      await forget(sale.activityId);
      expect(await codeOf(refuseSoldOut(offer))).to.equal(1013008006);
      expect(await codeOf(take(memberId, offer))).to.equal(1013008006);
    });

    async function forget(activityId: number): Promise<void> {
      const keys = await cacheRedis().keys(`*:seckill:${activityId}-*`);
      if (keys.length > 0) await cacheRedis().del(...keys);
    }
  });

  describe("over HTTP", () => {
    it("lists what runs with its product, and shows one", async () => {
      const { client } = await buildMember();
      const sale = await buildSeckill({ sort: 1_000 });
      const { code, data } = await client.get("/app-api/promotion/seckill-activity/list");
      expect(code).to.equal(0);
      const row = data.find(({ id }: { id: number }) => id === sale.activityId);
      expect(row).to.deep.include({ status: 20, spuId: sale.spuId, seckillPrice: 1_000, stock: 10, totalStock: 10 });
      const one = await client.get(`/app-api/promotion/seckill-activity/get?id=${sale.activityId}`);
      expect(one.data.products[0]).to.deep.include({ skuId: sale.skuId, seckillPrice: 1_000, stock: 10 });
      await closeActivity(1, sale.activityId);
      const after = await client.get("/app-api/promotion/seckill-activity/list");
      expect(after.data.map(({ id }: { id: number }) => id)).not.to.include(sale.activityId);
      const closed = await client.get(`/app-api/promotion/seckill-activity/get?id=${sale.activityId}`);
      expect(closed.data.status).to.equal(40);
    });

    it("shows the slots that are in use", async () => {
      const { client } = await buildMember();
      const slotId = await wholeDaySlot();
      const { data } = await client.get("/app-api/promotion/seckill-config/list");
      expect(data.map(({ id }: { id: number }) => id)).to.include(slotId);
    });

    it("an unknown one is 1013008000, a bad id 400, a stranger 401", async () => {
      const { client } = await buildMember();
      const path = "/app-api/promotion/seckill-activity/get";
      expect((await client.get(`${path}?id=987654321`)).code).to.equal(1013008000);
      expect((await client.get(`${path}?id=x`)).code).to.equal(400);
      expect((await stranger.get(`${path}?id=1`)).code).to.equal(401);
      expect((await stranger.get("/app-api/promotion/seckill-activity/list")).code).to.equal(401);
    });

    it("a slot that overlaps is refused", async () => {
      await wholeDaySlot();
      const slot = { name: "Noon", startTime: "12:00:00", endTime: "13:00:00", sliderPicUrls: [], status: 0 as const };
      expect(await codeOf(createSeckillConfig(slot))).to.equal(1013009001);
      await buildSeckill();
      expect(await codeOf(deleteSeckillConfig(await wholeDaySlot()))).to.equal(1013009005);
    });
  });
});
