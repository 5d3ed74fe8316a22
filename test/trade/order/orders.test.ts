import { expect } from "chai";
import { OrderItemModel, OrderModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { applyBody, buildAfterSale } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { buildReceivedOrder } from "#test/factories/shipment.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const PAGE = "/app-api/trade/order/page";
const DETAIL = "/app-api/trade/order/getOrderDetail";

describe("the list of orders", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
  afterEach(() => heldClock.release());

  it("shows one's own orders, newest first, with every field of the interface", async () => {
    heldClock.hold();
    const owner = await buildMember();
    const built = [];
    for (let index = 0; index < 3; index++) {
      heldClock.advance(minutes(1));
      built.push(await buildUnpaidOrder({ owner, count: index + 1 }));
    }
    await buildUnpaidOrder();
    const { code, data } = await owner.client.post(PAGE, { userId: owner.member._id, pageNo: 1, pageSize: 2 });
    expect([code, data.total]).to.deep.equal([0, 3]);
    expect(data.list.map(({ id }: { id: number }) => id)).to.deep.equal([built[2]!.order._id, built[1]!.order._id]);
    const { order, items } = built[2]!;
    expect(data.list[0]).to.deep.equal({
      id: order._id,
      no: order.no,
      type: 0,
      status: 0,
      productCount: 3,
      commentStatus: false,
      createTime: order.createdAt.getTime(),
      payOrderId: order.payOrderId,
      payPrice: 3 * 9_900,
      deliveryType: 1,
      combinationRecordId: null,
      items: [
        {
          id: items[0]!._id,
          orderId: order._id,
          spuId: items[0]!.spuId,
          spuName: items[0]!.spuName,
          skuId: items[0]!.skuId,
          properties: [{ propertyId: 0, propertyName: "Default", valueId: 0, valueName: "Default" }],
          picUrl: data.list[0].items[0].picUrl,
          count: 3,
          leftCount: 3,
          sentCount: 0,
          commentStatus: false,
          price: 9_900,
          payPrice: 3 * 9_900,
          refundPrice: 0,
          afterSaleId: null,
          afterSaleStatus: 0,
        },
      ],
    });
    const second = await owner.client.post(PAGE, { userId: owner.member._id, pageNo: 2, pageSize: 2 });
    expect(second.data.list.map(({ id }: { id: number }) => id)).to.deep.equal([built[0]!.order._id]);
  });

  it("filters by status and by whether it was reviewed", async () => {
    const owner = await buildMember();
    const kept = await buildUnpaidOrder({ owner });
    const cancelled = await buildUnpaidOrder({ owner });
    await owner.client.post("/app-api/trade/order/cancel", { id: cancelled.order._id });
    await OrderModel.updateOne({ _id: kept.order._id }, { $set: { commentStatus: true } });
    const list = async (filter: object): Promise<number[]> =>
      (await owner.client.post(PAGE, { userId: owner.member._id, pageNo: 1, pageSize: 10, ...filter })).data.list.map(
        ({ id }: { id: number }) => id,
      );
    expect(await list({ status: 0 })).to.deep.equal([kept.order._id]);
    expect(await list({ status: 40 })).to.deep.equal([cancelled.order._id]);
    expect(await list({ status: 10 })).to.deep.equal([]);
    expect(await list({ commentStatus: true })).to.deep.equal([kept.order._id]);
    expect(await list({ commentStatus: false, status: null })).to.deep.equal([cancelled.order._id]);
  });

  it("needs the member's own userId and sound paging", async () => {
    const { member, client } = await buildMember();
    const good = { userId: member._id, pageNo: 1, pageSize: 10 };
    const faults: [object, number, string][] = [
      [{ userId: undefined }, 400, "userId"],
      [{ userId: { $gt: "" } }, 400, "userId"],
      [{ pageNo: 0 }, 400, "pageNo"],
      [{ pageSize: -1 }, 400, "pageSize"],
      [{ pageSize: 101 }, 400, "pageSize"],
      [{ pageNo: 101, pageSize: 100 }, 400, "pageNo"],
      [{ status: 5 }, 400, "status"],
      [{ status: { $gt: "" } }, 400, "status"],
      [{ commentStatus: { $gt: "" } }, 400, "commentStatus"],
    ];
    for (const [wrong, status, field] of faults) {
      const reply = await client.post(PAGE, { ...good, ...wrong });
      expect([reply.status, reply.msg.split(/[:：]/)[0]], JSON.stringify(wrong)).to.deep.equal([status, field]);
    }
    expect((await client.post(PAGE, { ...good, userId: member._id + 1 })).status).to.equal(403);
    expect((await client.post(PAGE, good)).data).to.deep.equal({ list: [], total: 0 });
  });

  it("is read by an index, sorted as it lies there", async () => {
    for (const filter of [
      { memberId: 1, deletedAt: null },
      { memberId: 1, deletedAt: null, status: 10 as const },
    ]) {
      const plan = JSON.stringify(
        await OrderModel.find(filter).sort({ createdAt: -1, _id: -1 }).explain("queryPlanner"),
      );
      expect(plan).to.include("IXSCAN");
      expect(plan).not.to.include("COLLSCAN");
    }
  });

  it("is nothing for a stranger", async () => {
    expect((await stranger.post(PAGE, { userId: 1, pageNo: 1, pageSize: 10 })).status).to.equal(401);
  });
});

