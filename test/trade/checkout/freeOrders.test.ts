import { expect } from "chai";
import { saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { findMember } from "#shared/domains/member/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { OrderRefundModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { buildPointActivity, goodsNow } from "#test/factories/activity.js";
import {
  applyBody,
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  decide,
  reloadAfterSale,
  ship,
} from "#test/factories/afterSale.js";
import { buildAddress } from "#test/factories/address.js";
import { buildMember } from "#test/factories/member.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { orderBody, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { givePoints, pointSum } from "#test/factories/points.js";
import { buildCoupon, readCoupon } from "#test/factories/promotion.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { noFaults } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const CANCEL = "/app-api/trade/order/cancel";
const CREATE = "/app-api/trade/after-sale/create";
const REFUND = "/admin-api/trade/order/refund";
const on: LoyaltySettings = { deductEnabled: true, fenPerPoint: 1, maxPoints: null, pointsPerYuan: 1 };

interface FreeOrder extends Pick<BuiltOrder, "client" | "member" | "order" | "items"> {
  skuId: number;
  activityId: number;
  body: Record<string, unknown>;
}

describe("what costs nothing", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    await saveLoyaltyConfig(on);
    operator = await buildAfterSaleOperator();
  });
  afterEach(async () => {
    await noFaults();
    await runJobs();
    heldClock.release();
  });
  after(() => saveLoyaltyConfig({ ...on, deductEnabled: false }));

  /** Paid with 100 points alone; one a member. */
  async function buildFree(): Promise<FreeOrder> {
    const activity = await buildPointActivity({ goods: { point: 100, priceFen: 0, limitCount: 1, stock: 5 } });
    const built = await buildMember();
    const { _id: addressId } = await buildAddress(built.member._id);
    await givePoints(built.member._id, 150);
    const body = orderBody(activity.skuId, addressId, { ...activity.input, pointStatus: true });
    const reply = await built.client.post("/app-api/trade/order/create", body);
    expect(reply.code, reply.msg).to.equal(0);
    expect(reply.data.payOrderId).to.equal(null);
    const now = await reloadOrder(reply.data.id);
    expect(now.order).to.include({ status: 10, payPriceFen: 0, usePoint: 100 });
    await runJobs();
    return { ...built, ...now, skuId: activity.skuId, activityId: activity.activityId, body };
  }
  async function expectUndone(built: FreeOrder): Promise<void> {
    const { order, member, client, body, skuId, activityId } = built;
    await runJobs();
    const now = await reloadOrder(order._id);
    expect(now.order).to.include({ status: 40, refundStatus: 20, refundPriceFen: 0, refundPoint: 100 });
    expect(now.items[0]).to.include({ afterSaleStatus: 20, refundPoint: 100 });
    expect((await findMember(member._id))!.point).to.equal(150);
    expect(await pointSum(member._id)).to.equal(150);
    expect(await goodsNow(4, activityId)).to.include({ stock: 5, taken: 0 });
    const sku = await readSku(skuId);
    expect(sku.stock).to.equal(sku.initialStock);
    expect(sku.sold).to.equal(0);
    // The limit of one is free again.
    expect((await client.post("/app-api/trade/order/create", body)).code).to.equal(0);
  }

  it("is cancelled by its member until it ships, once: points, stock, activity and limit come back", async () => {
    const built = await buildFree();
    const { order, client } = built;
    const codes = await Promise.all(
      Array.from({ length: 5 }, async () => (await client.post(CANCEL, { id: order._id })).code),
    );
    expect(codes.filter((code) => code === 0)).to.have.length(1);
    expect(new Set(codes)).to.deep.equal(new Set([0, 1011000025]));
    expect((await reloadOrder(order._id)).order).to.include({ cancelType: 30 });
    const log = await OrderLogModel.findOne({ orderId: order._id, afterStatus: 40 }).lean();
    expect(log).to.include({ operateType: 40, userType: 1, userId: built.member._id, beforeStatus: 10 });
    await expectUndone(built);
  });

  it("is not cancelled once it is shipped; nor is what was paid with money", async () => {
    const { order, client } = await buildFree();
    await ship(operator, order._id);
    expect((await client.post(CANCEL, { id: order._id })).code).to.equal(1011000025);
    const paid = await buildOrderPaidAtChannel();
    expect((await paid.client.post(CANCEL, { id: paid.order._id })).code).to.equal(1011000025);
  });

  it("cancelled and shipped at once is one of the two", async () => {
    for (let round = 0; round < 4; round++) {
      const { order, client, member } = await buildFree();
      const parcel = { id: order._id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
      const [cancelled, shipped] = await Promise.all([
        client.post(CANCEL, { id: order._id }),
        operator.client.put("/admin-api/trade/order/delivery", parcel),
      ]);
      expect([cancelled.code, shipped.code].filter((code) => code === 0)).to.have.length(1);
      expect((await findMember(member._id))!.point).to.equal(cancelled.code === 0 ? 150 : 50);
    }
  });

  it("is refunded by an after-sale of 0, at once and without a channel", async () => {
    const built = await buildFree();
    const { client, order } = built;
    expect((await client.post(CREATE, applyBody(built, { refundPrice: 1 }))).code).to.equal(1011000101);
    const id = await buildAfterSale(built, { refundPrice: 0 });
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    expect(await reloadAfterSale(id)).to.include({ status: 50, isRefunding: false, payRefundId: null });
    expect((await operator.client.put("/admin-api/trade/after-sale/refund", { id })).code).to.equal(1011000110);
    expect((await reloadOrder(order._id)).order).to.include({ cancelType: 20 });
    await expectUndone(built);
  });

  it("that was shipped comes back with its goods: the stock with the return, the rest with the refund", async () => {
    const built = await buildFree();
    await ship(operator, built.order._id);
    expect((await built.client.post("/app-api/trade/order/receive", { id: built.order._id })).code).to.equal(0);
    const id = await buildAfterSale(built, { way: 20, refundPrice: 0 });
    await decide(operator, "agree", id);
    const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await built.client.post("/app-api/trade/after-sale/delivery", parcel)).code).to.equal(0);
    await decide(operator, "receive", id);
    await decide(operator, "refund", id);
    await expectUndone(built);
  });

  it("is refunded by an operator with 0, which ends what is open; not where money is left, nor twice", async () => {
    const built = await buildFree();
    const id = await buildAfterSale(built, { refundPrice: 0 });
    const refund = { id: built.order._id, refundPrice: 0, reason: "缺货" };
    const more = await operator.client.put(REFUND, { ...refund, refundPrice: 1 });
    expect(more.code).to.equal(1007002005);
    const reply = await operator.client.put(REFUND, refund);
    expect([reply.code, reply.data], reply.msg).to.deep.equal([0, 0]);
    expect(await reloadAfterSale(id)).to.include({ status: 50 });
    const log = await OrderLogModel.findOne({ orderId: built.order._id, operateType: 43 }).lean();
    expect(log).to.include({ userType: 2, userId: operator.operator._id });
    expect((await operator.client.put(REFUND, refund)).code).to.equal(1011000102);
    expect(await OrderRefundModel.countDocuments({ orderId: built.order._id })).to.equal(1);
    await expectUndone(built);
    const paid = await buildOrderPaidAtChannel();
    expect((await operator.client.put(REFUND, { ...refund, id: paid.order._id })).code).to.equal(1011000101);
  });

  it("in an order of others is refunded by itself; the order ends with the last item, and its coupon comes back then", async () => {
    const owner = await buildMember();
    // Of 501 fen 500 are taken off: one is left to the first, the last takes the remainder of its own.
    const [dear, free] = [await buildSpu({ price: 500, stock: 5 }), await buildSpu({ price: 1, stock: 5 })];
    const coupon = await buildCoupon({
      memberId: owner.member._id,
      discountFen: 500,
      productScope: 2,
      scopeValues: [dear.spuId, free.spuId],
    });
    const items = [dear, free].map(({ skuIds }) => ({ skuId: skuIds[0]!, count: 1 }));
    const built = await buildOrderPaidAtChannel({ owner, body: { items, couponId: coupon._id } });
    const [paidItem, freeItem] = built.items;
    expect(freeItem!.payPriceFen).to.equal(0);
    const id = await buildAfterSale(built, { refundPrice: paidItem!.payPriceFen });
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await arrive();
    const money = await reloadOrder(built.order._id);
    expect(money.order).to.include({ status: 10, refundStatus: 10, refundPriceFen: built.order.payPriceFen });
    expect(money.items.map(({ afterSaleStatus }) => afterSaleStatus)).to.deep.equal([20, 0]);
    expect(await readCoupon(coupon._id)).to.include({ status: 2 });
    expect(await readSku(dear.skuIds[0]!)).to.include({ stock: 5, sold: 0 });
    expect(await readSku(free.skuIds[0]!)).to.include({ stock: 4, sold: 1 });
    const second = await buildAfterSale(built, { orderItemId: freeItem!._id, refundPrice: 0 });
    await decide(operator, "agree", second);
    await decide(operator, "refund", second);
    const whole = await reloadOrder(built.order._id);
    expect(whole.order).to.include({ status: 40, refundStatus: 20 });
    expect(await readCoupon(coupon._id)).to.include({ status: 1, orderId: null });
    expect(await readSku(free.skuIds[0]!)).to.include({ stock: 5, sold: 0 });
  });
});
