import { randomInt } from "node:crypto";
import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { ExpressCompanyModel } from "#shared/domains/trade/delivery/expressCompany.model.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { OrderModel, receiveShippedOrder } from "#shared/domains/trade/index.js";
import { receiveShippedOrderJob, sweepShippedOrdersJob } from "#shared/domains/trade/trade.jobs.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { buildShippedOrder, freshLogisticsNo, makeVirtual, ZHONGTONG } from "#test/factories/shipment.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const DELIVERY = "/admin-api/trade/order/delivery";
const RECEIVE = "/app-api/trade/order/receive";

describe("shipping an order", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildOperator(["trade:order:ship", "trade:order:pick-up", "trade:order:query"]);
  });
  after(() => runJobs());

  const ship = (id: number, more: object = {}) =>
    operator.client.put(DELIVERY, { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo(), ...more });

  it("makes it shipped, shows company, number and time to its member, and is logged and audited", async () => {
    const { client, order } = await buildPaidOrder();
    const logisticsNo = freshLogisticsNo();
    const reply = await ship(order._id, { logisticsNo });
    expect([reply.code, reply.data]).to.deep.equal([0, true]);
    const { data } = await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`);
    expect(data).to.include({ status: 20, logisticsId: ZHONGTONG, logisticsName: "中通快递", logisticsNo });
    expect(Number(data.deliveryTime)).to.be.greaterThan(0);
    const logged = await OrderLogModel.findOne({ orderId: order._id, operateType: 20 }).lean();
    expect(logged).to.include({ userId: operator.operator._id, userType: 2, beforeStatus: 10, afterStatus: 20 });
    const audited = await OperationLogModel.findOne({ action: "order.delivery", bizId: String(order._id) }).lean();
    expect(audited).to.include({ operatorId: operator.operator._id, module: "trade" });
    expect(audited!.after).to.deep.include({ status: 20, logisticsNo });
  });

  it("is refused by name when it may not be", async () => {
    const unpaid = await buildUnpaidOrder();
    expect((await ship(999_999_999)).code).to.equal(1011000011);
    expect((await ship(unpaid.order._id)).code).to.equal(1011000017);
    const { order } = await buildPaidOrder();
    const _id = order._id;
    await OrderModel.updateOne({ _id }, { $set: { refundStatus: 20 } });
    expect((await ship(_id)).code).to.equal(1011000021);
    await OrderModel.updateOne({ _id }, { $set: { refundStatus: 0, deliveryType: 2 } });
    expect((await ship(_id)).code).to.equal(1011000024);
    expect((await ship(_id, { logisticsId: 0 })).code).to.equal(1011000024);
    await OrderModel.updateOne({ _id }, { $set: { deliveryType: 1 } });
    expect((await ship(_id, { logisticsId: 987_654 })).code).to.equal(1011004000);
    await ExpressCompanyModel.create([
      { _id: 900_001, code: `off-${randomInt(1e9)}`, name: "Off", logo: "", sort: 0, status: 1 },
    ]);
    expect((await ship(_id, { logisticsId: 900_001 })).code).to.equal(1011004003);
    expect((await reloadOrder(_id)).order.status).to.equal(10);
    expect((await ship(_id)).code).to.equal(0);
    const again = await ship(_id);
    expect([again.code, again.data]).to.deep.equal([1011000017, false]);
  });

  it("happens once when ten operators do it at the same time", async () => {
    const { order } = await buildPaidOrder();
    const replies = await Promise.all(Array.from({ length: 10 }, () => ship(order._id)));
    expect(replies.filter(({ code }) => code === 0)).to.have.length(1);
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 20 })).to.equal(1);
  });

  it("needs no parcel with logisticsId 0", async () => {
    const { client, order } = await buildPaidOrder();
    expect((await ship(order._id, { logisticsId: 0, logisticsNo: undefined })).code).to.equal(0);
    const { data } = await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`);
    expect(data).to.include({ status: 20, logisticsId: 0, logisticsName: null, logisticsNo: "" });
  });

  it("completes a virtual order at once", async () => {
    const { order } = await buildPaidOrder();
    await makeVirtual(order._id, String(randomInt(1e8)).padStart(8, "0"));
    expect((await ship(order._id)).code).to.equal(1011000024);
    expect((await ship(order._id, { logisticsId: 0 })).code).to.equal(0);
    const { order: now } = await reloadOrder(order._id);
    expect(now.status).to.equal(30);
    expect(now.receiveAt).to.deep.equal(now.deliveryAt);
  });

  it("wants its fields in their types, an operator, and the permission", async () => {
    const good = { id: 1, logisticsId: ZHONGTONG, logisticsNo: "A1" };
    for (const [field, value] of [
      ["id", { $gt: "" }],
      ["logisticsId", { $gt: "" }],
      ["logisticsId", -1],
      ["logisticsNo", { $gt: "" }],
      ["logisticsNo", undefined],
      ["logisticsNo", "a b"],
    ] as const) {
      const reply = await operator.client.put(DELIVERY, { ...good, [field]: value });
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(value)).to.deep.equal([400, field]);
    }
    const member = await buildMember();
    const other = await buildOperator(["trade:order:query"]);
    expect((await stranger.put(DELIVERY, good)).status).to.equal(401);
    expect((await member.client.put(DELIVERY, good)).status).to.equal(401);
    expect((await other.client.put(DELIVERY, {})).status).to.equal(403);
  });
});

