import { expect } from "chai";
import { ActivityGoodsModel, releaseActivity } from "#shared/domains/promotion/activity/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildSeckill, goodsNow, order } from "#test/factories/activity.js";
import { buildMember } from "#test/factories/member.js";

describe("goods that an operator took out of an activity and put in again", () => {
  it("get nothing back from an order of before: it counted for those that are gone", async () => {
    const sale = await buildSeckill({ goods: { stock: 5 } });
    const [before, after] = [await buildMember(), await buildMember()];
    const old = await order(before.member._id, sale);
    const gone = await goodsNow(1, sale.activityId);
    await inTransaction(async () => ActivityGoodsModel.deleteOne({ _id: gone._id }));
    const again = { ...gone, _id: await nextId("activityGoods"), stock: 5, taken: 0, createdAt: clock.now() };
    await ActivityGoodsModel.create([again]);
    await order(after.member._id, sale);
    await inTransaction(() => releaseActivity(old));
    const { stock, taken } = await goodsNow(1, sale.activityId);
    expect([stock, taken]).to.deep.equal([4, 1]);
  });
});
