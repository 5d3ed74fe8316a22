import { expect } from "chai";
import { findActivity } from "#shared/domains/promotion/activity/activity.queries.js";
import { GroupRecordModel, type ActivityInput } from "#shared/domains/promotion/activity/index.js";
import { endGroup } from "#shared/domains/promotion/activity/group/joinGroup.js";
import { saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { refundFailedGroup } from "#shared/domains/trade/worker.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { clock, heldClock, hours } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import {
  buildBargain,
  buildGroupBuy,
  buildPointActivity,
  buildSeckill,
  goodsNow,
  type BuiltActivity,
} from "#test/factories/activity.js";
import { buildAfterSaleOperator, buildOrderPaidAtChannel, refundsOf } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { buildBuyer, buildPaidOrder, buildUnpaidOrder, orderBody, reloadOrder } from "#test/factories/order.js";
import { givePoints } from "#test/factories/points.js";
import { buildCoupon } from "#test/factories/promotion.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { readSku } from "#test/factories/spu.js";
import { chase, control, fault } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const SETTLE = "/app-api/trade/order/settlement";
const CREATE = "/app-api/trade/order/create";
const CANCEL = "/app-api/trade/order/cancel";
const on: LoyaltySettings = { deductEnabled: true, fenPerPoint: 1, maxPoints: null, pointsPerYuan: 1 };

const bodyOf = ({ skuId, input }: Pick<BuiltActivity, "skuId" | "input">, addressId: number, more: object = {}) =>
  orderBody(skuId, addressId, { ...input, ...more });
const pointsOf = async (memberId: number): Promise<number> => (await MemberModel.findById(memberId).lean())!.point;