describe("verifying a pick-up", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildOperator(["trade:order:pick-up", "trade:order:query"]);
  });

  const BY_CODE = "/admin-api/trade/order/pick-up-by-verify-code";
  const BY_ID = "/admin-api/trade/order/pick-up-by-id";
  const code8 = (): string => String(randomInt(1e8)).padStart(8, "0");

  it("by the member's code completes the order, once", async () => {
    const { order } = await buildPaidOrder();
    const pickUpVerifyCode = code8();
    await makeVirtual(order._id, pickUpVerifyCode);
    const shown = await operator.client.get(
      `/admin-api/trade/order/get-by-pick-up-verify-code?pickUpVerifyCode=${pickUpVerifyCode}`,
    );
    expect([shown.code, shown.data.id]).to.deep.equal([0, order._id]);
    expect((await operator.client.put(BY_CODE, { pickUpVerifyCode })).data).to.equal(true);
    expect((await reloadOrder(order._id)).order).to.include({ status: 30 });
    expect((await operator.client.put(BY_CODE, { pickUpVerifyCode })).code).to.equal(1011000039);
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 32 })).to.equal(1);
    expect(await OperationLogModel.countDocuments({ action: "order.pick-up", bizId: String(order._id) })).to.equal(1);
  });

  it("is refused for an unknown code, an express order and an unpaid one", async () => {
    expect((await operator.client.put(BY_CODE, { pickUpVerifyCode: "x" })).code).to.equal(1011000011);
    expect(
      (await operator.client.get("/admin-api/trade/order/get-by-pick-up-verify-code?pickUpVerifyCode=x")).code,
    ).to.equal(1011000011);
    expect((await operator.client.put(BY_ID, { id: 999_999_999 })).code).to.equal(1011000011);
    const express = await buildPaidOrder();
    expect((await operator.client.put(BY_ID, { id: express.order._id })).code).to.equal(1011000030);
    const unpaid = await buildUnpaidOrder();
    await makeVirtual(unpaid.order._id, code8());
    expect((await operator.client.put(BY_ID, { id: unpaid.order._id })).code).to.equal(1011000039);
    expect((await operator.client.put(BY_ID, { id: { $gt: "" } })).status).to.equal(400);
    expect((await stranger.put(BY_ID, { id: 1 })).status).to.equal(401);
    expect((await stranger.put(BY_CODE, {})).status).to.equal(401);
  });
});

describe("receiving an order", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
  afterEach(() => heldClock.release());

  it("completes it, by its own member and only when it is shipped", async () => {
    const built = await buildShippedOrder();
    const { client, order } = built;
    const other = await buildMember();
    expect((await stranger.post(RECEIVE, { id: order._id })).status).to.equal(401);
    expect((await other.client.post(RECEIVE, { id: order._id })).code).to.equal(1011000011);
    expect((await client.post(RECEIVE, { id: { $gt: "" } })).status).to.equal(400);
    const reply = await client.post(RECEIVE, { id: order._id });
    expect([reply.code, reply.data]).to.deep.equal([0, true]);
    const { data } = await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`);
    expect(data.status).to.equal(30);
    expect(Number(data.receiveTime)).to.be.greaterThan(0);
    const again = await client.post(RECEIVE, { id: order._id });
    expect([again.code, again.data]).to.deep.equal([1011000018, false]);
    const paid = await buildPaidOrder();
    expect((await paid.client.post(RECEIVE, { id: paid.order._id })).code).to.equal(1011000018);
  });

  it("happens by itself 14 days after shipping, not before, and once", async () => {
    heldClock.hold();
    const { order } = await buildShippedOrder();
    heldClock.advance(days(14) - minutes(1));
    await receiveShippedOrder(order._id);
    await enqueue(sweepShippedOrdersJob, {});
    await runJobs();
    expect((await reloadOrder(order._id)).order.status).to.equal(20);
    heldClock.advance(minutes(1));
    await runJobs();
    const { order: received } = await reloadOrder(order._id);
    expect(received.status).to.equal(30);
    await enqueue(receiveShippedOrderJob, { orderId: order._id });
    await enqueue(sweepShippedOrdersJob, {});
    await runJobs();
    expect((await reloadOrder(order._id)).order).to.deep.equal(received);
    const logs = await OrderLogModel.find({ orderId: order._id, afterStatus: 30 }).lean();
    expect(logs.map((row) => [row.operateType, row.userType])).to.deep.equal([[31, 0]]);
  });

  it("is done by the sweep where the job was lost", async () => {
    const { order } = await buildShippedOrder();
    await OrderModel.updateOne({ _id: order._id }, { $set: { deliveryAt: new Date(Date.now() - days(15)) } });
    await enqueue(sweepShippedOrdersJob, {});
    await runJobs();
    await enqueue(sweepShippedOrdersJob, {});
    await runJobs();
    expect((await reloadOrder(order._id)).order.status).to.equal(30);
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 31 })).to.equal(1);
  });
});
