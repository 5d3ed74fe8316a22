import { expect } from "chai";
import { saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { findMember } from "#shared/domains/member/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { applyRefund } from "#shared/domains/trade/worker.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { OrderRefundModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import {
  applyBody,
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  buildTwoItems,
  decide,
  reloadAfterSale,
  ship,
} from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { givePoints } from "#test/factories/points.js";
import { buildCoupon, readCoupon } from "#test/factories/promotion.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { noFaults } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const CREATE = "/app-api/trade/after-sale/create";
const RECEIVE = "/admin-api/trade/after-sale/receive";
const POINTS_ON: LoyaltySettings = { deductEnabled: true, fenPerPoint: 1, maxPoints: 67, pointsPerYuan: 1 };

describe("a refund of a part", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    await saveLoyaltyConfig(POINTS_ON);
    operator = await buildAfterSaleOperator();
  });
  afterEach(async () => {
    await noFaults();
    await runJobs();
    heldClock.release();
  });
  after(() => saveLoyaltyConfig({ ...POINTS_ON, deductEnabled: false }));

  /** Seven pieces of 9.80, paid with 67 points and 6793 fen. */
  async function buildSeven(couponId?: number): Promise<BuiltOrder & { skuId: number }> {
    const skuId = (await buildSpu({ price: 980, stock: 10 })).skuIds[0]!;
    const owner = await buildMember();
    await givePoints(owner.member._id, 67);
    const coupon =
      couponId === undefined ? undefined : await buildCoupon({ memberId: owner.member._id, discountFen: 1 });
    const body = { pointStatus: true, ...(coupon ? { couponId: coupon._id } : {}) };
    return { ...(await buildOrderPaidAtChannel({ owner, skuId, count: 7, body })), skuId };
  }
  const pointsOf = async ({ member }: BuiltOrder): Promise<number> => (await findMember(member._id))!.point;
  const experienceOf = async ({ member }: BuiltOrder): Promise<number> => (await findMember(member._id))!.experience;
  async function refund(built: Pick<BuiltOrder, "client" | "items">, overrides: object = {}): Promise<number> {
    const id = await buildAfterSale(built, { ...overrides });
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await arrive();
    expect(await reloadAfterSale(id)).to.include({ status: 50, isRefunding: false });
    return id;
  }
  /** Goods that were sent back, and wait for the operator. */
  async function buildReturned(built: Pick<BuiltOrder, "client" | "items">, overrides: object = {}): Promise<number> {
    const id = await buildAfterSale(built, { way: 20, ...overrides });
    await decide(operator, "agree", id);
    const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await built.client.post("/app-api/trade/after-sale/delivery", parcel)).code).to.equal(0);
    return id;
  }

  it("of one fen leaves points, stock and coupon where they are, and the item free for the rest", async () => {
    const built = await buildSeven(1);
    const { order, items, client, skuId, payOrderId } = built;
    expect(order).to.include({ payPriceFen: 6_792, usePoint: 67, givePoint: 67 });
    const [points, experience] = [await pointsOf(built), await experienceOf(built)];
    await refund(built, { refundPrice: 1 });
    const now = await reloadOrder(order._id);
    expect(now.order).to.include({ status: 10, refundStatus: 10, refundPriceFen: 1, refundPoint: 0 });
    expect(now.items[0]).to.include({ afterSaleStatus: 0, afterSaleId: null, refundPriceFen: 1, refundPoint: 0 });
    expect(await pointsOf(built)).to.equal(points);
    expect(await experienceOf(built)).to.equal(experience);
    expect(await readSku(skuId)).to.include({ stock: 3, sold: 7 });
    expect(await readCoupon(order.couponId!)).to.include({ status: 2, orderId: order._id });
    const { data } = await client.post("/app-api/trade/order/item/get", { id: items[0]!._id });
    expect(data).to.include({ payPrice: 6_792, refundPrice: 1, afterSaleStatus: 0 });
    expect((await client.post(CREATE, applyBody(built, { refundPrice: 6_792 }))).code).to.equal(1011000101);
    expect((await client.post(CREATE, applyBody(built, { refundPrice: 0 }))).code).to.equal(1011000101);
    // Half of it, then the rest: the remainder goes with the last.
    await refund(built, { refundPrice: 3_396 });
    const half = (await reloadOrder(order._id)).order;
    expect(half).to.include({ refundPoint: 33, takenBackExperience: 33, refundPriceFen: 3_397 });
    expect(await pointsOf(built)).to.equal(points);
    expect(await experienceOf(built)).to.equal(experience - 33);
    const last = await refund(built, { refundPrice: 3_395 });
    const whole = await reloadOrder(order._id);
    expect(whole.order).to.include({
      status: 40,
      cancelType: 20,
      refundStatus: 20,
      refundPriceFen: 6_792,
      refundPoint: 67,
    });
    expect(whole.items[0]).to.include({ afterSaleStatus: 20, afterSaleId: last, goodsBack: true, restocked: true });
    expect(await pointsOf(built)).to.equal(67);
    expect(await experienceOf(built)).to.equal(0);
    expect(await readSku(skuId)).to.include({ stock: 10, sold: 0 });
    expect(await readCoupon(order.couponId!)).to.include({ status: 1, orderId: null });
    expect((await client.post(CREATE, applyBody(built, { refundPrice: 1 }))).code).to.equal(1011000105);
    await applyRefund(payOrderId);
    expect((await reloadOrder(order._id)).order).to.deep.equal(whole.order);
    expect(await OrderRefundModel.countDocuments({ orderId: order._id })).to.equal(3);
  });

  it("before shipping does not hold the rest up; goods that come back later are for sale once, with all their money or not", async () => {
    const built = await buildSeven();
    const { order, client, skuId } = built;
    await refund(built, { refundPrice: 100 });
    await ship(operator, order._id);
    expect((await client.post("/app-api/trade/order/receive", { id: order._id })).code).to.equal(0);
    const id = await buildReturned(built, { refundPrice: 5_000 });
    expect(await readSku(skuId)).to.include({ stock: 3, sold: 7 });
    expect((await operator.client.put(RECEIVE, { id, count: 7 })).code).to.equal(0);
    expect(await readSku(skuId)).to.include({ stock: 10, sold: 0 });
    await decide(operator, "refund", id);
    await arrive();
    const now = await reloadOrder(order._id);
    expect(now.order).to.include({ status: 30, refundStatus: 10, refundPriceFen: 5_100 });
    expect(now.items[0]).to.include({ afterSaleStatus: 0, goodsBack: true });
    expect((await client.post(CREATE, applyBody(built, { way: 20, refundPrice: 1 }))).code).to.equal(1011000117);
    await refund(built, { refundPrice: 1_693 });
    expect((await reloadOrder(order._id)).order).to.include({ status: 40, refundStatus: 20 });
    expect(await readSku(skuId)).to.include({ stock: 10, sold: 0 });
  });

  it("of goods that are received but kept off the shelf does not put them back for sale", async () => {
    const built = await buildSeven();
    await ship(operator, built.order._id);
    const id = await buildReturned(built);
    const wrong = await operator.client.put(RECEIVE, { id, restock: "no" });
    expect([wrong.status, wrong.msg.split(":")[0]]).to.deep.equal([400, "restock"]);
    expect((await operator.client.put(RECEIVE, { id, restock: false })).code).to.equal(0);
    expect((await operator.client.put(RECEIVE, { id, restock: true })).code).to.equal(1011000109);
    await decide(operator, "refund", id);
    await arrive();
    const now = await reloadOrder(built.order._id);
    expect(now.order).to.include({ status: 40, refundStatus: 20 });
    expect(now.items[0]).to.include({ goodsBack: true, restocked: false });
    expect(await readSku(built.skuId)).to.include({ stock: 3, sold: 7 });
    const { data } = await operator.client.get(`/admin-api/trade/after-sale/get-detail?id=${id}`);
    expect(data).to.include({ status: 50, restock: false, refunding: false });
  });

  it("by an operator is shared over the items, spares what is asked for, and says who gave it", async () => {
    const built = await buildTwoItems();
    const { order, items } = built;
    const id = await buildAfterSale(built, { orderItemId: items[1]!._id, refundPrice: items[1]!.payPriceFen });
    const part = { id: order._id, refundPrice: 1_000, reason: "补偿" };
    expect((await operator.client.put("/admin-api/trade/order/refund", part)).code).to.equal(0);
    await arrive();
    const shared = await reloadOrder(order._id);
    expect(shared.items.map(({ refundPriceFen, afterSaleStatus }) => [refundPriceFen, afterSaleStatus])).to.deep.equal([
      [1_000, 0],
      [0, 10],
    ]);
    const log = await OrderLogModel.findOne({ orderId: order._id, operateType: 42 }).lean();
    expect(log).to.include({ userType: 2, userId: operator.operator._id });
    const reader = await buildOperator(["trade:order:query"]);
    const { data } = await reader.client.get(`/admin-api/trade/order/get-detail?id=${order._id}`);
    expect(data.logs.at(-1)).to.include({ operateType: 42, operatorName: operator.operator.nickname });
    expect(data.items.map(({ refundPrice }: { refundPrice: number }) => refundPrice)).to.deep.equal([1_000, 0]);
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await arrive();
    expect((await reloadOrder(order._id)).order).to.include({ status: 10, refundStatus: 10 });
    const exporter = await buildOperator(["trade:order:export"]);
    const { text } = await exporter.client.get(`/admin-api/trade/order/export?no=${order.no}`);
    expect(text.match(/x1(?: \(refunded\))?/g)).to.deep.equal(["x1", "x1 (refunded)"]);
    // What is left is all of the order: its after-sales end with it.
    const rest = { id: order._id, refundPrice: items[0]!.payPriceFen - 1_000, reason: "缺货" };
    expect((await operator.client.put("/admin-api/trade/order/refund", rest)).code).to.equal(0);
    await arrive();
    expect((await reloadOrder(order._id)).order).to.include({ status: 40, refundStatus: 20 });
  });

  it("that an operator gave of what was asked for is not given twice", async () => {
    const built = await buildTwoItems();
    const { order, items } = built;
    const ids = [await buildAfterSale(built), await buildAfterSale(built, { orderItemId: items[1]!._id })];
    const part = { id: order._id, refundPrice: 1_000, reason: "补偿" };
    expect((await operator.client.put("/admin-api/trade/order/refund", part)).code).to.equal(0);
    await arrive();
    expect((await reloadOrder(order._id)).items.map(({ refundPriceFen }) => refundPriceFen)).to.deep.equal([500, 500]);
    for (const id of ids) {
      await decide(operator, "agree", id);
      expect((await operator.client.put("/admin-api/trade/after-sale/refund", { id })).code).to.equal(1007006000);
    }
    const rest = { id: order._id, refundPrice: order.payPriceFen - 1_000, reason: "缺货" };
    expect((await operator.client.put("/admin-api/trade/order/refund", rest)).code).to.equal(0);
    await arrive();
    for (const id of ids) expect(await reloadAfterSale(id)).to.include({ status: 50 });
    expect((await reloadOrder(order._id)).order).to.include({ status: 40, refundPriceFen: order.payPriceFen });
  });
});