describe("orders of activities", () => {
  let operator: BuiltOperator;
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
  after(() => saveLoyaltyConfig({ ...on, deductEnabled: false }));

  /** The activity's price in the settlement and in the order, the same; answers the order's id. */
  async function orderOf(
    buyer: Awaited<ReturnType<typeof buildBuyer>>,
    activity: Pick<BuiltActivity, "skuId" | "input">,
    more: object = {},
  ): Promise<{ orderId: number; payOrderId: number | null }> {
    const body = bodyOf(activity, buyer.addressId, more);
    const settled = await buyer.client.post(SETTLE, body);
    expect(settled.code, settled.msg).to.equal(0);
    const { code, msg, data } = await buyer.client.post(CREATE, body);
    expect(code, msg).to.equal(0);
    const { order } = await reloadOrder(data.id);
    expect(settled.data.price.payPrice).to.equal(order.payPriceFen);
    expect([settled.data.type, settled.data.usePoint]).to.deep.equal([order.type, order.usePoint]);
    expect(settled.data.coupons).to.deep.equal([]);
    return { orderId: data.id, payOrderId: data.payOrderId };
  }

  it("take the activity's price and stock, and give the stock back when cancelled", async () => {
    const buyer = await buildBuyer();
    const sale = await buildSeckill({ goods: { stock: 3, priceFen: 1_000 } });
    const { orderId } = await orderOf(buyer, sale, { items: [{ skuId: sale.skuId, count: 2 }] });
    const { order } = await reloadOrder(orderId);
    expect(order).to.include({
      type: 1,
      activityId: sale.activityId,
      totalPriceFen: 19_800,
      discountPriceFen: 17_800,
      payPriceFen: 2_000,
    });
    expect((await goodsNow(1, sale.activityId)).stock).to.equal(1);
    expect(await readSku(sale.skuId)).to.include({ stock: 98, reserved: 2 });
    expect((await buyer.client.post(CANCEL, { id: orderId })).code).to.equal(0);
    expect((await goodsNow(1, sale.activityId)).stock).to.equal(3);
    expect(await readSku(sale.skuId)).to.include({ stock: 100, reserved: 0 });
  });

  it("sell a flash sale's units once each, however many come at once, and turn the others away by name", async () => {
    const sale = await buildSeckill({ goods: { stock: 5 }, skuStock: 50 });
    const buyers = [];
    for (let index = 0; index < 20; index++) buyers.push(await buildBuyer());
    const replies = await Promise.all(
      buyers.map(({ client, addressId }) => client.post(CREATE, bodyOf(sale, addressId))),
    );
    const codes = replies.map(({ code }) => code).sort();
    expect(codes).to.deep.equal([...Array<number>(5).fill(0), ...Array<number>(15).fill(1013008006)]);
    expect(await goodsNow(1, sale.activityId)).to.include({ stock: 0, taken: 5 });
    expect(await readSku(sale.skuId)).to.include({ stock: 45, reserved: 5 });
  });

  it("need the type of the activity, one item, and no coupon", async () => {
    const buyer = await buildBuyer();
    const sale = await buildSeckill();
    const order = async (more: object) => {
      const { status, code, msg } = await buyer.client.post(CREATE, bodyOf(sale, buyer.addressId, more));
      return status === 400 ? msg.split(/[:：]/)[0] : code;
    };
    expect(await order({ type: 0 })).to.equal("type");
    expect(await order({ type: 3 })).to.equal("type");
    const line = { skuId: sale.skuId, count: 1 };
    expect(await order({ items: [line, line] })).to.equal("items");
    const { _id: couponId } = await buildCoupon({ memberId: buyer.member._id });
    expect(await order({ couponId })).to.equal(1011003002);
    expect(await order({ type: undefined })).to.equal(0);
    expect((await goodsNow(1, sale.activityId)).stock).to.equal(9);
  });

  it("take a bargained price once", async () => {
    const buyer = await buildBuyer();
    const bargain = await buildBargain({ rules: { cutMinFen: 900, cutMaxFen: 900 } });
    const begun = await buyer.client.post("/app-api/promotion/bargain-record/create", {
      activityId: bargain.activityId,
    });
    expect(begun.code, begun.msg).to.equal(0);
    const friend = await buildMember();
    const helped = await friend.client.post("/app-api/promotion/bargain-help/create", { recordId: begun.data });
    expect(helped.code, helped.msg).to.equal(0);
    const input: ActivityInput = { type: 2, bargainRecordId: begun.data };
    const { orderId } = await orderOf(buyer, { skuId: bargain.skuId, input });
    expect((await reloadOrder(orderId)).order).to.include({ type: 2, payPriceFen: 100 });
    const again = await buyer.client.post(CREATE, bodyOf({ skuId: bargain.skuId, input }, buyer.addressId));
    expect(again.code).to.equal(1013013005);
  });

  describe("of the points mall", () => {
    it("take points and money, and give the points back when cancelled", async () => {
      const buyer = await buildBuyer();
      await givePoints(buyer.member._id, 250);
      const mall = await buildPointActivity();
      const items = [{ skuId: mall.skuId, count: 2 }];
      const { orderId, payOrderId } = await orderOf(buyer, mall, { items, pointStatus: true });
      expect((await reloadOrder(orderId)).order).to.include({
        type: 4,
        usePoint: 200,
        pointPriceFen: 0,
        payPriceFen: 1_000,
      });
      expect((await findPayOrder(payOrderId!))!.priceFen).to.equal(1_000);
      expect(await pointsOf(buyer.member._id)).to.equal(50);
      expect((await buyer.client.post(CANCEL, { id: orderId })).code).to.equal(0);
      expect(await pointsOf(buyer.member._id)).to.equal(250);
      expect((await goodsNow(4, mall.activityId)).stock).to.equal(10);
    });

    it("that cost points alone are paid at once, without a pay order, and give nothing", async () => {
      const buyer = await buildBuyer();
      await givePoints(buyer.member._id, 150);
      const mall = await buildPointActivity({ goods: { priceFen: 0 } });
      const { orderId, payOrderId } = await orderOf(buyer, mall, { pointStatus: true });
      expect(payOrderId).to.equal(null);
      const { order } = await reloadOrder(orderId);
      expect(order).to.include({ status: 10, payStatus: true, payOrderId: null, payPriceFen: 0, usePoint: 100 });
      expect(order.payAt).to.be.instanceOf(Date);
      expect(await pointsOf(buyer.member._id)).to.equal(50);
      expect(await readSku(mall.skuId)).to.include({ stock: 99, reserved: 0, sold: 1 });
      const logs = await OrderLogModel.find({ orderId }).sort({ _id: 1 }).lean();
      expect(logs.map(({ operateType }) => operateType)).to.deep.equal([1, 10]);
      const body = { id: orderId, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
      expect((await operator.client.put("/admin-api/trade/order/delivery", body)).code).to.equal(0);
      expect((await buyer.client.post(CANCEL, { id: orderId })).code).to.equal(1011000025);
    });

    it("are refused to who has too few points, and without pointStatus", async () => {
      const buyer = await buildBuyer();
      await givePoints(buyer.member._id, 99);
      const mall = await buildPointActivity({ goods: { priceFen: 0 } });
      const short = await buyer.client.post(CREATE, bodyOf(mall, buyer.addressId, { pointStatus: true }));
      expect(short.code).to.equal(1011000038);
      for (const path of [CREATE, SETTLE]) {
        const { status, msg } = await buyer.client.post(path, bodyOf(mall, buyer.addressId));
        expect([status, msg.split(/[:：]/)[0]]).to.deep.equal([400, "pointStatus"]);
      }
      expect(await pointsOf(buyer.member._id)).to.equal(99);
      expect((await goodsNow(4, mall.activityId)).stock).to.equal(10);
    });

    it("spend the same points once, however many orders come at once", async () => {
      const buyer = await buildBuyer();
      await givePoints(buyer.member._id, 250);
      const mall = await buildPointActivity({ goods: { priceFen: 0 } });
      const body = bodyOf(mall, buyer.addressId, { pointStatus: true });
      const replies = await Promise.all(Array.from({ length: 6 }, () => buyer.client.post(CREATE, body)));
      const codes = replies.map(({ code }) => code).sort();
      expect(codes).to.deep.equal([0, 0, ...Array<number>(4).fill(1011000038)]);
      expect(await pointsOf(buyer.member._id)).to.equal(50);
      expect(await goodsNow(4, mall.activityId)).to.include({ stock: 8, taken: 2 });
    });
  });

  describe("of a group-buy", () => {
    const ship = async (id: number): Promise<number> =>
      (
        await operator.client.put("/admin-api/trade/order/delivery", {
          id,
          logisticsId: ZHONGTONG,
          logisticsNo: freshLogisticsNo(),
        })
      ).code;

    it("join a group once paid, and are shipped when it is full", async () => {
      const group = await buildGroupBuy();
      const head = await buildPaidOrder({ skuId: group.skuId, body: { ...group.input } });
      const recordId = head.order.combinationRecordId!;
      expect(await GroupRecordModel.findById(recordId).lean()).to.include({ orderId: head.order._id, status: 0 });
      expect(await ship(head.order._id)).to.equal(1011000022);
      const { client } = head;
      const { data } = await client.get(`/app-api/trade/order/getOrderDetail?id=${head.order._id}`);
      expect(data).to.include({ type: 3, combinationRecordId: recordId, payPrice: 1_000 });
      const body = { ...group.input, combinationHeadId: recordId };
      const second = await buildPaidOrder({ skuId: group.skuId, body });
      expect(second.order.combinationRecordId).to.be.a("number").and.not.equal(recordId);
      expect(await ship(head.order._id)).to.equal(0);
      expect(await ship(second.order._id)).to.equal(0);
    });

    it("are refunded in full when the group fails, once, and cannot be shipped meanwhile", async () => {
      const group = await buildGroupBuy({ goods: { stock: 4 }, endAt: new Date("2099-01-01") });
      const { order, member } = await buildOrderPaidAtChannel({ skuId: group.skuId, body: { ...group.input } });
      const unpaid = await buildUnpaidOrder({ skuId: group.skuId, body: { ...group.input } });
      expect(await pointsOf(member._id)).to.equal(10);
      heldClock.advance(hours(24) + 1_000);
      operator = await buildAfterSaleOperator();
      await runJobs();
      expect([1011000017, 1011000021, 1011000022]).to.include(await ship(order._id));
      await refundFailedGroup([order._id]);
      await runJobs();
      await chase();
      heldClock.release();
      operator = await buildAfterSaleOperator();
      expect((await reloadOrder(order._id)).order).to.include({
        status: 40,
        cancelType: 40,
        refundStatus: 20,
        refundPriceFen: 1_000,
      });
      expect(await pointsOf(member._id)).to.equal(0);
      expect((await reloadOrder(unpaid.order._id)).order).to.include({ status: 40, cancelType: 10 });
      expect((await findActivity(3, group.activityId))!.goods[0]).to.include({ stock: 4, taken: 0 });
      expect(await readSku(group.skuId)).to.include({ stock: 100, reserved: 0, sold: 0 });
      await refundFailedGroup([order._id]);
      expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 43 })).to.equal(1);
    });

    it("are refunded after another refund that was under way, however that one ends", async () => {
      for (const outcome of ["success", "closed"]) {
        const group = await buildGroupBuy();
        const { order, payOrderId } = await buildOrderPaidAtChannel({ skuId: group.skuId, body: { ...group.input } });
        await fault({ mode: "hold", count: 1 });
        const refund = { id: order._id, refundPrice: 300, reason: "缺货" };
        await operator.client.put("/admin-api/trade/order/refund", refund);
        await runJobs();
        await refundFailedGroup([order._id]);
        expect((await OrderModel.findById(order._id).lean())!.cancelType).to.not.equal(40);
        const { combinationRecordId } = (await reloadOrder(order._id)).order;
        await inTransaction(() => endGroup(combinationRecordId!, 2, { endedAt: clock.now() }));
        await refundFailedGroup([order._id]);
        expect((await OrderModel.findById(order._id).lean())!.cancelType).to.equal(40);
        expect(await refundsOf(payOrderId)).to.have.length(1);
        await control("POST", `/pay/refunds/${(await refundsOf(payOrderId))[0]!.no}/settle`, { outcome });
        await runJobs();
        await chase();
        heldClock.release();
        const now = (await reloadOrder(order._id)).order;
        expect(now, outcome).to.include({ status: 40, cancelType: 40, refundPriceFen: 1_000 });
        const parts = (await refundsOf(payOrderId)).map(({ refundFen, status }) => [refundFen, status]);
        expect(parts).to.deep.equal(outcome === "success" ? [[300, 10], [700, 10]] : [[300, 20], [1_000, 10]]); // prettier-ignore
      }
    });
  });
});