describe("the detail of an order", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });

  it("has every field of the interface, its times as text", async () => {
    const { client, order, items } = await buildUnpaidOrder({
      skuId: (await buildSpu({ price: 2_000, deliveryTemplateId: 1 })).skuIds[0]!,
      count: 2,
      body: { remark: "放门口" },
    });
    const { code, data } = await client.get(`${DETAIL}?id=${order._id}`);
    expect(code).to.equal(0);
    expect(data.items).to.have.length(1);
    expect(data.items[0]).to.include({
      id: items[0]!._id,
      orderId: order._id,
      count: 2,
      price: 2_000,
      payPrice: 4_800,
    });
    delete data.items;
    expect(data).to.deep.equal({
      id: order._id,
      no: order.no,
      type: 0,
      status: 0,
      productCount: 2,
      createTime: String(order.createdAt.getTime()),
      finishTime: null,
      cancelTime: null,
      userRemark: "放门口",
      commentStatus: false,
      payStatus: false,
      payOrderId: order.payOrderId,
      payTime: null,
      payExpireTime: String(order.payExpireAt.getTime()),
      payChannelCode: null,
      payChannelName: null,
      totalPrice: 4_000,
      discountPrice: 0,
      deliveryPrice: 800,
      adjustPrice: 0,
      payPrice: 4_800,
      deliveryType: 1,
      logisticsId: null,
      logisticsName: null,
      logisticsNo: null,
      deliveryTime: null,
      parcels: [],
      receiveTime: null,
      receiverName: "Li Lei",
      receiverMobile: "13900001111",
      receiverAreaId: 330106,
      receiverAreaName: "浙江省 杭州市 西湖区",
      receiverDetailAddress: "Wensan Road 1",
      pickUpStoreId: null,
      pickUpVerifyCode: null,
      refundStatus: 0,
      refundPrice: 0,
      couponId: null,
      couponPrice: 0,
      pointPrice: 0,
      vipPrice: 0,
      combinationRecordId: null,
    });
  });

  it("names the company that carries it", async () => {
    const { client, order } = await buildUnpaidOrder();
    await OrderModel.updateOne(
      { _id: order._id },
      { $set: { logisticsId: 5, logisticsNo: "ZT1", deliveryAt: new Date(5) } },
    );
    const { data } = await client.get(`${DETAIL}?id=${order._id}`);
    expect(data).to.include({ logisticsId: 5, logisticsName: "中通快递", logisticsNo: "ZT1", deliveryTime: "5" });
  });

  it("shows somebody else's order as an absent one", async () => {
    const { order } = await buildUnpaidOrder();
    const { client } = await buildMember();
    const foreign = await client.get(`${DETAIL}?id=${order._id}`);
    const absent = await client.get(`${DETAIL}?id=987654321`);
    expect([foreign.status, foreign.code, foreign.data, foreign.msg]).to.deep.equal([
      absent.status,
      absent.code,
      absent.data,
      absent.msg,
    ]);
    expect(foreign.code).to.equal(1011000011);
  });

  it("needs an id and a token", async () => {
    const { client } = await buildMember();
    for (const query of ["", "?id=", "?id=x", "?id[$gt]=1", "?id=1&id=2"]) {
      const { status, msg } = await client.get(DETAIL + query);
      expect([status, msg.split(/[:：]/)[0]], query).to.deep.equal([400, "id"]);
    }
    expect((await stranger.get(`${DETAIL}?id=1`)).status).to.equal(401);
  });
});

