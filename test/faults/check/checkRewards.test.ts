import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { ActivityCountModel, ActivityTakeModel } from "#shared/domains/promotion/activity/take/activityTake.model.js";
import { ActivityGoodsModel, startBargain } from "#shared/domains/promotion/activity/index.js";
import { BargainRecordModel } from "#shared/domains/promotion/activity/bargain/bargain.model.js";
import { ExperienceRecordModel } from "#shared/domains/loyalty/level/experienceRecord.model.js";
import { PointRecordModel } from "#shared/domains/loyalty/points/pointRecord.model.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import { takeCoupon } from "#shared/domains/promotion/index.js";
import { CouponTemplateModel } from "#shared/domains/promotion/coupon/couponTemplate.model.js";
import { AfterSaleModel } from "#shared/domains/trade/index.js";
import { OrderModel } from "#shared/domains/trade/order/order.model.js";
import { OrderItemModel } from "#shared/domains/trade/order/orderItem.model.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { changeExperience } from "#shared/domains/loyalty/index.js";
import { buildBargain, buildSeckill } from "#test/factories/activity.js";
import {
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  decide,
} from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildUnpaidOrder } from "#test/factories/order.js";
import { givePoints } from "#test/factories/points.js";
import { buildCouponTemplate } from "#test/factories/promotion.js";
import { startService } from "#test/support/service.js";

/** What the check says of these rows; other rows of the run are not looked at. */
async function foundAt(...abouts: string[]): Promise<string[]> {
  const { violations } = await checkInvariants();
  return violations
    .filter(({ about }) => abouts.includes(about))
    .map(({ invariant, about, what }) => `${invariant} ${about}: ${what}`);
}

/** An unpaid order with a coupon that its member took. */
async function buildCouponOrder() {
  const owner = await buildMember();
  const memberId = owner.member._id;
  const templateId = await buildCouponTemplate({ totalCount: 3 });
  await takeCoupon(memberId, templateId);
  const coupon = (await CouponModel.findOne({ memberId, templateId }).lean())!;
  const { order } = await buildUnpaidOrder({ owner, body: { couponId: String(coupon._id) } });
  const abouts = [`coupon ${coupon._id}`, `coupon template ${templateId}`, `order ${order._id}`];
  return { memberId, templateId, couponId: coupon._id, orderId: order._id, abouts };
}

/** An unpaid order of a flash sale. */
async function buildSeckillOrder() {
  const { activityId, skuId, input } = await buildSeckill();
  const { order } = await buildUnpaidOrder({ skuId, body: { ...input, seckillActivityId: String(activityId) } });
  const goods = (await ActivityGoodsModel.findOne({ activityId }).lean())!;
  const take = (await ActivityTakeModel.findOne({ orderId: order._id }).lean())!;
  const count = (await ActivityCountModel.findOne({ activityId, memberId: order.memberId }).lean())!;
  const abouts = [`activity goods ${goods._id}`, `activity take ${take._id}`, `activity count ${count._id}`];
  return { activityId, goodsId: goods._id, take, count, order, abouts };
}

