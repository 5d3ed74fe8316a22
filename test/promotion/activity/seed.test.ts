import { expect } from "chai";
import { ActivityGoodsModel, SeckillConfigModel } from "#shared/domains/promotion/activity/index.js";
import { ActivityModel } from "#shared/domains/promotion/activity/activity.model.js";
import { ActivityTakeModel } from "#shared/domains/promotion/activity/take/activityTake.model.js";
import { seedActivities } from "#shared/domains/promotion/activity/seedActivities.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { offerFor } from "#test/factories/activity.js";
import { buildMember } from "#test/factories/member.js";
import { buildSpu } from "#test/factories/spu.js";
import { startService } from "#test/support/service.js";

describe("the demo's activities", () => {
  const clear = async (): Promise<void> => {
    for (const model of [ActivityModel, ActivityGoodsModel, ActivityTakeModel, SeckillConfigModel])
      await inTransaction(async () => (model as typeof ActivityModel).deleteMany({}));
  };
  before(async () => {
    await startService();
    await clear();
  });
  after(clear);

  it("are one of each kind that runs, and again changes nothing", async () => {
    for (let count = 0; count < 4; count++) await buildSpu({ virtualSalesCount: 1_000_000 });
    await seedActivities();
    await seedActivities();
    const activities = await ActivityModel.find().sort({ kind: 1 }).lean();
    expect(activities.map(({ kind }) => kind)).to.deep.equal([1, 2, 3, 4]);
    const { member } = await buildMember();
    const fields = { 1: "seckillActivityId", 3: "combinationActivityId", 4: "pointActivityId" } as const;
    for (const { _id, kind } of activities) {
      if (kind === 2) continue;
      const { skuId } = (await ActivityGoodsModel.findOne({ activityId: _id }).lean())!;
      expect((await offerFor(member._id, { skuId, input: { [fields[kind]]: _id } })).activityId).to.equal(_id);
    }
    expect(await SeckillConfigModel.countDocuments()).to.equal(3);
  });
});