describe("deleting an order", () => {
  const DELETE = "/app-api/trade/order/delete";
  before(async () => {
    await startService();
    await seedDelivery();
  });

  it("hides a cancelled or completed one for its member, and keeps it for the books", async () => {
    const owner = await buildMember();
    for (const status of [30, 40] as const) {
      const { order } = await buildUnpaidOrder({ owner });
      await OrderModel.updateOne({ _id: order._id }, { $set: { status } });
      const { code, data } = await owner.client.post(DELETE, { id: order._id });
      expect([code, data]).to.deep.equal([0, true]);
      expect((await owner.client.get(`${DETAIL}?id=${order._id}`)).code).to.equal(1011000011);
      const again = await owner.client.post(DELETE, { id: order._id });
      expect([again.code, again.data]).to.deep.equal([1011000011, false]);
      expect((await reloadOrder(order._id)).order.deletedAt).to.be.instanceOf(Date);
      expect(await OrderItemModel.countDocuments({ orderId: order._id })).to.equal(1);
    }
    const { data } = await owner.client.post(PAGE, { userId: owner.member._id, pageNo: 1, pageSize: 10 });
    expect(data).to.deep.equal({ list: [], total: 0 });
  });

  it("is refused while an after-sale of it is open, and done once that ended", async () => {
    const built = await buildReceivedOrder();
    const { client, order } = built;
    const id = await buildAfterSale(built);
    expect((await client.post(DELETE, { id: order._id })).code).to.equal(1011000118);
    expect((await reloadOrder(order._id)).order.deletedAt).to.equal(null);
    expect((await client.post("/app-api/trade/after-sale/cancel", { id })).code).to.equal(0);
    expect((await client.post(DELETE, { id: order._id })).code).to.equal(0);
  });

  it("and an after-sale at once are never both", async () => {
    for (let round = 0; round < 4; round++) {
      const built = await buildReceivedOrder();
      const [deleted, applied] = await Promise.all([
        built.client.post(DELETE, { id: built.order._id }),
        built.client.post("/app-api/trade/after-sale/create", applyBody(built)),
      ]);
      expect([deleted.code, applied.code]).to.be.deep.oneOf([
        [0, 1011000010],
        [1011000118, 0],
      ]);
    }
  });

  it("is refused in every other state", async () => {
    const { client, order } = await buildUnpaidOrder();
    for (const status of [0, 10, 20] as const) {
      await OrderModel.updateOne({ _id: order._id }, { $set: { status } });
      const { status: http, code, data } = await client.post(DELETE, { id: order._id });
      expect([http, code, data]).to.deep.equal([200, 1011000029, false]);
    }
  });

  it("knows no order of somebody else, and nothing of strangers", async () => {
    const { order } = await buildUnpaidOrder();
    await OrderModel.updateOne({ _id: order._id }, { $set: { status: 40 } });
    const { client } = await buildMember();
    const foreign = await client.post(DELETE, { id: order._id });
    const absent = await client.post(DELETE, { id: 987_654_321 });
    expect([foreign.code, foreign.msg]).to.deep.equal([1011000011, absent.msg]);
    expect((await client.post(DELETE, { id: { $gt: "" } })).status).to.equal(400);
    const unsigned = await stranger.post(DELETE, { id: order._id });
    expect([unsigned.status, unsigned.data]).to.deep.equal([401, false]);
  });
});
