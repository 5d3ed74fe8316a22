import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { applyRefund } from "#shared/domains/trade/worker.js";
import { applyRefundJob } from "#shared/domains/trade/trade.jobs.js";
import { StockMovementModel } from "#shared/domains/catalog/index.js";
import { PaidUnitsModel } from "#shared/domains/catalog/stock/paidUnits.model.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { OrderModel, OrderRefundModel, type OrderDoc } from "#shared/domains/trade/index.js";
import { stockRefOf } from "#shared/domains/trade/order/order.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { ExperienceRecordModel } from "#shared/domains/loyalty/level/experienceRecord.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { buildOrderPaidAtChannel } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { chase, fault, noFaults } from "#test/pay/support.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const REFUND = "/admin-api/trade/order/refund";

describe("a refund of an order", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    operator = await buildOperator(["trade:order:refund", "trade:order:ship"]);
  });
  afterEach(async () => {
    await noFaults();
    await runJobs();
    heldClock.release();
  });

  const refund = (id: number, refundPrice: number, more: object = {}) =>
    operator.client.put(REFUND, { id, refundPrice, reason: "缺货", ...more });

  it("in full, before shipping, cancels it, its items count as refunded, its stock is for sale again", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const { order, payOrderId, client } = await buildOrderPaidAtChannel({ skuId, count: 2 });
    expect(await readSku(skuId)).to.include({ stock: 3, sold: 2 });
    const reply = await refund(order._id, order.payPriceFen);
    expect(reply.code, reply.msg).to.equal(0);
    expect(reply.data).to.be.a("number");
    await runJobs();
    await chase();
    const now = await reloadOrder(order._id);
    expect(now.order).to.include({
      status: 40,
      cancelType: 20,
      refundStatus: 20,
      refundPriceFen: order.payPriceFen,
      refundId: reply.data,
    });
    expect(now.items.map((item) => item.afterSaleStatus)).to.deep.equal([20]);
    expect(await readSku(skuId)).to.include({ stock: 5, reserved: 0, sold: 0 });
    heldClock.release();
    const { data } = await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`);
    expect(data).to.include({ status: 40, refundStatus: 20, refundPrice: order.payPriceFen });
    const audited = await OperationLogModel.findOne({ action: "order.refund", bizId: String(order._id) }).lean();
    expect(audited!.after).to.deep.include({ refundPrice: order.payPriceFen, reason: "缺货" });
    await enqueue(applyRefundJob, { refundId: reply.data, payOrderId });
    await runJobs();
    await applyRefund(payOrderId);
    expect((await reloadOrder(order._id)).order).to.deep.equal(now.order);
    expect(await readSku(skuId)).to.include({ stock: 5, sold: 0 });
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 43 })).to.equal(1);
  });

  it("in parts adds up; only the last one cancels, and shipped goods do not come back by it", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const { order } = await buildOrderPaidAtChannel({ skuId });
    const body = { id: order._id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await operator.client.put("/admin-api/trade/order/delivery", body)).code).to.equal(0);
    expect((await refund(order._id, 900)).code).to.equal(0);
    await runJobs();
    await chase();
    expect((await reloadOrder(order._id)).order).to.include({ status: 20, refundStatus: 10, refundPriceFen: 900 });
    heldClock.release();
    expect((await refund(order._id, 9_001)).code).to.equal(1007006000);
    expect((await refund(order._id, 9_000)).code).to.equal(0);
    await runJobs();
    await chase();
    expect((await reloadOrder(order._id)).order).to.include({ status: 40, refundStatus: 20, refundPriceFen: 9_900 });
    expect(await readSku(skuId)).to.include({ stock: 4, sold: 1 });
  });

  it("under way keeps others off: one goes on, the rest is refused, and the order is not shipped", async () => {
    const { order } = await buildOrderPaidAtChannel();
    await fault({ mode: "hold", count: 1 });
    const replies = await Promise.all(Array.from({ length: 5 }, () => refund(order._id, 100)));
    expect(replies.filter(({ code }) => code === 0)).to.have.length(1);
    expect(new Set(replies.map(({ code }) => code))).to.deep.equal(new Set([0, 1007006002]));
    const body = { id: order._id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await operator.client.put("/admin-api/trade/order/delivery", body)).code).to.equal(1011000021);
  });

  it("answers the same to the same Idempotency-Key", async () => {
    const { order } = await buildOrderPaidAtChannel();
    const keyed = operator.client.with({ "idempotency-key": `refund-${order._id}` });
    const first = await keyed.put(REFUND, { id: order._id, refundPrice: 100, reason: "x" });
    const second = await keyed.put(REFUND, { id: order._id, refundPrice: 100, reason: "x" });
    expect(first.code).to.equal(0);
    expect(second.data).to.equal(first.data);
    expect((await keyed.put(REFUND, { id: order._id, refundPrice: 101, reason: "x" })).status).to.equal(422);
    await runJobs();
    await chase();
    expect((await reloadOrder(order._id)).order.refundPriceFen).to.equal(100);
  });

  it("that is told before the payment waits for nothing: the order is marked paid first", async () => {
    const { order, payOrderId } = await buildOrderPaidAtChannel();
    await refund(order._id, 100);
    await runJobs();
    await chase();
    const { status, payStatus, refundStatus, refundPriceFen, ...rest } = (await reloadOrder(order._id)).order;
    expect([status, payStatus, refundStatus, refundPriceFen]).to.deep.equal([10, true, 10, 100]);
    await OrderModel.updateOne(
      { _id: rest._id },
      { $set: { status: 0, payStatus: false, refundPriceFen: 0, refundStatus: 0 } },
    );
    await reserveAgain(rest);
    await OrderRefundModel.deleteMany({ orderId: rest._id });
    await ExperienceRecordModel.deleteMany({ memberId: rest.memberId, bizType: 11 });
    await applyRefund(payOrderId);
    expect((await reloadOrder(order._id)).order).to.include({ status: 10, payStatus: true, refundPriceFen: 100 });
  });

  /** Its stock is reserved again, as it was before the payment. */
  async function reserveAgain({ _id, reserved }: Pick<OrderDoc, "_id" | "reserved">): Promise<void> {
    const refId = stockRefOf(_id);
    await StockMovementModel.deleteMany({ refId, kind: "commit" });
    await StockMovementModel.updateMany({ refId }, { $set: { endedBy: null } });
    for (const { skuId, count } of reserved!)
      await PaidUnitsModel.updateOne({ _id: skuId }, { $inc: { count: -count } });
  }

  it("needs a paid order, an amount above zero, a reason, and the permission", async () => {
    const unpaid = await buildUnpaidOrder();
    expect((await refund(unpaid.order._id, 1)).code).to.equal(1007002005);
    expect((await refund(999_999_999, 1)).code).to.equal(1011000011);
    for (const [field, value] of [
      ["id", { $gt: "" }],
      ["refundPrice", { $gt: "" }],
      ["refundPrice", "100"],
      ["refundPrice", -1],
      ["refundPrice", 1.5],
      ["reason", { $gt: "" }],
      ["reason", ""],
    ] as const) {
      const reply = await refund(1, 1, { [field]: value });
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(value)).to.deep.equal([400, field]);
    }
    const other = await buildOperator(["trade:order:query"]);
    expect((await stranger.put(REFUND, {})).status).to.equal(401);
    expect((await (await buildMember()).client.put(REFUND, {})).status).to.equal(401);
    expect((await other.client.put(REFUND, {})).status).to.equal(403);
  });
});
