import { expect } from "chai";
import {
  activityOffer,
  closeActivity,
  releaseActivity,
  takeActivity,
  type ActivityInput,
} from "#shared/domains/promotion/activity/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import {
  buildGroupBuy,
  buildPointActivity,
  buildSeckill,
  codeOf,
  goodsNow,
  offerFor,
  order,
  take,
  type BuiltActivity,
} from "#test/factories/activity.js";
import { buildMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { writesDuring } from "#test/support/writes.js";

describe("what an order's activity offers", () => {
  let memberId: number;
  before(async () => {
    await startService();
    memberId = (await buildMember()).member._id;
  });
  const ask = (input: ActivityInput, lines = [{ skuId: 1, spuId: 1, count: 1, stock: 9 }]) =>
    activityOffer(memberId, input, lines, clock.now());
  const refusalOf = async (input: ActivityInput, lines?: Parameters<typeof ask>[1]): Promise<string> =>
    ask(input, lines).then(
      () => "no refusal",
      (error: Error) => error.message,
    );

  it("nothing, for an ordinary order", async () => {
    expect(await ask({})).to.equal(null);
    expect(await ask({ type: 0 })).to.equal(null);
  });

  it("type and id must agree, and name one activity", async () => {
    expect(await refusalOf({ type: 1 })).to.contain("seckillActivityId");
    expect(await refusalOf({ type: 2 })).to.contain("bargainRecordId");
    expect(await refusalOf({ type: 3 })).to.contain("combinationActivityId");
    expect(await refusalOf({ type: 4 })).to.contain("pointActivityId");
    expect(await refusalOf({ type: 9 })).to.contain("type");
    expect(await refusalOf({ type: 3, seckillActivityId: 1 })).to.contain("type");
    expect(await refusalOf({ type: 0, seckillActivityId: 1 })).to.contain("type");
    expect(await refusalOf({ seckillActivityId: 1, pointActivityId: 1 })).to.contain("one activity only");
    expect(await refusalOf({ combinationHeadId: 1 })).to.contain("combinationActivityId");
  });

  it("one line only", async () => {
    const line = { skuId: 1, spuId: 1, count: 1, stock: 9 };
    expect(await refusalOf({ seckillActivityId: 1 }, [line, { ...line, skuId: 2 }])).to.contain("exactly one item");
    expect(await refusalOf({ seckillActivityId: 1 }, [])).to.contain("exactly one item");
  });

  it("the id of another kind is no activity of this one", async () => {
    const { activityId, skuId } = await buildGroupBuy();
    expect(await codeOf(offerFor(memberId, { skuId, input: { seckillActivityId: activityId } }))).to.equal(1013008000);
    expect(await codeOf(offerFor(memberId, { skuId, input: { pointActivityId: activityId } }))).to.equal(1013007000);
  });

  it("taking and giving back are writes of the caller's transaction", async () => {
    const built: BuiltActivity[] = [await buildSeckill(), await buildGroupBuy(), await buildPointActivity()];
    for (const activity of built) {
      const offer = await offerFor(memberId, activity);
      let orderId = 0;
      const writes = await writesDuring(async () => {
        orderId = await take(memberId, offer);
        await inTransaction(() => releaseActivity(orderId));
      });
      const strays = writes.filter(({ collection, inTransaction: is }) => !is && collection !== "counters");
      expect(strays).to.deep.equal([]);
    }
  });

  it("an order that comes to nothing leaves nothing behind", async () => {
    const sale = await buildSeckill();
    const offer = await offerFor(memberId, sale);
    const failing = inTransaction(async () => {
      await takeActivity(offer, { memberId, orderId: 987_000_001, at: clock.now() });
      throw new Error("the rest failed");
    });
    await failing.catch(() => undefined);
    expect(await goodsNow(1, sale.activityId)).to.deep.include({ stock: 10, taken: 0 });
  });
});

describe("the points mall", () => {
  let memberId: number;
  before(async () => {
    await startService();
    memberId = (await buildMember()).member._id;
  });

  it("offers points and money of one piece", async () => {
    const offer = await offerFor(memberId, await buildPointActivity(), { count: 2 });
    expect(offer).to.deep.include({ type: 4, count: 2, unitFen: 500, pointPerPiece: 100 });
  });

  it("thirty at once for five units take five", async () => {
    const mall = await buildPointActivity({ goods: { stock: 5 } });
    const ids = Array.from({ length: 30 }, (_, index) => 910_000 + index);
    const outcomes = await Promise.allSettled(ids.map((id) => order(id, mall)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(5);
    expect(await codeOf(order(memberId, mall))).to.equal(1013007008);
    expect((await goodsNow(4, mall.activityId)).stock).to.equal(0);
  });

  it("a member's limit of a product holds, in one order and in all", async () => {
    const mall = await buildPointActivity({ goods: { limitCount: 2 } });
    expect(await codeOf(offerFor(memberId, mall, { count: 3 }))).to.equal(1013007006);
    await Promise.allSettled([1, 2, 3, 4].map(() => order(memberId, mall)));
    expect((await goodsNow(4, mall.activityId)).taken).to.equal(2);
    expect(await codeOf(order(memberId, mall))).to.equal(1011003004);
  });

  it("closed, and goods that it does not have, are refused by name", async () => {
    const mall = await buildPointActivity();
    const other = await buildPointActivity();
    expect(await codeOf(offerFor(memberId, { skuId: other.skuId, input: mall.input }))).to.equal(1013007007);
    await closeActivity(4, mall.activityId);
    expect(await codeOf(offerFor(memberId, mall))).to.equal(1013007005);
  });

  it("is listed and shown to members", async () => {
    const { client } = await buildMember();
    const mall = await buildPointActivity({ sort: 1_000, goods: { limitCount: 3 } });
    const { data } = await client.get("/app-api/promotion/point-activity/list");
    const row = data.find(({ id }: { id: number }) => id === mall.activityId);
    expect(row).to.deep.include({ point: 100, price: 500, stock: 10, totalStock: 10, status: 20 });
    expect(row).not.to.have.any.keys("remark", "sort", "createTime");
    expect(row.products[0]).to.deep.include({ skuId: mall.skuId, count: 3, point: 100, price: 500 });
    const one = await client.get(`/app-api/promotion/point-activity/get?id=${mall.activityId}`);
    expect(one.data).to.deep.equal(row);
    expect((await client.get("/app-api/promotion/point-activity/get?id=987654321")).code).to.equal(1013007000);
    expect((await stranger.get("/app-api/promotion/point-activity/list")).code).to.equal(401);
  });
});
