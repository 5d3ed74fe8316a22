import { expect } from "chai";
import mongoose from "mongoose";
import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import { CouponTemplateModel } from "#shared/domains/promotion/coupon/couponTemplate.model.js";
import { runningDiscounts, runningReward } from "#shared/domains/promotion/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildCoupon, buildDiscountActivity } from "#test/factories/promotion.js";
import { buildSpu } from "#test/factories/spu.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

/** Every command to these collections while `run` goes on. */
async function commandsTo(collections: string[], run: () => Promise<unknown>): Promise<string[]> {
  const client = mongoose.connection.getClient();
  const seen: string[] = [];
  const note = ({ commandName, command }: mongoose.mongo.CommandStartedEvent): void => {
    const collection = String((command as Record<string, unknown>)[commandName]);
    if (collections.includes(collection)) seen.push(`${commandName} ${collection}`);
  };
  client.on("commandStarted", note);
  try {
    await run();
  } finally {
    client.off("commandStarted", note);
  }
  return seen;
}

describe("what an order looks up of promotions", () => {
  before(() => startService());

  it("the running activities are remembered: pricing costs no command, inside a transaction neither", async () => {
    const { spuId, skuIds, spu } = await buildSpu();
    await buildDiscountActivity({
      products: [{ spuId, skuId: skuIds[0]!, kind: "percent", percent: 90, amountFen: null }],
    });
    const look = async (): Promise<void> => {
      await runningDiscounts(skuIds, clock.now());
      await runningReward([{ spuId, categoryId: spu.categoryId }], clock.now());
    };
    // The word that it changed arrives once more, from Redis.
    await eventually("remembered", async () => {
      const seen = await commandsTo(["discountActivities", "rewardActivities"], async () => {
        for (let time = 0; time < 10; time++) await look();
        await inTransaction(look);
      });
      return seen.length === 0;
    });
  });

  it("coupons are found by an index", async () => {
    const { memberId, templateId } = await buildCoupon();
    const planOf = async (filter: object, sort?: Record<string, 1 | -1>): Promise<string> => {
      const query = CouponModel.find(filter);
      const plan = await (sort ? query.sort(sort) : query).explain("queryPlanner");
      return JSON.stringify((plan as { queryPlanner?: { winningPlan?: unknown } }).queryPlanner?.winningPlan ?? plan);
    };
    for (const [index, plan] of [
      await planOf({ memberId, status: 1, validEndAt: { $gt: clock.now() } }, { validEndAt: 1, _id: 1 }),
      await planOf({ memberId, templateId, takeType: 1 }),
      await planOf({ memberId }, { createdAt: -1, _id: -1 }),
      await planOf({ orderId: 1, status: 2 }),
      await planOf({ giveOrderId: 1 }),
      await planOf({ templateId, status: 2 }),
      await planOf({ status: 1, validEndAt: { $lte: clock.now() } }),
      await planOf({}, { createdAt: -1, _id: -1 }),
      JSON.stringify(
        await CouponTemplateModel.find({ takeType: 1, status: 0, deletedAt: null })
          .sort({ _id: -1 })
          .explain("queryPlanner"),
      ),
    ].entries()) {
      expect(plan, String(index)).to.include("IXSCAN");
      expect(plan, String(index)).not.to.include("COLLSCAN");
    }
  });
});
