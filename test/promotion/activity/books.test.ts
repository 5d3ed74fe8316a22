import { expect } from "chai";
import fc from "fast-check";
import { ActivityCountModel, ActivityTakeModel } from "#shared/domains/promotion/activity/take/activityTake.model.js";
import { GroupModel } from "#shared/domains/promotion/activity/group/group.model.js";
import { GroupRecordModel, releaseActivity } from "#shared/domains/promotion/activity/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildGroupBuy, buildSeckill, goodsNow, order, pay, type BuiltActivity } from "#test/factories/activity.js";
import { startService } from "#test/support/service.js";

/** What a crowd does at once: each order is left unpaid, paid, cancelled, or paid and refunded, some of it told twice. */
const fate = fc.record({
  member: fc.integer({ min: 0, max: 3 }),
  count: fc.integer({ min: 1, max: 2 }),
  steps: fc.array(fc.constantFrom("pay", "release"), { maxLength: 3 }),
});

describe("whatever a crowd does, the books of an activity agree", function () {
  let crowd = 920_000;
  before(() => startService());

  async function live(activity: BuiltActivity, base: number, one: { member: number; count: number; steps: string[] }) {
    const memberId = base + one.member;
    try {
      const orderId = await order(memberId, activity, { count: one.count });
      for (const step of one.steps)
        await (step === "pay" ? pay(orderId) : inTransaction(() => releaseActivity(orderId)));
    } catch (error) {
      // A refusal by name is part of the life of a crowd.
      if (typeof (error as { code?: unknown }).code !== "number") throw error;
    }
  }

  async function checkBooks(kind: 1 | 3, { activityId }: BuiltActivity, offered: number | null): Promise<void> {
    const goods = await goodsNow(kind, activityId);
    const takes = await ActivityTakeModel.find({ activityId }).lean();
    const held = takes.filter(({ state }) => state !== "released");
    const sum = (rows: { count: number }[]): number => rows.reduce((total, { count }) => total + count, 0);
    expect(goods.taken).to.equal(sum(held));
    if (offered !== null) expect(goods.stock! + goods.taken).to.equal(offered);
    for (const row of await ActivityCountModel.find({ activityId }).lean())
      expect(row.count).to.equal(sum(held.filter(({ memberId }) => memberId === row.memberId)));
  }

  it("flash sales", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 4, maxLength: 10 }), async (fates) => {
        const base = (crowd += 10);
        const sale = await buildSeckill({ goods: { stock: 6 }, rules: { totalLimitCount: 3 } });
        await Promise.all(fates.map((one) => live(sale, base, one)));
        await checkBooks(1, sale, 6);
      }),
      { numRuns: 6 },
    );
  });

  it("group-buys: each group has as many as paid and stayed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 4, maxLength: 10 }), async (fates) => {
        const base = (crowd += 10);
        const activity = await buildGroupBuy({ rules: { userSize: 2 } });
        await Promise.all(fates.map((one) => live(activity, base, one)));
        await checkBooks(3, activity, null);
        for (const group of await GroupModel.find({ activityId: activity.activityId, status: 0 }).lean())
          expect(group.userCount).to.equal(await GroupRecordModel.countDocuments({ groupId: group._id, status: 0 }));
      }),
      { numRuns: 6 },
    );
  });
});