describe("npm run check, on a shop whose points, coupons, activities and after-sales it must doubt", () => {
  before(() => startService());

  it("finds points and experience that are not what their records add up to, or below 0", async () => {
    const { member } = await buildMember();
    const [_id, about] = [member._id, `member ${member._id}`];
    await givePoints(_id, 500);
    await inTransaction(() => changeExperience({ memberId: _id, change: 30, bizType: 0, bizId: `check-${_id}` }));
    expect(await foundAt(about)).to.deep.equal([]);
    await MemberModel.updateOne({ _id }, { $inc: { point: -1 } });
    expect(await foundAt(about)).to.deep.equal([`I7 ${about}: 499 points, the records add up to 500`]);
    await MemberModel.updateOne({ _id }, { $inc: { point: 1, experience: 1 } });
    expect(await foundAt(about)).to.deep.equal([`I7 ${about}: 31 experience, the records add up to 30`]);
    await MemberModel.updateOne({ _id }, { $set: { point: -2, experience: 30 } });
    await PointRecordModel.updateOne({ memberId: _id }, { $set: { point: -2 } });
    expect(await foundAt(about)).to.deep.equal([`I7 ${about}: -2 points, the records add up to -2`]);
    await inTransaction(async () => MemberModel.deleteOne({ _id }));
    expect(await foundAt(about)).to.deep.equal([
      `I7 ${about}: 0 points, the records add up to -2`,
      `I7 ${about}: 0 experience, the records add up to 30`,
    ]);
    await PointRecordModel.deleteMany({ memberId: _id });
    await ExperienceRecordModel.deleteMany({ memberId: _id });
    expect(await foundAt(about)).to.deep.equal([]);
  });

  it("finds an order whose points were not taken, given back too early, or kept when it was cancelled", async () => {
    const { order, client, member } = await buildUnpaidOrder();
    const [orderId, about] = [order._id, `order ${order._id}`];
    await OrderModel.updateOne({ _id: orderId }, { $set: { usePoint: 7 } });
    expect(await foundAt(about)).to.deep.equal([`I7 ${about}: uses 7 points, 0 were taken`]);
    const _id = 1_000_000_000 + orderId;
    const row = { memberId: member._id, bizId: String(orderId), totalPoint: 0 };
    await PointRecordModel.create([{ ...row, _id, bizType: 11, point: -7 }]);
    expect(await foundAt(about)).to.deep.equal([]);
    await PointRecordModel.create([{ ...row, _id: _id + 1, bizType: 12, point: 7 }]);
    expect(await foundAt(about)).to.deep.equal([`I7 ${about}: is not cancelled, 7 points were given back`]);
    await PointRecordModel.deleteOne({ _id: _id + 1 });
    await OrderModel.updateOne({ _id: orderId }, { $set: { usePoint: 0 } });
    expect((await client.post("/app-api/trade/order/cancel", { id: String(orderId) })).code).to.equal(0);
    await OrderModel.updateOne({ _id: orderId }, { $set: { usePoint: 7 } });
    expect(await foundAt(about)).to.deep.equal([`I7 ${about}: is cancelled and used 7 points, 0 were given back`]);
    await PointRecordModel.updateOne({ _id }, { $set: { bizId: "999999999" } });
    expect(await foundAt("order 999999999")).to.deep.equal([
      "I7 order 999999999: is absent, 7 points were taken for it",
    ]);
    await PointRecordModel.deleteOne({ _id });
  });

  it("finds a template of which fewer or more were taken than there can be", async () => {
    const { templateId: _id, abouts } = await buildCouponOrder();
    const template = `coupon template ${_id}`;
    expect(await foundAt(...abouts)).to.deep.equal([]);
    await CouponTemplateModel.updateOne({ _id }, { $set: { takeCount: 0 } });
    expect(await foundAt(...abouts)).to.deep.equal([`I7 ${template}: 0 taken, there are 1`]);
    await CouponTemplateModel.updateOne({ _id }, { $set: { takeCount: 4 } });
    expect(await foundAt(...abouts)).to.deep.equal([`I7 ${template}: 4 taken of 3`]);
    // Some are gone with their members; without a total there is no end.
    await CouponTemplateModel.updateOne({ _id }, { $set: { totalCount: -1 } });
    expect(await foundAt(...abouts)).to.deep.equal([]);
  });

  it("finds a coupon that is used without an order of its own, or in two", async () => {
    const { memberId, couponId: _id, orderId, abouts } = await buildCouponOrder();
    const [coupon, order] = [`I7 coupon ${_id}`, `I7 order ${orderId}`];
    const set = (fields: object) => CouponModel.updateOne({ _id }, { $set: fields });
    await set({ memberId: memberId + 1 });
    expect(await foundAt(...abouts)).to.deep.equal([
      `${coupon}: of member ${memberId + 1}, used in an order of member ${memberId}`,
    ]);
    await set({ memberId, orderId: 999_999_999 });
    expect(await foundAt(...abouts)).to.deep.equal([
      `${coupon}: used, its order 999999999 is absent`,
      `${order}: has coupon ${_id}, which is used in order 999999999`,
    ]);
    await set({ status: 1, orderId });
    expect(await foundAt(...abouts)).to.deep.equal([
      `${coupon}: not used, and in order ${orderId}`,
      `${order}: has coupon ${_id}, which is not used`,
    ]);
    await set({ status: 2 });
    const other = await buildUnpaidOrder();
    await OrderModel.updateOne({ _id: other.order._id }, { $set: { couponId: _id } });
    expect(await foundAt(...abouts, `order ${other.order._id}`)).to.deep.equal([
      `I7 order ${other.order._id}: has coupon ${_id}, which is used in order ${orderId}`,
    ]);
    await OrderModel.updateOne({ _id: other.order._id }, { $set: { couponId: null } });
    await OrderModel.updateOne({ _id: orderId }, { $set: { couponId: null } });
    expect(await foundAt(...abouts)).to.deep.equal([`${coupon}: used, its order ${orderId} has no coupon`]);
    await OrderModel.updateOne({ _id: orderId }, { $set: { couponId: _id, status: 40 } });
    expect(await foundAt(`coupon ${_id}`)).to.deep.equal([`${coupon}: used, its order ${orderId} is cancelled`]);
  });

  it("finds an activity that counts what no order holds, for itself or for a member, or has less than nothing", async () => {
    const { goodsId, count, order, abouts } = await buildSeckillOrder();
    const goods = `I7 activity goods ${goodsId}`;
    expect(await foundAt(...abouts)).to.deep.equal([]);
    await ActivityGoodsModel.updateOne({ _id: goodsId }, { $set: { taken: 2, stock: -1 } });
    expect(await foundAt(...abouts)).to.deep.equal([`${goods}: 2 taken, orders hold 1`, `${goods}: stock -1`]);
    await ActivityGoodsModel.updateOne({ _id: goodsId }, { $set: { taken: 1, stock: null } });
    await ActivityCountModel.updateOne({ _id: count._id }, { $set: { count: 0 } });
    expect(await foundAt(...abouts)).to.deep.equal([`I7 activity count ${count._id}: 0 counted, there are 1`]);
    await ActivityCountModel.deleteOne({ _id: count._id });
    const gone = `activity count ${count.activityId} ${order.memberId} take`;
    expect(await foundAt(gone)).to.deep.equal([`I7 ${gone}: is absent, there are 1`]);
  });

  it("finds a piece of an activity that is not held as its order has it", async () => {
    const { take, order } = await buildSeckillOrder();
    const about = `activity take ${take._id}`;
    await ActivityTakeModel.updateOne({ _id: take._id }, { $set: { state: "paid" } });
    expect(await foundAt(about)).to.deep.equal([`I7 ${about}: paid instead of held in order ${order._id}`]);
    await ActivityTakeModel.updateOne({ _id: take._id }, { $set: { state: "released" } });
    expect(await foundAt(about)).to.deep.equal([`I7 ${about}: released instead of held in order ${order._id}`]);
    await OrderModel.updateOne({ _id: order._id }, { $set: { status: 40 } });
    expect(await foundAt(about)).to.deep.equal([]);
    await ActivityTakeModel.updateOne({ _id: take._id }, { $set: { state: "held" } });
    expect(await foundAt(about)).to.deep.equal([`I7 ${about}: held, its order ${order._id} is cancelled`]);
    await ActivityTakeModel.updateOne({ _id: take._id }, { $set: { orderId: 999_999_998 } });
    expect(await foundAt(about)).to.deep.equal([`I7 ${about}: its order 999999998 is absent`]);
  });

  it("finds a bargaining that is not counted", async () => {
    const { activityId } = await buildBargain();
    const { member } = await buildMember();
    const recordId = await startBargain(member._id, activityId);
    const { _id } = (await ActivityCountModel.findOne({ activityId, memberId: member._id }).lean())!;
    expect(await foundAt(`activity count ${_id}`)).to.deep.equal([]);
    await inTransaction(async () => BargainRecordModel.deleteOne({ _id: recordId }));
    expect(await foundAt(`activity count ${_id}`)).to.deep.equal([`I7 activity count ${_id}: 1 counted, there are 0`]);
  });

  it("finds an item that does not know its after-sale, or has two, and a refund the order does not know of", async () => {
    const operator = await buildAfterSaleOperator();
    const built = await buildOrderPaidAtChannel();
    const id = await buildAfterSale(built);
    const item = built.items[0]!;
    const abouts = [`order item ${item._id}`, `after-sale ${id}`, `order ${built.order._id}`];
    const [ofItem, ofAfterSale] = [`I3 ${abouts[0]}`, `I3 ${abouts[1]}`];
    const setItem = (fields: object) => OrderItemModel.updateOne({ _id: item._id }, { $set: fields });
    const setStatus = (status: number) => AfterSaleModel.updateOne({ _id: id }, { $set: { status } });
    expect(await foundAt(...abouts)).to.deep.equal([]);
    await setItem({ afterSaleStatus: 0 });
    expect(await foundAt(...abouts)).to.deep.equal([`${ofAfterSale}: at 10, its item ${item._id} does not know of it`]);
    await setItem({ afterSaleStatus: 20 });
    expect(await foundAt(...abouts)).to.deep.equal([
      `${ofItem}: refunded, after-sale ${id} is open`,
      `${ofItem}: refunded, 0 of ${item.payPriceFen} fen went back`,
      `${ofItem}: not shipped, its goods are not back`,
    ]);
    await setItem({ afterSaleStatus: 10 });
    await setStatus(61);
    expect(await foundAt(...abouts)).to.deep.equal([`${ofItem}: in after-sale ${id}, open are none`]);
    await setStatus(10);
    const second = (await AfterSaleModel.findById(id).lean())!;
    await AfterSaleModel.create([{ ...second, _id: id + 1_000_000_000, no: `${second.no}x` }]);
    expect(await foundAt(...abouts)).to.deep.equal([
      `${ofItem}: in after-sale ${id}, open are ${id} and ${id + 1_000_000_000}`,
    ]);
    await AfterSaleModel.deleteOne({ _id: id + 1_000_000_000 });
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await arrive();
    expect(await foundAt(...abouts)).to.deep.equal([]);
    await setStatus(62);
    expect(await foundAt(...abouts)).to.deep.equal([`${ofItem}: refunded, its after-sale ${id} is at 62`]);
    await setStatus(50);
    await setItem({ afterSaleStatus: 0 });
    expect(await foundAt(...abouts)).to.deep.equal([
      `I3 order ${built.order._id}: is refunded, its item ${item._id} is not`,
    ]);
    await setItem({ afterSaleStatus: 20 });
    await OrderModel.updateOne({ _id: built.order._id }, { $inc: { refundPriceFen: -1 } });
    expect(await foundAt(...abouts)).to.deep.equal([
      `I3 order ${built.order._id}: refunded ${item.payPriceFen - 1}, its pay order ${item.payPriceFen} fen`,
      `I3 order ${built.order._id}: gave ${item.payPriceFen - 1} fen back, its refunds ${item.payPriceFen}`,
      `I3 order ${built.order._id}: gave ${item.payPriceFen - 1} fen and 0 points back, its items ${item.payPriceFen} and 0`,
    ]);
  });
});
