import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { changePoints, loyaltySettings, saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import { findMember } from "#shared/domains/member/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { AfterSaleLogModel } from "#shared/domains/trade/log/afterSaleLog.model.js";
import { applyRefund } from "#shared/domains/trade/worker.js";
import { applyRefundJob } from "#shared/domains/trade/trade.jobs.js";
import { findOrder } from "#shared/domains/trade/index.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import {
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  buildTwoItems,
  decide,
  refundsOf,
  reloadAfterSale,
  ship,
} from "#test/factories/afterSale.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { buildWallet } from "#test/factories/wallet.js";
import { atChannel, byWallet, control, fault, money, noFaults } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { writesDuring } from "#test/support/writes.js";

const BASE = "/admin-api/trade/after-sale";

describe("the refund of an after-sale", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    operator = await buildAfterSaleOperator();
  });
  afterEach(async () => {
    await noFaults();
    await runJobs();
    heldClock.release();
  });

  const put = (verb: string, id: number) => decide(operator, verb, id);
  const refundCode = async (id: number): Promise<number> => (await operator.client.put(`${BASE}/refund`, { id })).code;
  const operations = async (afterSaleId: number): Promise<number[]> =>
    (await AfterSaleLogModel.find({ afterSaleId }).sort({ _id: 1 }).lean()).map((row) => row.operateType);

  it("of unshipped goods: the money is back, the order is cancelled, the stock is for sale again; told twice, once", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const built = await buildOrderPaidAtChannel({ skuId, count: 2 });
    const { order, payOrderId, client } = built;
    const id = await buildAfterSale(built);
    await put("agree", id);
    await put("refund", id);
    const begun = await reloadAfterSale(id);
    expect(begun).to.include({ status: 40, isRefunding: true, merchantRefundId: `after-sale-${id}`, refundTries: 1 });
    await arrive();
    const ended = await reloadAfterSale(id);
    expect(ended).to.include({ status: 50, isRefunding: false });
    expect(ended.refundAt).to.be.a("date");
    const now = await reloadOrder(order._id);
    expect(now.order).to.include({ status: 40, cancelType: 20, refundStatus: 20, refundPriceFen: order.payPriceFen });
    expect(now.items[0]).to.include({ afterSaleStatus: 20, afterSaleId: id });
    expect(await readSku(skuId)).to.include({ stock: 5, reserved: 0, sold: 0 });
    expect(await atChannel((await findPayOrder(payOrderId))!.no!)).to.include({ refunded: order.payPriceFen });
    const { data } = await client.post("/app-api/trade/after-sale/get", { id });
    expect(data).to.include({ status: 50, refundPrice: order.payPriceFen });
    expect(data.refundTime).to.be.a("number");
    expect(await operations(id)).to.deep.equal([10, 11, 30, 31]);
    const audit = await OperationLogModel.findOne({ action: "after-sale.refund", bizId: String(id) }).lean();
    expect(audit!.after).to.include({ refundPrice: order.payPriceFen, payRefundId: begun.payRefundId });

    await enqueue(applyRefundJob, { refundId: begun.payRefundId!, payOrderId });
    await runJobs();
    expect(await reloadAfterSale(id)).to.deep.equal(ended);
    expect((await reloadOrder(order._id)).order).to.deep.equal(now.order);
    expect(await readSku(skuId)).to.include({ stock: 5, sold: 0 });
    expect(await operations(id)).to.deep.equal([10, 11, 30, 31]);
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 43 })).to.equal(1);
    expect(await refundCode(id)).to.equal(1011000110);
  });

  it("says beforehand how many points would be owed, and takes them back as a debt that later points pay", async () => {
    const before = await loyaltySettings();
    await saveLoyaltyConfig({ deductEnabled: true, fenPerPoint: 3, maxPoints: 100, pointsPerYuan: 1 });
    const skuId = (await buildSpu({ price: 10_000, stock: 5 })).skuIds[0]!;
    const built = await buildOrderPaidAtChannel({ skuId });
    await runJobs();
    const memberId = built.member._id;
    expect((await findMember(memberId))!.point).to.equal(100);
    await inTransaction(() => changePoints({ memberId, change: -70, bizType: 11, bizId: `spent-${memberId}` }));
    const id = await buildAfterSale(built);
    const detail = async () => (await operator.client.get(`${BASE}/get-detail?id=${id}`)).data;
    expect((await detail()).pointsOwed).to.deep.equal({ points: 70, price: 210 });
    await put("agree", id);
    await put("refund", id);
    await arrive();
    expect(await findMember(memberId)).to.include({ point: 0, pointOwed: 70 });
    expect((await detail()).pointsOwed).to.equal(null);
    await inTransaction(() => changePoints({ memberId, change: 100, bizType: 2, bizId: `given-${memberId}` }));
    expect(await findMember(memberId)).to.include({ point: 30, pointOwed: 0 });
    await saveLoyaltyConfig(before);
  });

  it("item by item: each one's goods come back by itself, the last one cancels the order", async () => {
    const built = await buildTwoItems();
    const { order, items, skuIds } = built;
    const [first, second] = [await buildAfterSale(built), await buildAfterSale(built, { orderItemId: items[1]!._id })];
    await put("agree", first);
    await put("refund", first);
    await arrive();
    const half = await reloadOrder(order._id);
    expect(half.order).to.include({ status: 10, refundStatus: 10, refundPriceFen: items[0]!.payPriceFen });
    expect(half.items.map((item) => item.afterSaleStatus)).to.deep.equal([20, 10]);
    expect(await readSku(skuIds[0]!)).to.include({ stock: 5, sold: 0 });
    expect(await readSku(skuIds[1]!)).to.include({ stock: 4, sold: 1 });
    expect(
      (
        await built.client.post("/app-api/trade/after-sale/create", {
          orderItemId: items[0]!._id,
          way: 10,
          refundPrice: 1,
          applyReason: "x",
        })
      ).code,
    ).to.equal(1011000105);
    await put("agree", second);
    await put("refund", second);
    await arrive();
    const whole = await reloadOrder(order._id);
    expect(whole.order).to.include({ status: 40, refundStatus: 20, refundPriceFen: order.payPriceFen });
    expect(whole.items.map((item) => item.afterSaleStatus)).to.deep.equal([20, 20]);
    for (const skuId of skuIds) expect(await readSku(skuId)).to.include({ stock: 5, reserved: 0, sold: 0 });
  });

  it("of returned goods puts them back for sale; money only for shipped goods does not", async () => {
    for (const way of [10, 20]) {
      const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
      const built = await buildOrderPaidAtChannel({ skuId });
      await ship(operator, built.order._id);
      const id = await buildAfterSale(built, { way });
      await put("agree", id);
      if (way === 20) {
        expect(await refundCode(id)).to.equal(1011000110);
        const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
        expect((await built.client.post("/app-api/trade/after-sale/delivery", parcel)).code).to.equal(0);
        await put("receive", id);
      }
      await put("refund", id);
      await arrive();
      expect(await reloadAfterSale(id)).to.include({ status: 50 });
      expect((await reloadOrder(built.order._id)).order).to.include({ status: 40, refundStatus: 20 });
      expect(await readSku(skuId)).to.include(way === 20 ? { stock: 5, sold: 0 } : { stock: 4, sold: 1 });
    }
  });

  it("of a part leaves a completed order completed, with its money counted", async () => {
    const built = await buildOrderPaidAtChannel();
    await ship(operator, built.order._id);
    expect((await built.client.post("/app-api/trade/order/receive", { id: built.order._id })).code).to.equal(0);
    const id = await buildAfterSale(built, { refundPrice: 900 });
    await put("agree", id);
    await put("refund", id);
    await arrive();
    const now = await reloadOrder(built.order._id);
    expect(now.order).to.include({ status: 30, refundStatus: 10, refundPriceFen: 900, cancelType: null });
    expect(now.items[0]).to.include({ afterSaleStatus: 0, afterSaleId: null, refundPriceFen: 900 });
    expect(await reloadAfterSale(id)).to.include({ status: 50, type: 20 });
  });

  it("to the wallet is there at once", async () => {
    const owner = await buildWallet(20_000);
    const built = await buildUnpaidOrder({ owner });
    const waiting = (await findPayOrder(built.payOrderId))!;
    expect((await built.client.post("/app-api/pay/order/submit", submitBody(waiting, byWallet))).code).to.equal(0);
    await runJobs();
    const id = await buildAfterSale(built, { refundPrice: 900 });
    await put("agree", id);
    await put("refund", id);
    await runJobs();
    expect(await reloadAfterSale(id)).to.include({ status: 50 });
    expect(await money(owner.member._id)).to.deep.equal([20_000 - built.order.payPriceFen + 900, 0]);
  });

  it("ten at once, and once more while it is under way, are one; shipping is refused meanwhile", async () => {
    const built = await buildOrderPaidAtChannel();
    const id = await buildAfterSale(built);
    await put("agree", id);
    await fault({ mode: "hold", count: 1 });
    const codes = await Promise.all(Array.from({ length: 10 }, () => refundCode(id)));
    expect(codes.filter((code) => code === 0)).to.have.length(1);
    expect(new Set(codes)).to.deep.equal(new Set([0, 1007006002]));
    expect(await refundCode(id)).to.equal(1007006002);
    const parcel = { id: built.order._id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await operator.client.put("/admin-api/trade/order/delivery", parcel)).code).to.equal(1011000021);
    await runJobs();
    expect(await refundsOf(built.payOrderId)).to.have.length(1);
    expect(await reloadAfterSale(id)).to.include({ status: 40, isRefunding: true });
    await control("POST", `/pay/refunds/${(await refundsOf(built.payOrderId))[0]!.no}/settle`, {});
    await runJobs();
    expect(await reloadAfterSale(id)).to.include({ status: 50, refundTries: 1 });
  });

  it("is begun, and taken over, in one transaction each", async () => {
    const built = await buildOrderPaidAtChannel();
    const id = await buildAfterSale(built);
    const own = new Set(["afterSales", "afterSaleLogs", "tradeOrders", "tradeOrderItems", "stockMovements", "skus"]);
    const writes = await writesDuring(
      async () => {
        await put("agree", id);
        await put("refund", id);
        await arrive();
      },
      { andOfJobs: true },
    );
    const ours = writes.filter(({ collection }) => own.has(collection));
    expect(new Set(ours.map(({ collection }) => collection))).to.deep.equal(own);
    expect(ours.filter(({ inTransaction }) => !inTransaction)).to.deep.equal([]);
    expect(writes.some((write) => write.collection === "operationLogs" && write.inTransaction)).to.equal(true);
  });

  it("with an Idempotency-Key answers a second send as the first", async () => {
    const built = await buildOrderPaidAtChannel();
    const id = await buildAfterSale(built, { refundPrice: 100 });
    await put("agree", id);
    const keyed = operator.client.with({ "idempotency-key": `after-sale-${id}` });
    expect((await keyed.put(`${BASE}/refund`, { id })).data).to.equal(true);
    expect((await keyed.put(`${BASE}/refund`, { id })).data).to.equal(true);
    await arrive();
    expect(await refundsOf(built.payOrderId)).to.have.length(1);
  });

  it("that the channel does not answer is chased until it has", async () => {
    const built = await buildOrderPaidAtChannel();
    const id = await buildAfterSale(built);
    await put("agree", id);
    await fault({ mode: "error", after: true, count: 1, path: "/refund/domestic/refunds" });
    await put("refund", id);
    await arrive();
    expect(await reloadAfterSale(id)).to.include({ status: 50 });
    expect(await refundsOf(built.payOrderId)).to.have.length(1);
  });

  it("that fails stays to be refunded, and another try is a refund of its own", async () => {
    const built = await buildOrderPaidAtChannel();
    const { order, payOrderId } = built;
    const id = await buildAfterSale(built);
    await put("agree", id);
    await fault({ mode: "hold", count: 1 });
    await put("refund", id);
    await runJobs();
    const [failing] = await refundsOf(payOrderId);
    await control("POST", `/pay/refunds/${failing!.no}/settle`, { outcome: "closed" });
    await runJobs();
    expect(await reloadAfterSale(id)).to.include({ status: 40, isRefunding: false, refundAt: null });
    expect((await reloadOrder(order._id)).order).to.include({ status: 10, refundStatus: 0, refundPriceFen: 0 });
    await applyRefund(payOrderId);
    expect(await operations(id)).to.deep.equal([10, 11, 30, 32]);
    await put("refund", id);
    // Word of the first try comes late, once more: it is not taken for the second one's.
    await applyRefund(payOrderId);
    expect(await reloadAfterSale(id)).to.include({ isRefunding: true });
    await arrive();
    expect(await reloadAfterSale(id)).to.include({ status: 50, merchantRefundId: `after-sale-${id}-2` });
    expect((await reloadOrder(order._id)).order).to.include({ status: 40, refundPriceFen: order.payPriceFen });
    expect(
      (await refundsOf(payOrderId)).map(({ merchantRefundId, status }) => [merchantRefundId, status]),
    ).to.deep.equal([
      [`after-sale-${id}`, 20],
      [`after-sale-${id}-2`, 10],
    ]);
  });

  it("that waits for the shop at the channel is no failure: another try is refused by name until it has ended", async () => {
    const built = await buildOrderPaidAtChannel();
    const id = await buildAfterSale(built);
    await put("agree", id);
    await fault({ mode: "hold", count: 1 });
    await put("refund", id);
    await runJobs();
    const [waiting] = await refundsOf(built.payOrderId);
    await control("POST", `/pay/refunds/${waiting!.no}/settle`, { outcome: "abnormal" });
    await runJobs();
    expect(await reloadAfterSale(id)).to.include({ status: 40, isRefunding: true });
    expect(await refundCode(id)).to.equal(1007006010);
    const given = { id: built.order._id, refundPrice: 1, reason: "补偿" };
    expect((await operator.client.put("/admin-api/trade/order/refund", given)).code).to.equal(1007006010);
    await control("POST", `/pay/refunds/${waiting!.no}/settle`, { outcome: "success" });
    await runJobs();
    expect(await reloadAfterSale(id)).to.include({ status: 50, refundTries: 1 });
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 40, refundStatus: 20 });
  });

  it("that arrives after it failed ends the after-sale, also while another try of it is under way", async () => {
    for (const again of [false, true]) {
      const built = await buildOrderPaidAtChannel();
      const id = await buildAfterSale(built);
      await put("agree", id);
      await fault({ mode: "hold", count: 1 });
      await put("refund", id);
      await runJobs();
      const [first] = await refundsOf(built.payOrderId);
      await control("POST", `/pay/refunds/${first!.no}/settle`, { outcome: "closed" });
      await runJobs();
      if (again) {
        await fault({ mode: "error", count: 1_000, path: "/refunds" });
        await put("refund", id);
      }
      await control("POST", `/pay/refunds/${first!.no}/settle`, { outcome: "success", force: true });
      await runJobs();
      await noFaults();
      await arrive();
      expect(await reloadAfterSale(id)).to.include({ status: 50, isRefunding: false });
      const { order } = await reloadOrder(built.order._id);
      expect(order).to.include({ status: 40, refundStatus: 20, refundPriceFen: order.payPriceFen });
      const ends = (await refundsOf(built.payOrderId)).map(({ status }) => status);
      expect(ends).to.deep.equal(again ? [10, 20] : [10]);
      expect(await refundCode(id)).to.equal(1011000110);
    }
  });

  it("beside a refund of the order by an operator adds up, and never gives back more than was paid", async () => {
    const built = await buildOrderPaidAtChannel();
    const { order, payOrderId } = built;
    const id = await buildAfterSale(built);
    await put("agree", id);
    const given = { id: order._id, refundPrice: 100, reason: "补偿" };
    expect((await operator.client.put("/admin-api/trade/order/refund", given)).code).to.equal(0);
    expect(await refundCode(id)).to.equal(1007006002);
    await arrive();
    expect(await refundCode(id)).to.equal(1007006000);
    expect(await reloadAfterSale(id)).to.include({ status: 40, isRefunding: false, refundTries: 0 });
    expect((await findPayOrder(payOrderId))!.refundFen).to.equal(100);
  });

  it("of the whole order by an operator ends what is open as refunded, each good put back once", async () => {
    const built = await buildTwoItems();
    const { order, items, skuIds, member } = built;
    const id = await buildAfterSale(built, { orderItemId: items[1]!._id, refundPrice: 5 });
    const all = { id: order._id, refundPrice: order.payPriceFen, reason: "缺货" };
    expect((await operator.client.put("/admin-api/trade/order/refund", all)).code).to.equal(0);
    await arrive();
    expect(await reloadAfterSale(id)).to.include({ status: 50 });
    const now = await reloadOrder(order._id);
    expect(now.order).to.include({ status: 40, refundStatus: 20, refundPriceFen: order.payPriceFen });
    expect(now.items.map((item) => item.afterSaleStatus)).to.deep.equal([20, 20]);
    for (const skuId of skuIds) expect(await readSku(skuId)).to.include({ stock: 5, sold: 0 });
    expect((await built.client.post("/app-api/trade/after-sale/cancel", { id })).code).to.equal(1011000115);
    expect((await findOrder(order._id))!.memberId).to.equal(member._id);
  });
});
