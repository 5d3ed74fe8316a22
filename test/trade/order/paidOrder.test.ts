import { expect } from "chai";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { markOrderPaid } from "#shared/domains/trade/worker.js";
import { markOrderPaidJob } from "#shared/domains/trade/trade.jobs.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildPaidOrder, buildUnpaidOrder, payOrder, reloadOrder } from "#test/factories/order.js";
import { submitBody, buildPayOrder } from "#test/factories/payOrder.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const codeOf = (run: Promise<unknown>): Promise<number | undefined> =>
  run.then(
    () => undefined,
    (error: { code: number }) => error.code,
  );

describe("an order whose payment came", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });

  it("is to be shipped, with time and channel of the payment, and its stock is sold", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const { client, order, member, payOrderId } = await buildPaidOrder({ skuId, count: 2 });
    const payRow = (await findPayOrder(payOrderId))!;
    expect(order).to.include({ status: 10, payStatus: true, payChannelCode: "social_native" });
    expect(order.payAt).to.deep.equal(payRow.successAt);
    expect(await readSku(skuId)).to.include({ stock: 3, reserved: 0, sold: 2 });
    const logged = await OrderLogModel.findOne({ orderId: order._id, operateType: 10 }).lean();
    expect(logged).to.include({ userId: member._id, beforeStatus: 0, afterStatus: 10, content: "Paid 198.00" });
    const { data } = await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`);
    expect(data).to.include({ status: 10, payStatus: true, payChannelCode: "social_native" });
    expect(data.payTime).to.equal(String(order.payAt!.getTime()));
    expect(data.payChannelName).to.be.a("string").and.not.equal("");
  });

  it("is paid once, however often the job runs", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const { order, payOrderId } = await buildPaidOrder({ skuId, count: 2 });
    await enqueue(markOrderPaidJob, { payOrderId });
    await runJobs();
    await markOrderPaid(payOrderId);
    expect((await reloadOrder(order._id)).order).to.deep.equal(order);
    expect(await readSku(skuId)).to.include({ stock: 3, reserved: 0, sold: 2 });
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 10 })).to.equal(1);
  });

  it("is paid once by six runs at the same time", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const built = await buildUnpaidOrder({ skuId });
    await payOrder(built);
    await Promise.allSettled(Array.from({ length: 6 }, () => markOrderPaid(built.payOrderId)));
    await runJobs();
    expect((await reloadOrder(built.order._id)).order.status).to.equal(10);
    expect(await readSku(skuId)).to.include({ stock: 4, reserved: 0, sold: 1 });
    expect(await OrderLogModel.countDocuments({ orderId: built.order._id, operateType: 10 })).to.equal(1);
  });

  it("is found through the provider's callback", async () => {
    await refreshCertificates();
    const { client, order, payOrderId } = await buildUnpaidOrder();
    const payRow = (await findPayOrder(payOrderId))!;
    expect((await client.post("/app-api/pay/order/submit", submitBody(payRow))).code).to.equal(0);
    const { no } = (await findPayOrder(payOrderId))!;
    const settled = await fetch(`${sandbox.url}/sandbox/pay/orders/${no}/settle`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ outcome: "success", times: 3 }),
    });
    expect(settled.status).to.equal(200);
    await runJobs();
    expect((await reloadOrder(order._id)).order).to.include({ status: 10, payStatus: true });
  });

  it("is not believed before the pay order itself says so, nor at another price or from another pay order", async () => {
    const built = await buildUnpaidOrder();
    const { _id } = built.order;
    expect(await codeOf(markOrderPaid(built.payOrderId))).to.equal(1011000015);
    await OrderModel.updateOne({ _id }, { $set: { payPriceFen: 1 } });
    await payOrder(built);
    expect(await codeOf(markOrderPaid(built.payOrderId))).to.equal(1011000016);
    await OrderModel.updateOne({ _id }, { $set: { payOrderId: 987_654_321 } });
    expect(await codeOf(markOrderPaid(built.payOrderId))).to.equal(1011000014);
    expect(await codeOf(markOrderPaid(987_654_321))).to.equal(1011000014);
    expect((await reloadOrder(_id)).order.status).to.equal(0);
    await OrderModel.updateOne({ _id }, { $set: { payPriceFen: 9_900, payOrderId: built.payOrderId } });
    await runJobs();
  });

  it("of another app is none of ours", async () => {
    const { order } = await buildPayOrder({ appId: 8, merchantOrderId: "1" });
    expect(await codeOf(markOrderPaid(order._id))).to.equal(undefined);
  });

  it("with a number that is no order's is told so, which no other try would change", async () => {
    const { order } = await buildPayOrder({ merchantOrderId: "of-another-system" });
    expect(await codeOf(markOrderPaid(order._id))).to.equal(1011000011);
  });

  it("stays cancelled when it was cancelled before", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const built = await buildUnpaidOrder({ skuId });
    await built.client.post("/app-api/trade/order/cancel", { id: built.order._id });
    await markOrderPaid(built.payOrderId);
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 40, payStatus: false });
    expect(await readSku(skuId)).to.include({ stock: 5, reserved: 0, sold: 0 });
  });
});
