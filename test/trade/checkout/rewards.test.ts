import { expect } from "chai";
import { saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { ExperienceRecordModel } from "#shared/domains/loyalty/level/experienceRecord.model.js";
import { PointRecordModel } from "#shared/domains/loyalty/points/pointRecord.model.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { closeRewardActivity, RewardActivityModel } from "#shared/domains/promotion/index.js";
import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import { applyRefund, markOrderPaid } from "#shared/domains/trade/worker.js";
import { giveOrderCouponsJob } from "#shared/domains/trade/trade.jobs.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildAfterSale, buildAfterSaleOperator, buildOrderPaidAtChannel } from "#test/factories/afterSale.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { buildMember } from "#test/factories/member.js";
import { givePoints, pointSum } from "#test/factories/points.js";
import { buildCoupon, buildCouponTemplate, buildRewardActivity, readCoupon } from "#test/factories/promotion.js";
import { buildSpu } from "#test/factories/spu.js";
import { chase } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const on: LoyaltySettings = { deductEnabled: true, fenPerPoint: 1, maxPoints: null, pointsPerYuan: 1 };
const progressOf = async (memberId: number) => {
  const { point, experience } = (await MemberModel.findById(memberId).lean())!;
  return { point, experience };
};

describe("what an order gives and takes back", () => {
  let operator: BuiltOperator;
  const running: number[] = [];
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    await saveLoyaltyConfig(on);
    operator = await buildAfterSaleOperator();
  });
  afterEach(async () => {
    await runJobs();
    heldClock.release();
  });
  after(async () => {
    // Others that run for all goods may have closed them.
    for (const { _id } of await RewardActivityModel.find({ _id: { $in: running }, status: 0 }))
      await closeRewardActivity(_id);
    await saveLoyaltyConfig({ ...on, deductEnabled: false });
  });

  /** Paid: two products of 100.00, 2.00 of them by points, 10.00 by a coupon; it gives points and two coupons. */
  async function buildRewarded(): Promise<BuiltOrder & { couponId: number; templateId: number }> {
    const spus = [await buildSpu({ price: 10_000, giveIntegral: 7 }), await buildSpu({ price: 10_000 })];
    const templateId = await buildCouponTemplate({ takeType: 2 });
    running.push(
      await buildRewardActivity({
        productScope: 2,
        scopeValues: spus.map(({ spuId }) => spuId),
        rules: [{ limit: 1, discountFen: 0, freeDelivery: true, point: 0, giveCoupons: [{ templateId, count: 2 }] }],
      }),
    );
    const owner = await buildMember();
    await givePoints(owner.member._id, 200);
    const coupon = await buildCoupon({ memberId: owner.member._id });
    const items = spus.map(({ skuIds }) => ({ skuId: skuIds[0]!, count: 1 }));
    const built = await buildOrderPaidAtChannel({ owner, body: { items, couponId: coupon._id, pointStatus: true } });
    expect(built.order).to.include({ payPriceFen: 18_800, usePoint: 200, givePoint: 195 });
    return { ...built, couponId: coupon._id, templateId };
  }
  const refund = async ({ order }: BuiltOrder, refundPrice: number): Promise<void> => {
    const reply = await operator.client.put("/admin-api/trade/order/refund", {
      id: order._id,
      refundPrice,
      reason: "缺货",
    });
    expect(reply.code, reply.msg).to.equal(0);
    await runJobs();
    await chase();
    heldClock.release();
  };
  const gifts = (orderId: number) => CouponModel.find({ giveOrderId: orderId }).sort({ _id: 1 }).lean();
  const bizTypes = async (memberId: number): Promise<[number, number][]> =>
    (
      await PointRecordModel.find({ memberId, bizType: { $ne: 2 } })
        .sort({ _id: 1 })
        .lean()
    ).map(({ bizType, point }) => [bizType, point]);

  it("once it is paid: points, a point of experience for each yuan, and the coupons of its reward, once", async () => {
    const { order, member, payOrderId, templateId } = await buildRewarded();
    expect(await progressOf(member._id)).to.deep.equal({ point: 195, experience: 188 });
    expect((await gifts(order._id)).map((row) => [row.templateId, row.memberId, row.status])).to.deep.equal([
      [templateId, member._id, 1],
      [templateId, member._id, 1],
    ]);
    await markOrderPaid(payOrderId);
    await enqueue(giveOrderCouponsJob, { orderId: order._id });
    await runJobs();
    expect(await progressOf(member._id)).to.deep.equal({ point: 195, experience: 188 });
    expect(await gifts(order._id)).to.have.length(2);
    const [experience] = await ExperienceRecordModel.find({ memberId: member._id }).lean();
    expect(experience).to.include({ bizType: 11, bizId: String(order._id), experience: 188 });
  });

  it("with a full refund: everything is as before, its own coupon unused, its unused gifts gone, twice told or not", async () => {
    const built = await buildRewarded();
    const { order, member, payOrderId, couponId } = built;
    const [usedGift] = await gifts(order._id);
    await CouponModel.updateOne({ _id: usedGift!._id }, { $set: { status: 2, orderId: 999_999_999 } });
    await refund(built, 18_800);
    expect((await reloadOrder(order._id)).order).to.include({ status: 40, refundStatus: 20, refundPoint: 200 });
    expect(await progressOf(member._id)).to.deep.equal({ point: 200, experience: 0 });
    expect(await bizTypes(member._id)).to.deep.equal([
      [11, -200],
      [21, 195],
      [12, 200],
      [22, -195],
    ]);
    expect(await readCoupon(couponId)).to.include({ status: 1, orderId: null });
    expect((await gifts(order._id)).map(({ _id }) => _id)).to.deep.equal([usedGift!._id]);
    await applyRefund(payOrderId);
    expect(await progressOf(member._id)).to.deep.equal({ point: 200, experience: 0 });
    expect(await pointSum(member._id)).to.equal(200);
  });

  it("with a refund in parts: points and experience go with the money, rounded down, to the last one", async () => {
    const built = await buildRewarded();
    const { member } = built;
    await refund(built, 150);
    expect(await progressOf(member._id)).to.deep.equal({ point: 195, experience: 187 });
    await refund(built, 150);
    expect(await progressOf(member._id)).to.deep.equal({ point: 195, experience: 186 });
    // A tenth of each item: of 100 used and 101 or 94 given each.
    await refund(built, 1_880);
    expect(await progressOf(member._id)).to.deep.equal({ point: 195 + 20 - 19, experience: 168 });
    await refund(built, 16_620);
    expect(await progressOf(member._id)).to.deep.equal({ point: 200, experience: 0 });
  });

  it("with an item's after-sale: its own points come back and go, the rest with the rest", async () => {
    const built = await buildRewarded();
    const { order, items, member, couponId } = built;
    const [first, second] = items;
    const afterSaleId = await buildAfterSale(built);
    for (const verb of ["agree", "refund"]) {
      const reply = await operator.client.put(`/admin-api/trade/after-sale/${verb}`, { id: afterSaleId });
      expect(reply.code, reply.msg).to.equal(0);
    }
    await runJobs();
    await chase();
    heldClock.release();
    const now = await reloadOrder(order._id);
    expect(now.order).to.include({
      status: 10,
      refundStatus: 10,
      refundPriceFen: first!.payPriceFen,
      refundPoint: first!.usePoint,
    });
    expect(await progressOf(member._id)).to.deep.equal({
      point: 195 + first!.usePoint - first!.givePoint,
      experience: Math.floor(second!.payPriceFen / 100),
    });
    expect(await readCoupon(couponId)).to.include({ status: 2 });
    await refund(built, second!.payPriceFen);
    expect((await reloadOrder(order._id)).order).to.include({ status: 40, refundStatus: 20, refundPoint: 200 });
    expect(await progressOf(member._id)).to.deep.equal({ point: 200, experience: 0 });
    expect(await bizTypes(member._id)).to.deep.equal([
      [11, -200],
      [21, 195],
      [13, first!.usePoint],
      [23, -first!.givePoint],
      [12, second!.usePoint],
      [22, -second!.givePoint],
    ]);
    expect(await readCoupon(couponId)).to.include({ status: 1 });
  });

  it("goes back even when the member has spent what was given", async () => {
    const built = await buildRewarded();
    const { member, order, payOrderId } = built;
    await givePoints(member._id, -190);
    await refund(built, 18_800);
    expect((await reloadOrder(order._id)).order.status).to.equal(40);
    expect((await findPayOrder(payOrderId))!.status).to.equal(20);
    expect((await progressOf(member._id)).point).to.equal(10);
  });
});
