import { expect } from "chai";
import fc from "fast-check";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { loyaltySettings, saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import { findMember } from "#shared/domains/member/index.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { SpuModel } from "#shared/domains/catalog/product/spu.model.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { splitAdjustment } from "#shared/domains/trade/order/changeOrderPrice.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder, payOrder, reloadOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const at = (verb: string): string => `/admin-api/trade/order/${verb}`;

describe("operators' orders", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildOperator(["trade:order:query", "trade:order:update", "trade:order:update-price"]);
  });
  afterEach(async () => {
    await runJobs();
    heldClock.release();
  });

  const search = async (filter: string): Promise<number[]> => {
    const reply = await operator.client.get(`${at("page")}?${filter}`);
    expect(reply.code, reply.msg).to.equal(0);
    return reply.data.list.map(({ id }: { id: number }) => id);
  };

  it("are found by the names of their goods, as these are now, or by a part of them", async () => {
    const owner = await buildMember();
    const { order, items } = await buildPaidOrder({ owner });
    await buildUnpaidOrder({ owner });
    const named = "Xylophon 木琴";
    await SpuModel.updateOne({ _id: items[0]!.spuId }, { $set: { name: named, keywordTerms: termsOfName(named) } });
    for (const part of ["xyl", "loph", "mq", "muqin", "木琴"])
      expect(await search(`userId=${owner.member._id}&spuName=${encodeURIComponent(part)}`), part).to.deep.equal([
        order._id,
      ]);
    for (const part of ["zither of nobody", ".*"])
      expect(await search(`userId=${owner.member._id}&spuName=${encodeURIComponent(part)}`), part).to.deep.equal([]);
    const sums = await operator.client.get(`${at("summary")}?spuName=loph&userId=${owner.member._id}`);
    expect(sums.data.orderCount).to.equal(1);
  });

  it("are found by each filter, newest first, with member and items", async () => {
    heldClock.hold();
    const owner = await buildMember();
    const first = await buildUnpaidOrder({ owner });
    heldClock.advance(hours(1));
    const second = await buildPaidOrder({ owner });
    const mine = `userId=${owner.member._id}`;
    const ids = [second.order._id, first.order._id];
    expect(await search(mine)).to.deep.equal(ids);
    expect(await search(`no=${first.order.no}`)).to.deep.equal([ids[1]]);
    expect(await search(`${mine}&status=10`)).to.deep.equal([ids[0]]);
    expect(await search(`${mine}&mobile=13900001111&deliveryType=1&type=0&terminal=20`)).to.deep.equal(ids);
    expect(await search(`mobile=${owner.member.mobile}`)).to.deep.equal(ids);
    expect(await search(`${mine}&mobile=13900001112`)).to.deep.equal([]);
    expect(await search(`${mine}&payChannelCode=social_native`)).to.deep.equal([ids[0]]);
    expect(await search(`${mine}&pickUpVerifyCode=12345678`)).to.deep.equal([]);
    const created = first.order.createdAt.getTime();
    expect(await search(`${mine}&createTime=${created - 1}&createTime=${created + 1}`)).to.deep.equal([ids[1]]);
    expect(await search(`createTime=${created}&createTime=${created}&${mine}`)).to.deep.equal([ids[1]]);
    expect(await search(`createTime=${created}&createTime=${created}`)).to.deep.equal([ids[1]]);
    expect(await search(`${mine}&createTime=${created + 1}`)).to.deep.equal([ids[0]]);
    expect(await search(`${mine}&pageSize=1&pageNo=2`)).to.deep.equal([ids[1]]);
    const { data } = await operator.client.get(`${at("page")}?${mine}`);
    expect(data.total).to.equal(2);
    expect(data.list[0].user).to.include({ id: owner.member._id, mobile: owner.member.mobile });
    expect(data.list[0].items).to.have.length(1);
    const sums = await operator.client.get(`${at("summary")}?${mine}`);
    expect(sums.data).to.deep.equal({ orderCount: 2, orderPayPrice: 19_800, afterSaleCount: 0, afterSalePrice: 0 });
    const none = await operator.client.get(`${at("summary")}?${mine}&status=40`);
    expect(none.data).to.deep.equal({ orderCount: 0, orderPayPrice: 0, afterSaleCount: 0, afterSalePrice: 0 });
  });

  it("are counted by state, over all members", async () => {
    const counts = async (): Promise<Record<number, number>> => {
      const reply = await operator.client.get(at("count-by-status"));
      expect(reply.code, reply.msg).to.equal(0);
      return Object.fromEntries(
        reply.data.map(({ status, count }: { status: number; count: number }) => [status, count]),
      );
    };
    const before = await counts();
    expect(Object.keys(before)).to.have.members(["0", "10", "20", "30", "40"]);
    await buildUnpaidOrder();
    await buildPaidOrder();
    expect(await counts()).to.deep.equal({ ...before, 0: before[0]! + 1, 10: before[10]! + 1 });
  });

  it("show all of an order, with its log", async () => {
    const { order, items, member } = await buildPaidOrder();
    const { data, code } = await operator.client.get(`${at("get-detail")}?id=${order._id}`);
    expect(code).to.equal(0);
    expect(data).to.include({ id: order._id, no: order.no, userId: member._id, receiverName: "Li Lei", remark: "" });
    expect(data.items[0].id).to.equal(items[0]!._id);
    expect(data.logs.map(({ operateType }: { operateType: number }) => operateType)).to.deep.equal([1, 10]);
    expect((await operator.client.get(`${at("get-detail")}?id=999999999`)).code).to.equal(1011000011);
  });

  it("name the operator whose act it was, in its log", async () => {
    const { operator: acting } = operator;
    const { order } = await buildUnpaidOrder();
    const price = await operator.client.put(at("update-price"), { id: order._id, adjustPrice: 100 });
    expect(price.code, price.msg).to.equal(0);
    const { data } = await operator.client.get(`${at("get-detail")}?id=${order._id}`);
    expect(
      data.logs.map(({ userType, operatorName }: Record<string, unknown>) => [userType, operatorName]),
    ).to.deep.equal([
      [1, null],
      [2, acting.nickname],
    ]);
  });

  it("refuse odd filters by name", async () => {
    for (const [query, field] of [
      ["status=5", "status"],
      ["status[$gt]=", "status"],
      ["userId=x", "userId"],
      ["deliveryType=3", "deliveryType"],
      ["type=9", "type"],
      ["terminal=7", "terminal"],
      ["createTime=x", "createTime"],
      ["pageNo=0", "pageNo"],
      ["pageSize=101", "pageSize"],
    ] as const) {
      if (query.includes("[")) continue;
      const reply = await operator.client.get(`${at("page")}?${query}`);
      expect([reply.status, reply.msg.split(/[:.]/)[0]], query).to.deep.equal([400, field]);
    }
  });

  it("need an operator, and the permission, before their input is looked at", async () => {
    const member = await buildMember();
    const nobody = await buildOperator(["trade:config:query"]);
    const reads = [
      "page?status=x",
      "summary?status=x",
      "count-by-status",
      "get-detail",
      "get-express-track-list",
      "get-by-pick-up-verify-code",
    ];
    for (const path of reads.map(at)) {
      expect((await stranger.get(path)).status, path).to.equal(401);
      expect((await member.client.get(path)).status, path).to.equal(401);
      expect((await nobody.client.get(path)).status, path).to.equal(403);
    }
    for (const path of ["update-remark", "update-price", "update-address", "update-expire"].map(at)) {
      expect((await stranger.put(path, {})).status, path).to.equal(401);
      expect((await member.client.put(path, {})).status, path).to.equal(401);
      expect((await nobody.client.put(path, {})).status, path).to.equal(403);
    }
  });

  it("take a note that its member never sees", async () => {
    const { order, client } = await buildUnpaidOrder();
    const reply = await operator.client.put(at("update-remark"), { id: order._id, remark: "老客户" });
    expect([reply.code, reply.data]).to.deep.equal([0, true]);
    expect((await operator.client.get(`${at("get-detail")}?id=${order._id}`)).data.remark).to.equal("老客户");
    expect((await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`)).text).not.to.include("老客户");
    expect(
      await OperationLogModel.countDocuments({ action: "order.update-remark", bizId: String(order._id) }),
    ).to.equal(1);
    expect((await operator.client.put(at("update-remark"), { id: 999_999_999, remark: "" })).code).to.equal(1011000011);
    expect((await operator.client.put(at("update-remark"), { id: 1, remark: { $gt: "" } })).status).to.equal(400);
  });

  it("go elsewhere while they wait for shipment, and only then", async () => {
    const { order, client } = await buildPaidOrder();
    const receiver = {
      receiverName: "Han Meimei",
      receiverMobile: "13800002222",
      receiverAreaId: 110101,
      receiverDetailAddress: "长安街 1 号",
    };
    const reply = await operator.client.put(at("update-address"), { id: order._id, ...receiver });
    expect([reply.code, reply.data]).to.deep.equal([0, true]);
    const { data } = await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`);
    expect(data).to.include(receiver);
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 11 })).to.equal(1);
    const audited = await OperationLogModel.findOne({
      action: "order.update-address",
      bizId: String(order._id),
    }).lean();
    expect(audited!.before).to.include({ receiverName: "Li Lei" });
    const unpaid = await buildUnpaidOrder();
    expect((await operator.client.put(at("update-address"), { id: unpaid.order._id, ...receiver })).code).to.equal(
      1011000031,
    );
    const unknown = await operator.client.put(at("update-address"), { id: 1, ...receiver, receiverAreaId: 5 });
    expect([unknown.status, unknown.msg.split(":")[0]]).to.deep.equal([400, "receiverAreaId"]);
  });

  it("change their price once while unpaid: items, pay order and what was submitted follow", async () => {
    const skuIds = [(await buildSpu({ price: 1_000 })).skuIds[0]!, (await buildSpu({ price: 2_000 })).skuIds[0]!];
    const built = await buildUnpaidOrder({ body: { items: skuIds.map((skuId) => ({ skuId, count: 1 })) } });
    const { order, client, payOrderId } = built;
    const waiting = (await findPayOrder(payOrderId))!;
    expect((await client.post("/app-api/pay/order/submit", submitBody(waiting))).code).to.equal(0);
    const { no: oldNo } = (await findPayOrder(payOrderId))!;
    const update = (adjustPrice: unknown, id = order._id) =>
      operator.client.put(at("update-price"), { id, adjustPrice });
    expect((await update(-3_000)).code).to.equal(1011000028);
    const reply = await update(-500);
    expect([reply.code, reply.data]).to.deep.equal([0, true]);
    const now = await reloadOrder(order._id);
    expect(now.order).to.include({ adjustPriceFen: -500, payPriceFen: 2_500 });
    expect(now.items.map((item) => [item.adjustPriceFen, item.payPriceFen])).to.deep.equal([
      [-166, 834],
      [-334, 1_666],
    ]);
    expect((await findPayOrder(payOrderId))!.priceFen).to.equal(2_500);
    expect((await update(1)).code).to.equal(1011000027);
    await runJobs();
    await payOrder(built);
    expect((await findPayOrder(payOrderId))!.no).not.to.equal(oldNo);
    await runJobs();
    expect((await reloadOrder(order._id)).order).to.include({ status: 10, payPriceFen: 2_500 });
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 2 })).to.equal(1);
    const paid = await buildPaidOrder();
    expect((await update(1, paid.order._id)).code).to.equal(1011000026);
    expect((await update(1, 999_999_999)).code).to.equal(1011000011);
    for (const value of ["5", 0, 1.5, { $gt: "" }, null]) expect((await update(value)).status).to.equal(400);
    const cancelled = await buildUnpaidOrder();
    await cancelled.client.post("/app-api/trade/order/cancel", { id: cancelled.order._id });
    expect((await update(1, cancelled.order._id)).code).to.equal(1007002001);
  });

  it("change the points of the money with the price; a product's own stay", async () => {
    const before = await loyaltySettings();
    const settings = { deductEnabled: true, fenPerPoint: 1, maxPoints: 100, pointsPerYuan: 2 };
    await saveLoyaltyConfig(settings);
    const { skuIds } = await buildSpu({ price: 10_000, giveIntegral: 7 });
    const built = await buildUnpaidOrder({ skuId: skuIds[0]! });
    expect(built.order.givePoint).to.equal(207);
    // What the shop gives today is not what it promised.
    await saveLoyaltyConfig({ ...settings, pointsPerYuan: 50 });
    const changed = await operator.client.put(at("update-price"), { id: built.order._id, adjustPrice: -9_000 });
    expect(changed.code, changed.msg).to.equal(0);
    const now = await reloadOrder(built.order._id);
    expect([now.order.givePoint, now.items[0]!.givePoint]).to.deep.equal([27, 27]);
    await runJobs();
    await payOrder(built);
    await runJobs();
    expect((await findMember(built.member._id))!.point).to.equal(27);
    await saveLoyaltyConfig(before);
  });

  it("split a change of price exactly, never below nothing", () => {
    const prices = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(prices, fc.integer({ min: -100_000_000, max: 100_000_000 }), (payPrices, adjust) => {
        const sum = payPrices.reduce((total, price) => total + price, 0);
        fc.pre(sum > 0 && sum + adjust >= 1);
        const shares = splitAdjustment(adjust, payPrices);
        expect(shares.reduce((total, share) => total + share, 0)).to.equal(adjust);
        shares.forEach((share, index) => expect(payPrices[index]! + share).to.be.at.least(0));
      }),
    );
  });
});
