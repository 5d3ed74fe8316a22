import { expect } from "chai";
import { GroupRecordModel } from "#shared/domains/promotion/activity/index.js";
import { AfterSaleLogModel } from "#shared/domains/trade/log/afterSaleLog.model.js";
import { AfterSaleModel, OrderModel } from "#shared/domains/trade/index.js";
import { hasOpenAfterSale } from "#shared/domains/trade/afterSale/afterSale.queries.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildGroupBuy } from "#test/factories/activity.js";
import { applyBody, buildAfterSale, buildAfterSaleOperator, reloadAfterSale } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { buildReceivedOrder, buildShippedOrder, freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { writesDuring } from "#test/support/writes.js";

const CREATE = "/app-api/trade/after-sale/create";
const PAGE = "/app-api/trade/after-sale/page";
const GET = "/app-api/trade/after-sale/get";
const CANCEL = "/app-api/trade/after-sale/cancel";
const DELIVERY = "/app-api/trade/after-sale/delivery";

const logsOf = async (afterSaleId: number): Promise<number[]> =>
  (await AfterSaleLogModel.find({ afterSaleId }).sort({ _id: 1 }).lean()).map((row) => row.operateType);

describe("an after-sale of a member", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildAfterSaleOperator();
  });
  afterEach(() => runJobs());
  const agree = (id: number) => operator.client.put("/admin-api/trade/after-sale/agree", { id });

  describe("create", () => {
    it("stands with what was bought, and its item is in after-sale", async () => {
      const built = await buildPaidOrder();
      const { order, items, client, member } = built;
      const id = await buildAfterSale(built, {
        refundPrice: 5_000,
        applyDescription: "颜色不对",
        applyPicUrls: ["public/review/a.png", "public/review/b.png"],
      });
      const row = await reloadAfterSale(id);
      expect(row).to.deep.include({
        memberId: member._id,
        status: 10,
        way: 10,
        type: 10,
        orderId: order._id,
        orderNo: order.no,
        orderItemId: items[0]!._id,
        skuId: items[0]!.skuId,
        count: 1,
        refundPriceFen: 5_000,
        applyPicUrls: ["public/review/a.png", "public/review/b.png"],
      });
      expect(row.no).to.match(/^r\d{23}$/);
      const { data } = await client.post("/app-api/trade/order/item/get", { id: items[0]!._id });
      expect(data).to.include({ afterSaleId: id, afterSaleStatus: 10 });
      expect(await hasOpenAfterSale(member._id)).to.equal(true);
      expect(await logsOf(id)).to.deep.equal([10]);
    });

    it("of a completed order is one after the sale, and goods may come back", async () => {
      const received = await buildReceivedOrder();
      expect(await reloadAfterSale(await buildAfterSale(received, { way: 20 }))).to.include({ way: 20, type: 20 });
      const shipped = await buildShippedOrder();
      expect(await reloadAfterSale(await buildAfterSale(shipped, { way: 20 }))).to.include({ way: 20, type: 10 });
    });

    it("is refused by name where it does not fit", async () => {
      const paid = await buildPaidOrder();
      const unpaid = await buildUnpaidOrder();
      const cancelled = await buildUnpaidOrder();
      await cancelled.client.post("/app-api/trade/order/cancel", { id: cancelled.order._id });
      const code = async (built: BuiltOrder, overrides: object = {}) =>
        (await built.client.post(CREATE, applyBody(built, { ...overrides }))).code;
      expect(await code(paid, { refundPrice: 0 })).to.equal(1011000101);
      expect(await code(paid, { refundPrice: -1 })).to.equal(1011000101);
      expect(await code(paid, { refundPrice: paid.items[0]!.payPriceFen + 1 })).to.equal(1011000101);
      expect(await code(paid, { way: 20 })).to.equal(1011000104);
      expect(await code(unpaid)).to.equal(1011000103);
      expect(await code(cancelled)).to.equal(1011000102);
      expect(await code(paid, { orderItemId: 999_999_999 })).to.equal(1011000010);
      expect(await code(paid, { orderItemId: unpaid.items[0]!._id })).to.equal(1011000010);
      expect(await code(paid)).to.equal(0);
      expect(await code(paid)).to.equal(1011000105);
      expect((await reloadOrder(unpaid.order._id)).items[0]).to.include({ afterSaleStatus: 0, afterSaleId: null });
    });

    it("waits until a group-buy has succeeded, and is closed when it failed", async () => {
      const activity = await buildGroupBuy();
      const built = await buildPaidOrder({ skuId: activity.skuId, body: { ...activity.input } });
      expect(built.order.type).to.equal(3);
      const code = async () => (await built.client.post(CREATE, applyBody(built))).code;
      expect(await code()).to.equal(1011000116);
      await OrderModel.updateOne({ _id: built.order._id }, { $set: { cancelType: 40 } });
      expect(await code()).to.equal(1011000102);
      await OrderModel.updateOne({ _id: built.order._id }, { $set: { cancelType: null } });
      await GroupRecordModel.updateOne({ orderId: built.order._id }, { $set: { status: 1 } });
      expect(await code()).to.equal(0);
    });

    it("asks for no more than is left of the order's money", async () => {
      const built = await buildPaidOrder();
      await OrderModel.updateOne({ _id: built.order._id }, { $set: { refundPriceFen: 9_000, refundStatus: 10 } });
      expect((await built.client.post(CREATE, applyBody(built, { refundPrice: 901 }))).code).to.equal(1011000101);
      expect((await built.client.post(CREATE, applyBody(built, { refundPrice: 900 }))).code).to.equal(0);
    });

    it("twenty at once for one item make one", async () => {
      const built = await buildPaidOrder();
      const replies = await Promise.all(Array.from({ length: 20 }, () => built.client.post(CREATE, applyBody(built))));
      expect(replies.filter(({ code }) => code === 0)).to.have.length(1);
      expect(new Set(replies.map(({ code }) => code))).to.deep.equal(new Set([0, 1011000105]));
      expect(await AfterSaleModel.countDocuments({ orderItemId: built.items[0]!._id })).to.equal(1);
    });

    it("of two items of one order are two", async () => {
      const { skuIds } = await buildSpu({
        skus: [1, 2].map(() => ({ priceFen: 9_900, stock: 9, weight: 1, volume: 1 })),
      });
      const built = await buildPaidOrder({ body: { items: skuIds.map((skuId) => ({ skuId, count: 1 })) } });
      const first = await buildAfterSale(built);
      const second = await buildAfterSale(built, { orderItemId: built.items[1]!._id });
      expect(first).not.to.equal(second);
    });

    it("names the field that is wrong", async () => {
      const built = await buildPaidOrder();
      for (const [field, value] of [
        ["orderItemId", { $gt: "" }],
        ["way", { $gt: "" }],
        ["way", 30],
        ["refundPrice", "100"],
        ["refundPrice", 1.5],
        ["refundPrice", { $gt: "" }],
        ["applyReason", ""],
        ["applyReason", undefined],
        ["applyReason", "x".repeat(201)],
        ["applyDescription", { $gt: "" }],
        ["applyPicUrls", ["javascript:alert(1)"]],
        ["applyPicUrls", Array.from({ length: 10 }, () => "public/review/a.png")],
      ] as const) {
        const reply = await built.client.post(CREATE, applyBody(built, { [field]: value }));
        expect([reply.status, reply.msg.split(/[:.[]/)[0]], `${field} ${JSON.stringify(value)}`).to.deep.equal([
          400,
          field,
        ]);
      }
    });

    it("writes all of it in one transaction", async () => {
      const built = await buildPaidOrder();
      await runJobs();
      const writes = await writesDuring(() => buildAfterSale(built));
      const own = writes.filter(({ collection }) =>
        ["afterSales", "afterSaleLogs", "tradeOrderItems"].includes(collection),
      );
      expect(own.length).to.be.at.least(3);
      expect(own.every(({ inTransaction }) => inTransaction)).to.equal(true);
    });
  });

  describe("page and get", () => {
    it("show the member's own, newest first, of all states or some", async () => {
      const built = await buildPaidOrder();
      const first = await buildAfterSale(built);
      await built.client.post(CANCEL, { id: first });
      const second = await buildAfterSale(built, { refundPrice: 100 });
      const all = await built.client.post(PAGE, { pageNo: 1, pageSize: 10 });
      expect(all.code, all.msg).to.equal(0);
      expect(all.data.total).to.equal(2);
      expect(all.data.list.map(({ id }: { id: number }) => id)).to.deep.equal([second, first]);
      const cancelled = await built.client.post(PAGE, { status: 61 });
      expect(cancelled.data.list.map(({ id }: { id: number }) => id)).to.deep.equal([first]);
      const some = await built.client.post(PAGE, { statuses: [10, 20], pageSize: 1 });
      expect([some.data.total, some.data.list[0].id]).to.deep.equal([1, second]);
      expect((await built.client.post(PAGE, { statuses: { $gt: "" } })).status).to.equal(400);
      expect((await built.client.post(PAGE, { status: 11 })).status).to.equal(400);
    });

    it("answers one of them, by POST and by GET", async () => {
      const built = await buildPaidOrder();
      const id = await buildAfterSale(built, { refundPrice: 100, applyPicUrls: ["public/a.png"] });
      const { code, data, msg } = await built.client.post(GET, { id });
      expect(code, msg).to.equal(0);
      expect(data).to.include({ id, status: 10, refundPrice: 100, orderId: built.order._id, applyReason: "不想要了" });
      expect(data.applyPicUrls[0]).to.match(/^http.*public\/a\.png$/);
      expect((await built.client.get(`${GET}?id=${id}`)).data).to.deep.equal(data);
    });
  });

  describe("cancel", () => {
    it("frees the item, which may be applied for again", async () => {
      const built = await buildPaidOrder();
      const id = await buildAfterSale(built);
      expect((await built.client.post(CANCEL, { id })).data).to.equal(true);
      expect(await reloadAfterSale(id)).to.include({ status: 61 });
      expect((await reloadOrder(built.order._id)).items[0]).to.include({ afterSaleStatus: 0, afterSaleId: null });
      expect(await hasOpenAfterSale(built.member._id)).to.equal(false);
      expect(await logsOf(id)).to.deep.equal([10, 40]);
      const again = await built.client.post(CANCEL, { id });
      expect([again.code, again.data]).to.deep.equal([1011000115, false]);
      await buildAfterSale(built);
    });

    it("is possible while goods are awaited, and while money is promised but not asked for", async () => {
      const shipped = await buildShippedOrder();
      const id = await buildAfterSale(shipped, { way: 20 });
      expect((await agree(id)).code).to.equal(0);
      expect((await shipped.client.post(CANCEL, { id })).code).to.equal(0);
      const other = await buildAfterSale(shipped);
      expect((await agree(other)).code).to.equal(0);
      expect((await shipped.client.post(CANCEL, { id: other })).code).to.equal(0);
      expect((await shipped.client.post(CANCEL, { id: other })).code).to.equal(1011000115);
      expect((await reloadOrder(shipped.order._id)).items[0]).to.include({ afterSaleStatus: 0, afterSaleId: null });
    });

    it("and an operator's yes or no at once have one legal end", async () => {
      for (let round = 0; round < 6; round++) {
        const built = await buildPaidOrder();
        const id = await buildAfterSale(built);
        const decision =
          round % 2 === 0
            ? agree(id)
            : operator.client.put("/admin-api/trade/after-sale/disagree", { id, auditReason: "x" });
        const [cancelled, decided] = await Promise.all([built.client.post(CANCEL, { id }), decision]);
        const { status } = await reloadAfterSale(id);
        const isYes = round % 2 === 0;
        const isCancelled = cancelled.code === 0;
        // A yes may be taken back right after it.
        if (!isYes || !isCancelled) expect(decided.code === 0).to.equal(!isCancelled);
        expect(status).to.equal(isCancelled ? 61 : isYes ? 40 : 62);
        const [item] = (await reloadOrder(built.order._id)).items;
        expect(item!.afterSaleStatus).to.equal(status === 40 ? 10 : 0);
      }
    });
  });

  describe("delivery", () => {
    it("tells the parcel of goods that were agreed to come back", async () => {
      const built = await buildShippedOrder();
      const id = await buildAfterSale(built, { way: 20 });
      const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
      expect((await built.client.post(DELIVERY, parcel)).code).to.equal(1011000108);
      expect((await agree(id)).code).to.equal(0);
      expect((await built.client.post(DELIVERY, { ...parcel, logisticsId: 999_999 })).code).to.equal(1011004000);
      const reply = await built.client.post(DELIVERY, parcel);
      expect(reply.data, reply.msg).to.equal(true);
      const { data } = await built.client.post(GET, { id });
      expect(data).to.include({ status: 30, logisticsId: ZHONGTONG, logisticsNo: parcel.logisticsNo });
      expect(data.deliveryTime).to.be.a("number");
      expect((await built.client.post(DELIVERY, parcel)).code).to.equal(1011000108);
      expect(await logsOf(id)).to.deep.equal([10, 11, 20]);
      for (const [field, value] of [
        ["logisticsNo", ""],
        ["logisticsNo", { $gt: "" }],
        ["logisticsId", 0],
        ["id", "x"],
      ] as const)
        expect((await built.client.post(DELIVERY, { ...parcel, [field]: value })).status, field).to.equal(400);
    });
  });

  it("is nobody else's, and no stranger's", async () => {
    const built = await buildPaidOrder();
    const id = await buildAfterSale(built);
    const { client } = await buildMember();
    const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await client.post(CREATE, applyBody(built))).code).to.equal(1011000010);
    expect((await client.post(PAGE)).data).to.deep.equal({ list: [], total: 0 });
    for (const [path, body] of [
      [GET, { id }],
      [CANCEL, { id }],
      [DELIVERY, parcel],
    ] as const) {
      const reply = await client.post(path, body);
      const absent = await client.post(path, { ...body, id: 999_999_999 });
      expect([reply.code, reply.msg], path).to.deep.equal([1011000100, absent.msg]);
      expect(absent.code).to.equal(1011000100);
    }
    for (const path of [CREATE, PAGE, GET, CANCEL, DELIVERY]) expect((await stranger.post(path)).status).to.equal(401);
    expect((await stranger.get(`${GET}?id=${id}`)).status).to.equal(401);
    expect((await reloadAfterSale(id)).status).to.equal(10);
  });
});
